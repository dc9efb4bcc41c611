"""Properties that come up again and again, by name.

response(request, grant)    ->    [] (request -> <> grant)
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches

from penstock.errors import UsageError

_CALL = re.compile(r"\s*([A-Za-z][\w-]*)\s*\((.*)\)\s*", re.DOTALL)
_WORD = re.compile(r"\w+")
_WHOLE = re.compile(r"\w+(\[\w+\])?(@\w+)?")


@dataclass(frozen=True, slots=True)
class FormulaPattern:
    """A name, what its parameters are called, the formula, and what it says."""

    name: str
    parameters: tuple[str, ...]
    formula: str
    meaning: str

    @property
    def call(self) -> str:
        return f"{self.name}({', '.join(self.parameters)})"


def _pattern(call: str, formula: str, meaning: str) -> FormulaPattern:
    name, *parameters = _WORD.findall(call)
    return FormulaPattern(name, tuple(parameters), formula, meaning)


PATTERNS = (
    _pattern("absence(p)", "[] !p", "p never holds"),
    _pattern("absence_before(p, end)", "<> end -> !p U end", "p does not hold before the first end, if there is one"),
    _pattern("absence_after(p, start)", "[] (start -> [] !p)", "after start, p never holds"),
    _pattern(
        "absence_between(p, start, end)",
        "[] (start && !end && <> end -> !p U end)",
        "from each start to the next end, p does not hold",
    ),
    _pattern("universality(p)", "[] p", "p always holds"),
    _pattern("exclusion(p, q)", "[] !(p && q)", "p and q never hold at the same time"),
    _pattern("existence(p)", "<> p", "p holds at some time"),
    _pattern("existence_before(p, end)", "!end W (p && !end)", "p holds before the first end, if there is one"),
    _pattern(
        "existence_after(p, start)", "[] !start || <> (start && <> p)", "after the first start, p holds at some time"
    ),
    _pattern("response(p, q)", "[] (p -> <> q)", "each p is answered by a q, then or later"),
    _pattern("precedence(first, then)", "!then W first", "then does not hold before first has"),
    _pattern("until(p, q)", "p U q", "p holds until q does, and q does"),
    _pattern("weak_until(p, q)", "p W q", "p holds until q does, or for ever"),
    _pattern("infinitely_often(p)", "[]<> p", "p holds again and again"),
    _pattern("stability(p)", "<>[] p", "from some time on, p holds for ever"),
    _pattern("weak_fairness(can, does)", "<>[] can -> []<> does", "who can for ever does again and again"),
    _pattern("strong_fairness(can, does)", "[]<> can -> []<> does", "who can again and again does again and again"),
)
BY_NAME = {pattern.name: pattern for pattern in PATTERNS}


def pattern_formula(text: str) -> str | None:
    """The formula that a pattern with arguments stands for; None if the text is no such thing."""
    call = _CALL.fullmatch(text)
    if call is None or not _closes_at_the_end(call[2]):
        return None
    name = call[1].replace("-", "_").lower()
    pattern = BY_NAME.get(name)
    if pattern is None:
        _refuse_similar(name, call[1])
        return None
    arguments = _arguments(call[2])
    if len(arguments) != len(pattern.parameters) or not all(arguments):
        raise UsageError(f"`{pattern.call}` takes {len(pattern.parameters)} conditions, not {len(arguments)}")
    given = dict(zip(pattern.parameters, map(_operand, arguments), strict=True))
    return _WORD.sub(lambda word: given.get(word[0], word[0]), pattern.formula)


def _refuse_similar(name: str, written: str) -> None:
    similar = get_close_matches(name, BY_NAME, 1, 0.8)
    if similar:
        raise UsageError(f"there is no pattern `{written}`; did you mean `{BY_NAME[similar[0]].call}`?")


def _operand(text: str) -> str:
    return text if _WHOLE.fullmatch(text) else f"({text})"


def _closes_at_the_end(inside: str) -> bool:
    """Whether the first parenthesis is closed by the last one: not so in `f(x) && g(y)`."""
    depth = 0
    for letter in inside:
        depth += (letter == "(") - (letter == ")")
        if depth < 0:
            return False
    return depth == 0


def _arguments(inside: str) -> list[str]:
    found, depth = [""], 0
    for letter in inside:
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and depth == 0:
            found.append("")
        else:
            found[-1] += letter
    return [one.strip() for one in found]
