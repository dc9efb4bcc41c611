"""What would make a token readable that is not: a hint for people, and the change for editors.

x = 1 y = 2          ->   x = 1; y = 2
(x = y)              ->   (x == y)
"""

from __future__ import annotations

import re
from typing import NamedTuple

from penstock.diagnostics.record import Fix, TextChange
from penstock.source import EXPANSION_BASE, Sources
from penstock.syntax.layout import CONSTANT, KEYWORDS, TokenTable
from penstock.syntax.lexer import NAME

_JOINED = ("+", "-", "*", "/", "%", "&", "|")
_BEFORE_STATEMENT = frozenset(["", ";", "{", "}", "::", "->", "else"])
MISSING_SEPARATOR = "`;`"
WORDS = {
    "and": "&&", "or": "||", "not": "!", "AND": "&&", "OR": "||", "NOT": "!", "And": "&&", "Or": "||", "Not": "!",
}  # fmt: skip
"""Operators of conditions as other languages write them."""
OTHER_TYPES = {"char": "byte", "boolean": "bool", "integer": "int", "long": "int", "Bool": "bool", "Byte": "byte"}
"""Types of other languages, and what comes closest."""
_DIRECTIVES = frozenset(["define", "ifdef", "ifndef", "endif"])
_DEFINITION = re.compile(r"\s*#\s*define\b")
_SINGLE_QUOTED = re.compile(r"'([^'\"\n]*)'")
_ENDS_OPERAND = frozenset([NAME, CONSTANT, ")", "]"])
_BEGINS_OPERAND = frozenset(
    [NAME, CONSTANT, "(", "!", "-", "~", "len", "empty", "nempty", "full", "nfull", "timeout", "enabled"]
)
_ENDS_STATEMENT = frozenset(["::", "fi", "od", "{", "}"])
_BEGINS_STATEMENT = (KEYWORDS - {"of", "unless"}) | {NAME, CONSTANT, "(", "{", "}", "++", "--", "!"}
"""Before these a separator may have been forgotten."""


class Advice(NamedTuple):
    hint: str | None = None
    fixes: tuple[Fix, ...] = ()


def advice(table: TokenTable, at: int, wanted: str) -> Advice:
    """What to do about the token `at`, in whose place `wanted` is expected."""
    if table.texts[at] in WORDS:
        return _words(table)
    if table.kinds[at] == "=":
        return _equals(table, at)
    if wanted != MISSING_SEPARATOR:
        return Advice()
    if table.kinds[at] == ",":
        return Advice("statements are separated by `;`", replaced(table, at, ";"))
    return Advice(None, inserted(table, at, ";")) if table.kinds[at] in _BEGINS_STATEMENT else Advice()


def _words(table: TokenTable) -> Advice:
    """`&&`, `||` and `!` for all words that stand where these could."""
    changes = Changes(table)
    for at, text in enumerate(table.texts):
        if text in WORDS and _is_operator(table, at):
            changes.replace(at, WORDS[text])
    return Advice("Promela writes `&&`, `||` and `!` as C does", changes.fix("write `&&`, `||` and `!`"))


def _is_operator(table: TokenTable, at: int) -> bool:
    """No name stands beside an operand, unless it is meant for an operator."""
    follows = at > 0 and (table.kinds[at - 1] in _ENDS_OPERAND and table.texts[at - 1] not in WORDS)
    begins = table.kinds[at + 1] in _BEGINS_OPERAND
    return begins and follows == (WORDS[table.texts[at]] != "!")


def _equals(table: TokenTable, at: int) -> Advice:
    position = table.positions[at]
    following = table.kinds[at + 1] if table.positions[at + 1] == position + 1 else ""
    if following == ">":
        return _arrow(table, at)
    if following == "<":
        return Advice("write `<=`", (Fix("change `=<` to `<=`", (TextChange(position, "=<", "<="),)),))
    operator = table.texts[at - 1] if at else ""
    if operator in _JOINED:
        return Advice(f"there is no `{operator}=`: write it out", _written_out(table, at, operator))
    return Advice("to compare, write `==`", (Fix("change `=` to `==`", (TextChange(position, "=", "=="),)),))


def _arrow(table: TokenTable, at: int) -> Advice:
    """`=>` is meant for `->` between statements, and for `>=` in a condition that an arrow follows."""
    if _compares(table, at):
        return Advice("write `>=`", (Fix("change `=>` to `>=`", (TextChange(table.positions[at], "=>", ">="),)),))
    places = [one for one in range(len(table) - 1) if table.kinds[one] == "=" and table.kinds[one + 1] == ">"]
    arrows = [one for one in places if table.adjacent(one) and not _compares(table, one)]
    edits = tuple(TextChange(table.positions[one], "=>", "->") for one in arrows)
    return Advice("there is no `=>`: write `->`", (Fix("change `=>` to `->`", edits),))


def _compares(table: TokenTable, at: int) -> bool:
    for one in range(at + 2, len(table)):
        kind, text = table.kinds[one], table.texts[one]
        if kind in ("->", ")") and text:
            return True
        if kind in _ENDS_STATEMENT or (kind == ";" and text):
            return False
    return False


