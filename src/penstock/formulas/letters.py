"""What can be seen at one moment of a run: which of the conditions of some formulas hold together.

Conditions that compare the same thing with numbers depend on each other: `x < 3` and `x == 5` never hold together.
Others are taken for independent.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations, product

from penstock.errors import UsageError
from penstock.syntax.nodes import Binary, Constant, Expression, Reference
from penstock.syntax.printer import expression_text
from penstock.syntax.walk import walk

MOST_LETTERS = 4096
_TESTS = {
    "==": lambda value, number: value == number,
    "!=": lambda value, number: value != number,
    "<": lambda value, number: value < number,
    "<=": lambda value, number: value <= number,
    ">": lambda value, number: value > number,
    ">=": lambda value, number: value >= number,
}
_TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}
_SMALLEST, _LARGEST = -(1 << 31), (1 << 31) - 1


@dataclass(frozen=True, slots=True)
class TermTest:
    """A condition as a question about a term; `truth`: the term is a condition itself."""

    term: str
    operator: str
    number: int
    truth: bool = False

    def holds(self, value: int) -> bool:
        return bool(_TESTS[self.operator](value, self.number))


@dataclass(frozen=True, slots=True)
class Letter:
    """One way things can be: a value for each term."""

    values: tuple[tuple[str, int], ...]
    true: frozenset[str]
    """The conditions that hold."""
    said: tuple[str, ...]


def test_of(condition: Expression) -> TermTest:
    match condition:
        case Binary(operator=operator, left=left, right=Constant(value=number)) if operator in _TESTS:
            return TermTest(expression_text(left), operator, number)
        case Binary(operator=operator, left=Constant(value=number), right=right) if operator in _TESTS:
            return TermTest(expression_text(right), _TURNED[operator], number)
        case Binary(operator=">" | ">=" | "!=" as operator, left=left, right=right):
            return _between(operator, left, right)
        case _:
            return TermTest(expression_text(condition), "!=", 0, truth=isinstance(condition, Binary))


def _between(operator: str, left: Expression, right: Expression) -> TermTest:
    """`a > b` is `b < a`, `a >= b` is not `a < b`, `a != b` is not `a == b`."""
    one, other = expression_text(left), expression_text(right)
    if operator == ">":
        return TermTest(f"{other} < {one}", "!=", 0, truth=True)
    return TermTest(f"{one} {'<' if operator == '>=' else '=='} {other}", "==", 0, truth=True)


def letters(conditions: Mapping[str, Expression]) -> list[Letter]:
    """All ways the conditions can be at one moment, those with few of them first."""
    asked = {text: test_of(condition) for text, condition in conditions.items()}
    terms = dict.fromkeys(comparison.term for comparison in asked.values())
    choices = [_values([one for one in asked.values() if one.term == term]) for term in terms]
    number = 1
    for choice in choices:
        number *= len(choice)
    if number > MOST_LETTERS:
        raise UsageError(f"the conditions can be combined in {number:,} ways, more than {MOST_LETTERS:,}")
    found = [_letter(dict(zip(terms, values, strict=True)), asked) for values in product(*choices)]
    return sorted(found, key=lambda letter: len(letter.true))


def _values(asked: list[TermTest]) -> list[int]:
    """Numbers that answer the questions about one term in all possible ways, 0 first."""
    near = sorted(
        {one.number + off for one in asked for off in (-1, 0, 1)} | {0}, key=lambda value: (abs(value), -value)
    )
    answers: dict[tuple[bool, ...], int] = {}
    for value in near:
        if _SMALLEST <= value <= _LARGEST:
            answers.setdefault(tuple(one.holds(value) for one in asked), value)
    return list(answers.values())


def _letter(values: dict[str, int], asked: Mapping[str, TermTest]) -> Letter:
    true = frozenset(text for text, one in asked.items() if one.holds(values[one.term]))
    return Letter(tuple(values.items()), true, tuple(_said(term, value, asked) for term, value in values.items()))


def _said(term: str, value: int, asked: Mapping[str, TermTest]) -> str:
    about = [one for one in asked.values() if one.term == term]
    if all(one.truth or (one.number == 0 and one.operator == "!=" and term in asked) for one in about):
        wrapped = f"({term})" if about[0].truth else term
        return term if value else f"!{wrapped}"
    return f"{term} == {value}"


def dependent(conditions: Iterable[Expression]) -> list[tuple[str, str]]:
    """Pairs of terms that have a variable in common: in a model, they may depend on each other."""
    named: dict[str, set[str]] = {}
    for condition in conditions:
        names = {node.name for node in walk(condition) if isinstance(node, Reference)}
        named.setdefault(test_of(condition).term, set()).update(names)
    return [(one, other) for one, other in combinations(named, 2) if named[one] & named[other]]
