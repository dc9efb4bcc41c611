"""What would make a token readable that is not: a hint for people, and the change for editors.

x = 1 y = 2          ->   x = 1; y = 2
(x = y)              ->   (x == y)
ltl p { G (x < 3) }  ->   ltl p { [] (x < 3) }
"""

from __future__ import annotations

from typing import NamedTuple

from penstock.diagnostics.record import Fix, TextChange
from penstock.syntax.layout import TokenTable
from penstock.syntax.lexer import NAME

_JOINED = ("+", "-", "*", "/", "%", "&", "|")
_BEFORE_STATEMENT = frozenset(["", ";", "{", "}", "::", "->", "else"])
_OTHER_LOGICS = {"G": "[]", "F": "<>", "R": "V", "M": "U"}
"""Operators of formulas as other tools write them."""
MISSING_SEPARATOR = "`;`"


class Advice(NamedTuple):
    hint: str | None = None
    fixes: tuple[Fix, ...] = ()


def advice(table: TokenTable, at: int, wanted: str, temporal: bool) -> Advice:
    """What to do about the token `at`, in whose place `wanted` is expected."""
    if table.kinds[at] == "=":
        return _equals(table, at)
    before = _before(table, at)
    if temporal and before is not None and table.texts[before] in _OTHER_LOGICS:
        return _other_logic(table, before)
    if wanted == MISSING_SEPARATOR:
        return Advice(None, inserted(table, at, ";"))
    return Advice()


def _equals(table: TokenTable, at: int) -> Advice:
    position = table.positions[at]
    if table.kinds[at + 1] == ">" and table.positions[at + 1] == position + 1:
        return Advice(
            "there is no `=>`: write `->`", (Fix("change `=>` to `->`", (TextChange(position, "=>", "->"),)),)
        )
    operator = table.texts[at - 1] if at else ""
    if operator in _JOINED:
        return Advice(f"there is no `{operator}=`: write it out", _written_out(table, at, operator))
    return Advice("to compare, write `==`", (Fix("change `=` to `==`", (TextChange(position, "=", "=="),)),))


def _written_out(table: TokenTable, at: int, operator: str) -> tuple[Fix, ...]:
    """`x = x + 1` for `x += 1`, where the variable is one name."""
    if at < 2 or table.kinds[at - 2] != NAME or (at > 2 and table.kinds[at - 3] not in _BEFORE_STATEMENT):
        return ()
    name = table.texts[at - 2]
    change = TextChange(table.positions[at - 1], f"{operator}=", f"= {name} {operator}")
    return (Fix(f"write `{name} = {name} {operator} ...`", (change,)),)


def _other_logic(table: TokenTable, at: int) -> Advice:
    old, new = table.texts[at], _OTHER_LOGICS[table.texts[at]]
    change = Fix(f"change `{old}` to `{new}`", (TextChange(table.positions[at], old, new),))
    return Advice(f"SPIN writes `{new}` for `{old}`", (change,))


def inserted(table: TokenTable, at: int, text: str) -> tuple[Fix, ...]:
    """Put something behind the last token before `at`."""
    before = _before(table, at)
    if before is None:
        return ()
    old = table.texts[before]
    return (Fix(f"add `{text.strip()}`", (TextChange(table.positions[before], old, old + text),)),)


def replaced(table: TokenTable, at: int, new: str) -> tuple[Fix, ...]:
    return (Fix(f"change `{table.texts[at]}` to `{new}`", (TextChange(table.positions[at], table.texts[at], new),)),)


def _before(table: TokenTable, at: int) -> int | None:
    """The token before `at` that is written in the text."""
    return next((one for one in range(at - 1, -1, -1) if table.texts[one]), None)
