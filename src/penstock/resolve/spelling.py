"""What people wrote: macros by their names, `true` and `skip` as words, formulas with their own parentheses."""

from __future__ import annotations

import re

from penstock.source import Sources
from penstock.syntax.nodes import Constant, Expression, Ltl, Node, Pattern
from penstock.syntax.parser import Syntax

_WORDS = ("true", "false", "skip")
_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)


def spelled(syntax: Syntax, sources: Sources, value: Expression | Pattern) -> str | None:
    """The macro that a value is all of, or a word or character that stands for a number; None for anything else."""
    last = len(syntax.tokens.texts) - 1
    if not 0 <= value.first <= value.last <= last:
        return None
    # A translation has no macros left, but the words stay.
    macro = _macro(syntax, sources, value) if syntax.translation is None else None
    if macro is not None or not isinstance(value, Constant) or value.name is not None:
        return macro
    text = syntax.tokens.texts[value.first]
    return text if text in _WORDS or text.startswith("'") else None


def _macro(syntax: Syntax, sources: Sources, value: Node) -> str | None:
    positions, texts = syntax.tokens.positions, syntax.tokens.texts
    call = sources.called(positions[value.first])
    if not call[1] or sources.called(positions[value.last]) != call:
        return None

    def is_inside(at: int) -> bool:
        return 0 <= at < len(positions) and sources.called(positions[at]) == call

    first, last = value.first, value.last
    while is_inside(first - 1) and is_inside(last + 1) and (texts[first - 1], texts[last + 1]) == ("(", ")"):
        first, last = first - 1, last + 1
    return None if is_inside(first - 1) or is_inside(last + 1) else _call(sources, *call)


def _call(sources: Sources, position: int, name: str) -> str | None:
    """The text of a call of a macro, with its arguments."""
    file = sources.file_at(position)
    text = file.text[position - file.base :]
    if not text.startswith(name):
        return None
    arguments = re.match(r"\s*\(", text[len(name) :])
    if arguments is None:
        return name
    depth = 0
    for at, letter in enumerate(text):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == ")" and depth == 0:
            return _squeezed(text[: at + 1])
    return None


def written_formula(syntax: Syntax, sources: Sources, unit: Ltl) -> str | None:
    """A formula as it stands between its braces; None if a macro or a translation has made it."""
    texts, positions = syntax.tokens.texts, syntax.tokens.positions
    opening = next((at for at in range(unit.first, unit.formula.first) if texts[at] == "{"), None)
    closing = next((at for at in range(unit.formula.last + 1, unit.last + 1) if texts[at] == "}"), None)
    if syntax.translation is not None or opening is None or closing is None:
        return None
    begin, end = positions[opening], positions[closing]
    if sources.expansion(begin) is not None or sources.expansion(end) is not None:
        return None
    file = sources.file_at(begin)
    return _squeezed(_COMMENT.sub(" ", file.text[begin - file.base + 1 : end - file.base]))


def _squeezed(text: str) -> str:
    return " ".join(text.split())
