"""What may come from outside, as the closed model has it: what a field holds is known, limited, or unknown.

env q ? temp(0 .. 40)          one arrival: `temp`, and a value within limits
env q ? mode(1 | 3)            two: `mode` with 1, `mode` with 3
env q ? pair(lo : 0 .. 1, hi : 0 .. 1) where lo <= hi
                               three, whose values are known: 0 and 0, 0 and 1, 1 and 1
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from penstock.flow.intervals import around
from penstock.resolve.contracts import Terms
from penstock.resolve.ranges import Interval

MOST_ARRIVALS = 64
"""If there are more of a message than this, its values are unknown within limits, and their relation is not kept."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """Messages from outside: the smallest and the largest value of each field, or None for any of its type."""

    fields: tuple[Interval | None, ...] = ()

    def limits(self, number: int) -> Interval | None:
        return self.fields[number] if number < len(self.fields) else None

    def known(self, number: int) -> int | None:
        """The value of a field, if there is only one."""
        limits = self.limits(number)
        return limits[0] if limits is not None and limits[0] == limits[1] else None

    def fits(self, number: int, value: int) -> bool:
        limits = self.limits(number)
        return limits is None or limits[0] <= value <= limits[1]


ANYTHING = Arrival()


def arrivals_of(terms: Terms, types: Sequence[Interval]) -> list[Arrival]:
    """The arrivals that stand for a message whose fields have types with these limits."""
    exact = _exact(terms, types)
    return exact if exact is not None else [Arrival(_around(terms, types))]


def is_exact(terms: Terms, types: Sequence[Interval]) -> bool:
    """Whether the relation of a message is kept."""
    return terms.where is None or _exact(terms, types) is not None


def distinct(found: Iterable[Arrival]) -> tuple[Arrival, ...]:
    """In the order of their values; nothing else counts where anything may come."""
    known = dict.fromkeys(found)
    return (ANYTHING,) if ANYTHING in known else tuple(sorted(known, key=_order))


def _order(arrival: Arrival) -> list[tuple[int, int]]:
    return [limits if limits is not None else (-(1 << 32), 0) for limits in arrival.fields]


def _exact(terms: Terms, types: Sequence[Interval]) -> list[Arrival] | None:
    """An arrival for each combination of what was listed; None if they are too many."""
    ways: list[list[Interval | None]] = [[*terms.values(place)] or [None] for place in range(len(terms.fields))]
    related = terms.related()
    combinations = terms.combinations(types) if related else [()]
    free = prod(len(way) for number, way in enumerate(ways) if number not in related)
    if combinations is None or free * len(combinations) > MOST_ARRIVALS:
        return None
    found = []
    for chosen in combinations:
        known = dict(zip(related, chosen, strict=True))
        fixed = [[(known[number],) * 2] if number in known else way for number, way in enumerate(ways)]
        found += [Arrival(tuple(fields)) for fields in product(*fixed)]
    return found


def _around(terms: Terms, types: Sequence[Interval]) -> tuple[Interval | None, ...]:
    """The limits of each field by itself."""
    found: list[Interval | None] = []
    related = terms.related()
    combinations = terms.combinations(types) if related else None
    for number in range(len(terms.fields)):
        values = terms.values(number)
        if combinations and number in related:
            found.append(around(chosen[related.index(number)] for chosen in combinations))
        else:
            found.append(around(limit for one in values for limit in one) if values else None)
    return tuple(found)