def _written_out(table: TokenTable, at: int, operator: str) -> tuple[Fix, ...]:
    """`x = x + 1` for `x += 1`, where the variable is one name."""
    if at < 2 or table.kinds[at - 2] != NAME or (at > 2 and table.kinds[at - 3] not in _BEFORE_STATEMENT):
        return ()
    name = table.texts[at - 2]
    change = TextChange(table.positions[at - 1], f"{operator}=", f"= {name} {operator}")
    return (Fix(f"write `{name} = {name} {operator} ...`", (change,)),)


def about_macro(table: TokenTable, sources: Sources, at: int) -> Advice | None:
    """A macro that begins with `=` or ends with `;`, if the token `at` comes from there."""
    expansion = sources.expansion(table.positions[at])
    if expansion is None or expansion.inline or table.kinds[at] not in ("=", ";"):
        return None
    place = sources.written(expansion.spelling)
    file = sources.file_at(place)
    offset = place - file.base
    line = file.line_text(file.location(offset).line)
    column = file.location(offset).column - 1
    if not _DEFINITION.match(line[:column] if table.kinds[at] == "=" else line):
        return None
    if table.kinds[at] == "=" and line[:column].split()[-1:] == [expansion.name]:
        old = line[column:][: len(line[column:]) - len(line[column + 1 :].lstrip())]
        return Advice("a macro is its text: no `=` stands before it", (_removed(place, old),))
    if table.kinds[at] == ";" and not line[column + 1 :].strip():
        return Advice("a macro is its text: no `;` stands behind it", (_removed(place, ";"),))
    return None


def _removed(place: int, old: str) -> Fix:
    return Fix(f"leave out `{old.strip()}`", (TextChange(place, old, ""),))


def quoted(sources: Sources, position: int) -> tuple[Fix, ...]:
    """Double quotes for a text in single ones that begins at `position`."""
    if position >= EXPANSION_BASE:
        return ()
    file = sources.file_at(position)
    found = _SINGLE_QUOTED.match(file.text, position - file.base)
    return () if found is None else (Fix("use double quotes", (TextChange(position, found[0], f'"{found[1]}"'),)),)


def word_of_c(table: TokenTable, at: int) -> tuple[Fix, ...]:
    """A type of another language, or a directive without its `#`, where a unit begins."""
    text = table.texts[at]
    if text == "--":
        return replaced(table, at, "//")
    if text in _DIRECTIVES:
        return replaced(table, at, f"#{text}")
    return replaced(table, at, OTHER_TYPES[text]) if text in OTHER_TYPES and table.kinds[at + 1] == NAME else ()


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


def moved_behind(table: TokenTable, sources: Sources, label: int, first: int, following: int) -> tuple[Fix, ...]:
    """A label and its colon go from before the declarations at `first` to before the statement after them."""
    gap = table.written(sources, label, first)[len(table.written(sources, label, label + 1)) : -len(table.texts[first])]
    rest = table.written(sources, first, following)
    if not rest:
        return ()
    rest = rest[: len(rest) - len(table.texts[following])]
    name = table.written(sources, label, label + 1)
    alone = "\n" in gap
    new = gap.lstrip("\n") + rest.rstrip(" \t") + name + gap if alone else f"{rest}{name} "
    return (Fix("label the statement after it", (TextChange(table.positions[label], name + gap + rest, new),)),)


class Changes:
    """Changes to tokens that belong to one repair; several may meet at one token."""

    def __init__(self, table: TokenTable) -> None:
        self.table = table
        self.texts: dict[int, str] = {}
        self.stretches: list[TextChange] = []

    def __contains__(self, at: int) -> bool:
        return at in self.texts

    def replace(self, at: int, text: str) -> None:
        self.texts[at] = text

    def before(self, at: int, text: str) -> None:
        self.texts[at] = text + self.texts.get(at, self.table.texts[at])

    def behind(self, at: int, text: str) -> None:
        self.texts[at] = self.texts.get(at, self.table.texts[at]) + text

    def close(self, at: int, text: str, braces: bool) -> None:
        """`text` takes the place of a closing brace, or follows the last token of a statement."""
        if braces and at not in self.texts:
            self.replace(at, text)
        else:
            self.behind(at, f" {text}")
        if self.table.separated(at):
            self.behind(at, ";")

    def stretch(self, sources: Sources, first: int, last: int, text: str) -> None:
        """Another text for all tokens from one to another."""
        old = self.table.written(sources, first, last)
        self.stretches.append(TextChange(self.table.positions[first], old, text))

    def fix(self, title: str) -> tuple[Fix, ...]:
        """As one repair; none, if a macro has made one of the tokens."""
        edits = [TextChange(self.table.positions[at], self.table.texts[at], new) for at, new in self.texts.items()]
        made = any(edit.position >= EXPANSION_BASE or not edit.old for edit in (*edits, *self.stretches))
        return () if made else (Fix(title, (*edits, *self.stretches)),)
