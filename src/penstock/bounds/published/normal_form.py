"""Conditions in disjunctive normal form without negation.

!(x >= 4 && y != 0)     ->     x < 4  or  y == 0

Whatever is not a comparison of linear expressions counts as true, which only makes more possible.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from penstock.bounds.abstraction.graphs import Arc
from penstock.bounds.published.linear import Linear, Term, linear_of
from penstock.resolve.constants import constant_value
from penstock.resolve.model import Model
from penstock.syntax.nodes import Binary, Condition, Constant, Expression, Unary
from penstock.syntax.printer import expression_text

MOST_DISJUNCTS = 64
_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
_MIRRORED = {"<": ">", ">": "<", "=": "="}


@dataclass(frozen=True, slots=True)
class Atom:
    """An (in)equality `left operator right`, and what it compares with what.

    `control` is its control expression, without a constant; `border` its boundary value; `comparison` is
    `<`, `>` or `=`: numbers are whole, so `x <= 4` is `x < 5`.
    """

    left: Expression
    operator: str
    right: Expression
    control: Linear
    comparison: str
    border: int

    @property
    def terms(self) -> tuple[Term, ...]:
        return self.control.terms

    @property
    def text(self) -> str:
        return f"{expression_text(self.left)} {self.operator} {expression_text(self.right)}"


Disjunct = tuple[Atom, ...]
TRUE: list[Disjunct] = [()]
FALSE: list[Disjunct] = []


def guard_disjuncts(model: Model, arc: Arc) -> list[Disjunct] | None:
    """The condition under which a step can be taken; None if it is not a condition statement, or always true."""
    if isinstance(arc.statement, Condition):
        value = arc.statement.expression
        return None if constant_value(value) else disjuncts(model, value)
    if not arc.beside:
        return None
    found = TRUE
    for guard in arc.beside:
        found = _both(found, disjuncts(model, guard.expression, False))
    return found


def disjuncts(model: Model, value: Expression, wanted: bool = True) -> list[Disjunct]:
    """The normal form of an expression that is true, or false if that is wanted."""
    match value:
        case Unary(operator="!"):
            return disjuncts(model, value.operand, not wanted)
        case Binary(operator="&&" | "||" as operator):
            left, right = disjuncts(model, value.left, wanted), disjuncts(model, value.right, wanted)
            return _both(left, right) if (operator == "&&") == wanted else _either(left, right)
        case Binary(operator="<" | "<=" | ">" | ">=" | "==" | "!=" as operator):
            return _comparison(model, value.left, operator if wanted else _OPPOSITE[operator], value.right)
        case _:
            zero = Constant(value.first, value.last, 0)
            return _comparison(model, value, "!=" if wanted else "==", zero)


def _both(left: list[Disjunct], right: list[Disjunct]) -> list[Disjunct]:
    if len(left) * len(right) > MOST_DISJUNCTS:
        return left if len(left) <= MOST_DISJUNCTS else TRUE
    return [(*first, *second) for first, second in product(left, right)]


def _either(left: list[Disjunct], right: list[Disjunct]) -> list[Disjunct]:
    return [*left, *right] if len(left) + len(right) <= MOST_DISJUNCTS else TRUE


def _comparison(model: Model, left: Expression, operator: str, right: Expression) -> list[Disjunct]:
    if operator == "!=":
        return _either(_comparison(model, left, "<", right), _comparison(model, left, ">", right))
    first, second = linear_of(model, left), linear_of(model, right)
    if first is None or second is None:
        return TRUE
    difference = first.plus(second, -1)
    if not difference.factors:
        # `x + 1 > x` is not always true in a machine: only constants decide.
        return TRUE if first.factors or constant_value(Binary(0, 0, operator, left, right)) else FALSE
    return [(_atom(left, operator, right, difference),)]


def _atom(left: Expression, operator: str, right: Expression, difference: Linear) -> Atom:
    border = -difference.constant + {"<=": 1, ">=": -1}.get(operator, 0)
    comparison = operator[0]
    control = Linear(0, difference.factors)
    if control.factors[0][1] < 0:
        control, border, comparison = control.times(-1), -border, _MIRRORED[comparison]
    return Atom(left, operator, right, control, comparison, border)
