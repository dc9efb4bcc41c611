"""Where SPIN puts separators: the text form of a laid-out line of tokens."""

from __future__ import annotations

import pytest

from penstock.diagnostics.record import Diagnostics
from penstock.source import Sources
from penstock.syntax.layout import END, TokenLayout, TokenTable
from penstock.syntax.lexer import scan


def lay_out(text: str) -> str:
    diagnostics = Diagnostics(Sources())
    diagnostics.sources.add("model.pml", text)
    table = TokenTable()
    TokenLayout(table, diagnostics, set()).run(scan(text))
    assert table.kinds[-1] == END
    return " ".join(word or "^" for word in table.texts[:-1])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("init { x = 1\ny = 2\n}", "init { x = 1 ^ y = 2 }"),
        ("init { x = (1\n+ 2)\n}", "init { x = ( 1 + 2 ) }"),
        ("init { x = 1 +\n2 }", "init { x = 1 + 2 }"),
        ("init { if\n:: a\n:: else\n-> b\nfi }", "init { if :: a ^ :: else -> b ^ fi }"),
        ("init { { a }\nunless { b } }", "init { { a } unless { b } }"),
        ("init { { a } b }", "init { { a } ^ b }"),
        ("init { do :: else x od }", "init { do :: else ^ x od }"),
        ("init { a;; b;\n}", "init { a ; b }"),
        ("init { a --> b }", "init { a --> b }"),
        ("byte x\nbyte y", "byte x byte y"),
        ("typedef T { byte x\nbyte y\n}", "typedef T { byte x ^ byte y }"),
        ("mtype = {\na\nb\n}", "mtype = { a b }"),
        ("init { c_code { a; b }\nx }", "init { c_code ^ x }"),
        ("inline f(a) { x\ny }\ninit { f(1) }", "inline f ( a ) { init { f ( 1 ) }"),
    ],
)
def test_separators(text: str, expected: str) -> None:
    assert lay_out(text) == expected
