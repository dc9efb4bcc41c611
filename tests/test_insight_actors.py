"""What editors know of actor models: states, monitors, tests, and names wherever they are used."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.test_insight import index

from penstock.insight.completing import candidates
from penstock.insight.index import Index
from penstock.insight.outline import OutlineEntry, outline
from penstock.insight.renaming import check_renamed, renaming_of, symbol_to_rename
from penstock.insight.symbols import SymbolKind
from penstock.insight.telling import declaration_text

CONNECTION = Path(__file__).parent.parent / "examples" / "actors" / "connection.apml"
TEXT = CONNECTION.read_text().partition("*/")[2]
LOSSY = TEXT.replace("main {", "network lossy for open\nmain {")
WORDS = """\
actor actortype assert byte create defer entry false for goto hot i in init ltl main monitor nobody observes on ordered
state test this var with"""


def connection(text: str = TEXT) -> Index:
    return index(text, "connection.apml")


def named(entries: list[OutlineEntry], name: str) -> OutlineEntry:
    return next(one for one in entries if one.name == name)


def test_outline() -> None:
    entries = outline(connection(), "connection.apml")
    server, turns = named(entries, "server"), named(entries, "turns")
    assert turns.kind is SymbolKind.MONITOR and named(entries, "crowd").kind is SymbolKind.TEST
    for owner, states in ((server, ["listening", "serving"]), (turns, ["free", "taken"])):
        assert [one.name for one in owner.inner if one.kind is SymbolKind.STATE] == states


def test_every_name_is_known() -> None:
    found = connection()
    known = {(use.span.start, use.span.end) for symbol in found.symbols for use in found.of(symbol)}
    blank = re.sub(
        r"/\*.*?\*/|^#ifdef.*?^#endif", lambda text: " " * len(text[0]), TEXT, flags=re.DOTALL | re.MULTILINE
    )
    blank = re.sub(r"^#.*", lambda line: " " * len(line[0]), blank, flags=re.MULTILINE)
    names = {name[0] for name in re.finditer(r"[A-Za-z_]\w*", blank) if name.span() not in known}
    assert names <= set(WORDS.split())


@pytest.mark.parametrize("old", ["open", "taken", "turns", "listening", "server"])
def test_renaming_reaches_monitors_tests_and_networks(old: str) -> None:
    before = connection(LOSSY)
    where = re.search(rf"\b{old}\b", LOSSY)
    assert where is not None
    symbol, _ = symbol_to_rename(before, "connection.apml", where.start())
    renaming = renaming_of(before, symbol, "renamed")
    text = renaming.applied("connection.apml", LOSSY)
    assert text == re.sub(rf"\b{old}\b", "renamed", LOSSY)
    check_renamed(before, connection(text), renaming)


@pytest.mark.parametrize(
    ("behind", "offered"),
    [
        ("goto ", {"listening", "serving"}),
        ("with ", {"turns", "released"}),
        ("server@", {"listening", "serving"}),
        ("create ", {"server", "client"}),
    ],
)
def test_completion(behind: str, offered: set[str]) -> None:
    at = TEXT.index(behind) + len(behind)
    assert {one.text for one in candidates("a.apml", TEXT, at, connection().symbols)} >= offered


def test_hover() -> None:
    found = connection()
    told = {symbol.name: declaration_text(symbol) for symbol in found.symbols}
    assert told["turns"] == "monitor turns observes server.open, server.close"
    assert (told["crowd"], told["serving"]) == ("test crowd(N)", "state serving")
