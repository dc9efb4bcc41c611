"""How findings look: the text form to the letter, colour only where asked for."""

from __future__ import annotations

import re

from tests.support import load_text

from penstock.diagnostics.placed import placed
from penstock.diagnostics.text import render_text, summary

MODEL = """\
#define NEXT(v) v = v + one
byte count;
inline again(w) {
\tw = nothing
}
init {
\tcount = cuont;
\tNEXT(count);
\tagain(count)
}
"""
EXPECTED = """\
model.pml:4:6: error[E301]: `nothing` is not declared
  4 | \tw = nothing
    | \t    ^^^^^^^
  note: inline `again` is called here: model.pml:9:2
  9 | \tagain(count)
    | \t^

model.pml:7:10: error[E301]: `cuont` is not declared
  7 | \tcount = cuont;
    | \t        ^^^^^
  hint: did you mean `count`?

model.pml:8:2: error[E301]: `one` is not declared
  8 | \tNEXT(count);
    | \t^^^^
  note: in the definition of macro `NEXT`: model.pml:1:25
  1 | #define NEXT(v) v = v + one
    |                         ^
"""


def test_text() -> None:
    diagnostics = load_text(MODEL).diagnostics
    assert render_text(diagnostics) == EXPECTED
    assert summary(diagnostics) == "3 errors"


def test_colour_adds_nothing_but_colour() -> None:
    diagnostics = load_text(MODEL).diagnostics
    coloured = render_text(diagnostics, colour=True)
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == EXPECTED


def test_long_lines_are_cut_around_the_place() -> None:
    text = render_text(load_text("init { " + "skip; " * 2000 + "x = 1 }").diagnostics)
    assert max(map(len, text.splitlines())) < 200
    line, mark = text.splitlines()[1:3]
    assert line[mark.index("^")] == "x"


def test_nothing_in_a_message_reaches_the_terminal_unseen() -> None:
    model = load_text("init { \x1b[31m }", name="\x1b[2Jmodel.pml")
    text = render_text(model.diagnostics)
    assert "\x1b" not in text
    assert all(record.line == 1 for record in placed(model.diagnostics))


def test_a_finding_in_an_inline_is_told_once() -> None:
    model = load_text("byte x; inline f() { y = 1 } init { f(); f(); f() }")
    assert [record.code for record in model.diagnostics.records] == ["E301"]
