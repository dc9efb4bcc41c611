"""Cycles of one process that are taken forever are connected by shared locations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from penstock.bounds.published.cycles import Cycle, neighbours
from penstock.bounds.published.requirements import Absent, Present, Requirements
from penstock.budget import check
from penstock.graphs import grouped, layers, reachable

MOST_SETS = 16
MOST_WAYS = 2000
"""With more sets that connect two cycles, or more ways to look at for them, the split in four is taken."""


class TooManyWays(Exception):
    pass


def separated(taken: Iterable[Cycle]) -> tuple[Cycle, Cycle] | None:
    """Two cycles of one process that are not connected by those that are taken."""
    # Of several processes of a class each may be somewhere else.
    alone = [cycle for cycle in taken if not cycle.process.again and not cycle.process.owner.several]
    for cycles in grouped((cycle.process, cycle) for cycle in alone).values():
        reached = _connected(cycles[0], cycles)
        for other in cycles:
            if other not in reached:
                return cycles[0], other
    return None


def _connected(start: Cycle, cycles: Sequence[Cycle]) -> set[Cycle]:
    return reachable([start], _beside(cycles))


def _beside(cycles: Iterable[Cycle]) -> Callable[[Cycle], Iterable[Cycle]]:
    """The neighbours of a cycle, and the cycle itself."""
    passing = grouped(((cycle.process, location), cycle) for cycle in cycles for location in cycle.locations)

    def beside(cycle: Cycle) -> Iterator[Cycle]:
        check()
        for location in cycle.locations:
            yield from passing.get((cycle.process, location), ())

    return beside


def connecting_sets(first: Cycle, second: Cycle, cycles: Sequence[Cycle]) -> Iterator[tuple[Cycle, ...]]:
    """The smallest self-connected sets that contain both: ways from one to the other without short cuts."""
    waiting: list[tuple[Cycle, ...]] = [(first,)]
    useful = _connected(second, cycles)
    looked_at = 0
    while waiting:
        path = waiting.pop(0)
        looked_at += 1
        if looked_at > MOST_WAYS:
            raise TooManyWays
        for other in cycles:
            if other in path or other not in useful or not neighbours(path[-1], other):
                continue
            if any(neighbours(earlier, other) for earlier in path[:-1]):
                continue
            if other is second:
                yield (*path, other)
            else:
                waiting.append((*path, other))


def split_by_sets(first: Cycle, second: Cycle, cycles: Sequence[Cycle]) -> list[Requirements] | None:
    """The split in n + 3, where n sets connect the two; None if there are too many."""
    try:
        sets = list(islice(connecting_sets(first, second, cycles), MOST_SETS + 1))
    except TooManyWays:
        return None
    if len(sets) > MOST_SETS:
        return None
    ordered = [(first, second, *(cycle for cycle in found if cycle not in (first, second))) for found in sets]
    return _not_both(first, second) + [tuple(Present((cycle,)) for cycle in found) for found in ordered]


def split_in_four(first: Cycle, second: Cycle, cycles: Sequence[Cycle]) -> list[Requirements]:
    """The split in four, where one cycle of each layer between the two must be taken."""
    between = _layers(first, second, cycles)
    if between is None:
        return _not_both(first, second)
    both = (Present((first,)), Present((second,)), *(Present(layer) for layer in between))
    return [*_not_both(first, second), both]


def _not_both(first: Cycle, second: Cycle) -> list[Requirements]:
    return [
        (Absent(first), Absent(second)),
        (Absent(first), Present((second,))),
        (Present((first,)), Absent(second)),
    ]


def _layers(first: Cycle, second: Cycle, cycles: Sequence[Cycle]) -> list[tuple[Cycle, ...]] | None:
    """Cycles at distance 1, 2, ... from each of the two until these layers meet; None if they never do."""
    here, there = ([_in_order(layer) for layer in layers([start], _beside(cycles))] for start in (first, second))
    for distance, (near, far) in enumerate(zip(here[1:], there[1:], strict=False), 1):
        if any(ours is theirs or neighbours(ours, theirs) for ours in near for theirs in far):
            return here[1 : distance + 1] + there[distance:0:-1]
    return None


def _in_order(layer: Iterable[Cycle]) -> tuple[Cycle, ...]:
    return tuple(sorted(layer, key=lambda cycle: cycle.number))
