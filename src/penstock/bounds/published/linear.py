"""Linear expressions over the variables of a process.

x1 > 2 - x2     ->     x1 + x2, compared with 2
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from penstock.resolve.constants import constant_value
from penstock.resolve.model import Model
from penstock.resolve.symbols import Variable
from penstock.syntax.nodes import Binary, Constant, Expression, Reference, Unary
from penstock.syntax.walk import final

Range = tuple[int, int]
INT: Range = (-(1 << 31), (1 << 31) - 1)


@dataclass(frozen=True, slots=True)
class Term:
    """A variable, an element of an array by a constant index, or a field: `root` is what is declared."""

    root: Variable
    name: str
    range: Range

    @property
    def plain(self) -> bool:
        """Whether nothing else is changed with it."""
        return self.root.size is None and self.root.structure is None


@dataclass(frozen=True, slots=True)
class Linear:
    """A constant and terms with factors that are not 0, in a fixed order."""

    constant: int
    factors: tuple[tuple[Term, int], ...] = ()

    @property
    def terms(self) -> tuple[Term, ...]:
        return tuple(term for term, _ in self.factors)

    def plus(self, other: Linear, times: int = 1) -> Linear:
        found = dict(self.factors)
        for term, factor in other.factors:
            found[term] = found.get(term, 0) + times * factor
        return linear(self.constant + times * other.constant, found)

    def times(self, factor: int) -> Linear:
        return linear(self.constant * factor, {term: factor * old for term, old in self.factors})

    def substituted(self, term: Term, value: Linear) -> Linear:
        factor = dict(self.factors).get(term, 0)
        rest = linear(self.constant, {other: number for other, number in self.factors if other != term})
        return rest.plus(value, factor)

    def span(self, ranges: Mapping[Term, Range] | None = None) -> Range:
        """The least and the greatest value if each term lies in its range."""
        low = high = self.constant
        for term, factor in self.factors:
            ends = [factor * end for end in (ranges or {}).get(term, term.range)]
            low, high = low + min(ends), high + max(ends)
        return low, high


def linear(constant: int, factors: Mapping[Term, int]) -> Linear:
    kept = ((term, factor) for term, factor in factors.items() if factor)
    return Linear(constant, tuple(sorted(kept, key=lambda item: (item[0].root.at, item[0].name))))


def term_of(model: Model, reference: Reference) -> Term | None:
    """The term that a reference means; None if an index is not constant, or if it is not a number."""
    variable = model.variables[final(reference)]
    name = _name(reference)
    if name is None or variable.structure is not None or variable.type == "chan":
        return None
    return Term(model.variables[reference], name, variable.range)


def _name(reference: Reference) -> str | None:
    index = ""
    if reference.index is not None:
        place = constant_value(reference.index)
        if place is None:
            return None
        index = f"[{place}]"
    if reference.member is None:
        return reference.name + index
    member = _name(reference.member)
    return None if member is None else f"{reference.name}{index}.{member}"


def linear_of(model: Model, value: Expression) -> Linear | None:
    """An expression as a linear one, as if numbers had no limit; None if it is not linear."""
    match value:
        case Constant():
            return Linear(value.value)
        case Reference():
            term = term_of(model, value)
            return None if term is None else Linear(0, ((term, 1),))
        case Unary(operator="-"):
            operand = linear_of(model, value.operand)
            return None if operand is None else operand.times(-1)
        case Binary(operator="+" | "-" | "*" as operator):
            left, right = linear_of(model, value.left), linear_of(model, value.right)
            return None if left is None or right is None else _combined(operator, left, right)
        case _:
            return None


def _combined(operator: str, left: Linear, right: Linear) -> Linear | None:
    if operator != "*":
        return left.plus(right, 1 if operator == "+" else -1)
    if not right.factors:
        return left.times(right.constant)
    return right.times(left.constant) if not left.factors else None


def parts_of(model: Model, value: Expression) -> Iterable[Linear]:
    """What the machine computes on the way to a linear expression, and the expression itself."""
    if isinstance(value, Unary):
        yield from parts_of(model, value.operand)
    elif isinstance(value, Binary):
        yield from parts_of(model, value.left)
        yield from parts_of(model, value.right)
    found = linear_of(model, value)
    assert found is not None
    yield found


def written(model: Model, value: Expression, names: Mapping[Term, str]) -> str:
    """A linear expression as it is written, with other names for its terms."""
    match value:
        case Constant():
            return str(value.value)
        case Reference():
            term = term_of(model, value)
            assert term is not None
            return names[term]
        case Unary():
            return f"-{_inside(model, value.operand, names)}"
        case Binary():
            right = value.right
            tight = value.operator != "+"
            shown = _inside(model, right, names) if tight else written(model, right, names)
            left = value.left
            first = _inside(model, left, names) if value.operator == "*" else written(model, left, names)
            return f"{first} {value.operator} {shown}"
        case _:
            raise AssertionError("only linear expressions are written")


def _inside(model: Model, value: Expression, names: Mapping[Term, str]) -> str:
    text = written(model, value, names)
    return f"({text})" if isinstance(value, Binary) else text
