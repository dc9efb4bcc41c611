"""Numbers between two limits: what is known of values of which there are too many to list."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product

from penstock.resolve.constants import apply_binary, constant_value
from penstock.resolve.symbols import RANGES
from penstock.syntax.nodes import Binary, Conditional, Expression, Reference, Run, Unary

Interval = tuple[int, int]
ANYTHING: Interval = RANGES["int"]
TRUTH: Interval = RANGES["bool"]
_TRUTH_OPERATORS = frozenset(["==", "!=", "<", "<=", ">", ">=", "&&", "||"])


def around(values: Iterable[int]) -> Interval:
    known = list(values)
    return min(known), max(known)


def join(first: Interval | None, second: Interval | None) -> Interval | None:
    """All values of both; None is nothing."""
    if first is None or second is None:
        return first if second is None else second
    return min(first[0], second[0]), max(first[1], second[1])


def cut(values: Interval | None, limits: Interval) -> Interval | None:
    """What is left of values in something that holds `limits`: a number that does not fit becomes any that does."""
    fits = values is None or (limits[0] <= values[0] and values[1] <= limits[1])
    return values if fits else limits


def interval(value: Expression, read: Callable[[Reference], Interval]) -> Interval:
    """The values that an expression may have, given what the variables in it may hold."""
    constant = constant_value(value)
    if constant is not None:
        return constant, constant
    match value:
        case Reference():
            return read(value)
        case Conditional():
            found = join(interval(value.when_true, read), interval(value.when_false, read))
            return found or ANYTHING
        case Unary(operator="!"):
            return TRUTH
        case Unary(operator="-"):
            low, high = interval(value.operand, read)
            return _int((-high, -low))
        case Binary(operator=operator) if operator in _TRUTH_OPERATORS:
            return TRUTH
        case Binary():
            return _binary(value.operator, interval(value.left, read), interval(value.right, read))
        case Run():
            return RANGES["pid"]
        case _:
            return ANYTHING


def _binary(operator: str, left: Interval, right: Interval) -> Interval:
    match operator:
        case "+":
            return _int((left[0] + right[0], left[1] + right[1]))
        case "-":
            return _int((left[0] - right[1], left[1] - right[0]))
        case "*":
            return _int(around(first * second for first, second in product(left, right)))
        case "/" if right[0] > 0:
            return around(apply_binary("/", first, second) or 0 for first, second in product(left, right))
        case "%" if right[0] > 0:
            most = right[1] - 1
            return max(-most, min(left[0], 0)), min(most, max(left[1], 0))
        case "&" if left[0] >= 0 and right[0] >= 0:
            return 0, min(left[1], right[1])
        case _:
            return ANYTHING


def _int(values: Interval) -> Interval:
    """The machine computes with 32 bits: what does not fit may be anything."""
    return values if ANYTHING[0] <= values[0] and values[1] <= ANYTHING[1] else ANYTHING
