"""What stands where in a text: names and their uses, in texts that can be read and in those that cannot."""

from __future__ import annotations

from pathlib import Path

import pytest

from penstock.insight.completing import candidates
from penstock.insight.index import Index, index_of
from penstock.insight.outline import outline
from penstock.insight.structure import enclosing, folds, indentation
from penstock.insight.symbols import SymbolKind, UseKind
from penstock.reading.reading import read
from penstock.reading.source import Source
from penstock.reading.wanted import Wanted

EXAMPLES = Path(__file__).parent.parent / "examples"
TIMED = """\
timer t;
active proctype P() { byte n; set(t, 2); do :: expire(t) -> n++; reset(t) :: else -> break od }
"""


def index(text: str, name: str = "a.pml") -> Index:
    return index_of(read(Wanted(Source(text=text, name=name))))


def uses(found: Index, name: str) -> list[tuple[UseKind, int]]:
    [symbol] = found.named(name)
    return [(use.kind, use.span.start) for use in found.of(symbol)]


def test_an_argument_of_an_inline_is_used_as_the_inline_uses_it() -> None:
    found = index("byte x;\nchan q = [1] of { byte };\ninline put(c, v) { c!v; v = 0 }\ninit { put(q, x) }\n")
    assert [kind for kind, _ in uses(found, "x")] == [UseKind.DECLARATION, UseKind.WRITE]
    assert [kind for kind, _ in uses(found, "q")] == [UseKind.DECLARATION, UseKind.SEND]


def test_a_parameter_that_has_the_name_of_its_argument() -> None:
    text = "byte x;\ninline inc(x) { x = x + 1 }\ninit { inc(x) }\n"
    found = index(text)
    [variable] = found.named("x", SymbolKind.VARIABLE)
    assert [use.span.start for use in found.of(variable)] == [text.index("x;"), text.rindex("x)")]


def test_timers_have_their_own_names() -> None:
    found = index(TIMED)
    assert [kind for kind, _ in uses(found, "t")] == [
        UseKind.DECLARATION,
        UseKind.WRITE,
        UseKind.READ,
        UseKind.WRITE,
    ]
    assert {symbol.name for symbol in found.symbols} == {"t", "P", "n"}


def test_names_in_macros_and_inlines_that_nobody_calls() -> None:
    found = index("byte x;\n#define SET x = 1\ninline idle() { x = 2 }\ninit { x = 3 }\n")
    assert [kind for kind, _ in uses(found, "x")].count(UseKind.NAME) == 2


@pytest.mark.parametrize("name", ["granting.pml", "actors/buffer.apml", "closing/access.pml", "abp/abp.pch"])
def test_every_beginning_of_a_text_can_be_looked_at(name: str) -> None:
    """As it is while somebody writes it: no part gives up, whatever is missing."""
    whole = (EXAMPLES / name).read_text()
    for end in range(0, len(whole) + 1, 1 + len(whole) // 250):
        text = whole[:end]
        found = index(text, name)
        outline(found, name)
        folds(text)
        enclosing(text, end)
        indentation(text, end)
        candidates(name, text, end, found.symbols)


@pytest.mark.parametrize(
    "text", ["init { x", "init { x?", "init { x[", "#define", "proctype", "init { run", "x = ", "ltl p {"]
)
def test_texts_that_end_too_early(text: str) -> None:
    index(text)
    index(text, "a.apml")
    index(text, "a.pch")


def test_an_inline_reaches_to_its_brace() -> None:
    text = "inline f(a) { a = 1;\n a = 2 }\nbyte x;\ninit { f(x) }\n"
    [entry] = [one for one in outline(index(text), "a.pml") if one.name == "f"]
    assert text[entry.whole.start : entry.whole.end] == "inline f(a) { a = 1;\n a = 2 }"
