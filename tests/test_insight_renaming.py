"""Rename: every name of a model can have another one, and the model is the same; or there is a reason why not."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from penstock.control.flat import flat_steps
from penstock.control.graph import Automaton
from penstock.insight.index import Index, index_of
from penstock.insight.renaming import CannotRename, RenamedSymbol, check_renamed, renaming_of, symbol_to_rename
from penstock.reading.files import instead_of_files, text_on_disk
from penstock.reading.reading import Reading, read
from penstock.reading.source import Source
from penstock.reading.wanted import Wanted

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted(
    path
    for path in (ROOT / "examples").rglob("*")
    if path.suffix in (".pml", ".apml", ".pch") and path.name != "mistakes.pml" and "ftpd" not in path.parts
)
TANGLED = """\
#include "part.h"
#define SEND(c, v) c!v; sent = sent + 1
#define JOIN(a, b) a ## b
mtype = { ping, pong };
typedef Pair { byte one; chan two };
byte sent, left; Pair pair; byte xy;
chan box = [LIMIT] of { mtype, byte };
inline step(what, how) { byte mine; mine = what; again: if :: mine < how -> mine++; goto again :: else fi; what = mine }
inline never_called(a) { a = sent }
proctype Sender(byte first) { byte mine; step(mine, 3); SEND(box, ping(first)); pair.one = mine; JOIN(x, y) = 1 }
proctype Taker() { byte first; step(first, 2); box?ping, first; here: skip }
init { byte left_over; run Sender(LIMIT); run Taker(); step(left_over, LIMIT) }
ltl all_well { [] (sent <= LIMIT && pair.one < 9 && left == 0) && <> Taker@here }
"""
PART = "#define LIMIT 2\nbyte shared; \n"


def reading_of(texts: dict[str, str], root: str) -> Reading:
    with instead_of_files(lambda path: texts.get(str(path)) or text_on_disk(path)):
        return read(Wanted(Source(text=texts[root], name=root), lowered=False))


def renamed(texts: dict[str, str], root: str, index: Index, renaming: RenamedSymbol) -> tuple[dict[str, str], Reading]:
    after = {file: renaming.applied(file, text) for file, text in texts.items()}
    reading = reading_of(after, root)
    with instead_of_files(lambda path: after[str(path)]):
        check_renamed(index, index_of(reading), renaming)
    return after, reading


def place(text: str, word: str, number: int = 1) -> int:
    return [found.start() for found in re.finditer(rf"\b{word}\b", text)][number - 1]


def rename(texts: dict[str, str], word: str, new: str, number: int = 1, file: str = "a.pml") -> dict[str, str]:
    before = reading_of(texts, "a.pml")
    index = index_of(before)
    symbol, _ = symbol_to_rename(index, file, place(texts[file], word, number))
    return renamed(texts, "a.pml", index, renaming_of(index, symbol, new))[0]


def test_through_macros_inlines_and_includes() -> None:
    texts = {"a.pml": TANGLED, "part.h": PART}
    after = rename(texts, "sent", "amount")
    assert after["a.pml"] == re.sub(r"\bsent\b", "amount", TANGLED)
    assert rename(texts, "LIMIT", "MOST", file="part.h")["part.h"] == PART.replace("LIMIT", "MOST")
    assert rename(texts, "LIMIT", "MOST")["part.h"] == PART.replace("LIMIT", "MOST")
    assert rename(texts, "ping", "request")["a.pml"] == TANGLED.replace("ping", "request")
    assert "step(value, how) { byte mine; mine = value;" in " ".join(
        rename(texts, "what", "value")["a.pml"].replace("inline step(value, how)", "step(value, how)").split()
    )
    assert rename(texts, "one", "first_one")["a.pml"] == re.sub(r"\bone\b", "first_one", TANGLED)


@pytest.mark.parametrize(
    ("word", "number", "new", "reason"),
    [
        ("xy", 1, "z", "a macro makes"),
        ("sent", 1, "left", "already a variable"),
        ("sent", 1, "first", "already a parameter"),
        ("sent", 1, "SEND", "already a macro"),
        ("sent", 1, "mine", "stand for something else|would|already"),
        ("sent", 1, "do", "keyword"),
        ("sent", 1, "two words", "not a name"),
        ("here", 1, "end_here", "meaning of their own"),
        ("what", 1, "mine", "already|would|stand"),
        ("ping", 1, "pong", "already a message type"),
        ("Sender", 1, "Taker", "already a process type"),
    ],
)
def test_what_would_change_the_meaning_is_refused(word: str, number: int, new: str, reason: str) -> None:
    with pytest.raises(CannotRename, match=reason):
        rename({"a.pml": TANGLED, "part.h": PART}, word, new, number)


def test_predefined_names_and_those_of_the_command_line_stay() -> None:
    index = index_of(read(Wanted(Source(text="init { assert(_pid == N) }", name="a.pml", definitions=("N=0",)))))
    for offset in (14, 22):
        with pytest.raises(CannotRename):
            symbol_to_rename(index, "a.pml", offset)


def test_a_name_that_means_several_things_in_an_inline_is_refused() -> None:
    text = "inline inc() { x = x + 1 }\nproctype P() { byte x; inc() }\ninit { byte x; inc(); run P() }\n"
    with pytest.raises(CannotRename, match="stands for"):
        rename({"a.pml": text}, "x", "y")
    with pytest.raises(CannotRename, match="also stands for"):
        rename({"a.pml": text}, "x", "y", 3)


def automaton_text(automaton: Automaton) -> str:
    steps = [f"{source} {target} {edge.label if edge else ''}" for source, target, edge in flat_steps(automaton)]
    return "\n".join([automaton.name, str(sorted(automaton.labels.items())), *steps])


def shown(reading: Reading, renaming: RenamedSymbol) -> str:
    """The automata as text, in which a new name is the old one again."""
    text = "\n".join(map(automaton_text, reading.automata))
    return re.sub(rf"\b{renaming.new}\b", renaming.old, text)


def random_renamings(text: str, name: str, seed: int, number: int) -> Iterator[tuple[Reading, Reading, RenamedSymbol]]:
    chance = random.Random(seed)
    texts = {name: text}
    before = reading_of(texts, name)
    index = index_of(before)
    symbols = [symbol for symbol in index.symbols if symbol.where is not None and symbol.where.file == name]
    for symbol in chance.sample(symbols, min(number, len(symbols))):
        new = chance.choice([f"{symbol.name}_new", "zz", symbol.name[::-1] + "_", chance.choice(symbols).name])
        try:
            renaming = renaming_of(index, symbol, new)
            yield before, renamed(texts, name, index, renaming)[1], renaming
        except CannotRename:
            continue


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_the_model_is_the_same_under_another_name(path: Path) -> None:
    done = 0
    for before, after, renaming in random_renamings(path.read_text(), str(path), len(path.name), 12):
        done += 1
        assert sorted(one.code for one in after.diagnostics.records) == sorted(
            one.code for one in before.diagnostics.records
        )
        if path.suffix == ".pml":  # the names that a translation makes up depend on those that are there
            assert shown(after, renaming) == shown(before, renaming)
        assert len(after.automata) == len(before.automata)
    assert done
