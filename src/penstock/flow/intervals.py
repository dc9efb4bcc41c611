"""Numbers between two limits: what is known of values of which there are too many to list."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from penstock.resolve.constants import constant_value
from penstock.resolve.ranges import INT, TRUTH, Interval, fits, range_of
from penstock.resolve.symbols import RANGES
from penstock.syntax.nodes import Binary, Conditional, Expression, Reference, Run, Unary

ANYTHING = INT


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
    return values if values is None or fits(values, limits) else limits


Read = Callable[[Reference], Interval]
"""What a variable may hold."""
Taught = Callable[[Expression, bool, Read], Read]
"""What variables may hold where a condition is true, or false."""


def interval(value: Expression, read: Read, taught: Taught = lambda _, __, read: read) -> Interval:
    """The values that an expression may have, given what the variables in it may hold."""
    constant = constant_value(value)
    if constant is not None:
        return constant, constant
    match value:
        case Reference():
            return read(value)
        case Conditional():
            true, false = (taught(value.condition, holds, read) for holds in (True, False))
            found = join(interval(value.when_true, true, taught), interval(value.when_false, false, taught))
            return found or ANYTHING
        case Unary(operator="!"):
            return TRUTH
        case Unary(operator="-"):
            low, high = interval(value.operand, read, taught)
            return _int((-high, -low))
        case Binary():
            return _int(
                range_of(value.operator, interval(value.left, read, taught), interval(value.right, read, taught))
            )
        case Run():
            return RANGES["pid"]
        case _:
            return ANYTHING


def _int(values: Interval) -> Interval:
    """The machine computes with 32 bits: what does not fit may be anything."""
    return values if fits(values) else ANYTHING
