"""Sets of numbers that an expression may evaluate to.

A set of values is a frozenset, or None: anything its type can hold.  Sets that grow too large
become None, so every computation with them ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

Values = frozenset[int] | None
NOTHING: frozenset[int] = frozenset()
ANY: Values = None
MOST_VALUES = 300
MOST_COMBINATIONS = 8192


def bounded(values: Iterable[int]) -> Values:
    """A set, unless it has too many members."""
    found = frozenset(values)
    return found if len(found) <= MOST_VALUES else ANY


def join(first: Values, second: Values) -> Values:
    if first is None or second is None:
        return ANY
    if second <= first:
        return first
    return second if first <= second else bounded(first | second)


def meet(first: Values, second: Values) -> Values:
    if first is None or second is None:
        return first if second is None else second
    return first & second


def cut(values: Values, limits: tuple[int, int]) -> Values:
    """The values as a variable that holds `low` to `high` keeps them: the upper bits are lost."""
    if values is None:
        return ANY
    low, high = limits
    if all(low <= value <= high for value in values):
        return values
    return frozenset((value - low & high - low) + low for value in values)


def each(function: Callable[[int, int], int | None], left: Values, right: Values) -> Values:
    """What a function of two numbers may give."""
    if left is None or right is None or len(left) * len(right) > MOST_COMBINATIONS:
        return ANY
    results = {function(first, second) for first in left for second in right}
    return ANY if None in results else bounded(results)  # type: ignore[arg-type]


def truths(values: Values) -> frozenset[int]:
    """Whether values may be false (0), true (1), or both."""
    return frozenset((0, 1)) if values is None else frozenset(int(value != 0) for value in values)
