"""The shortest run that repeats itself, where the claim may need several rounds of it.

A run of processes s0 s1 (s2 s3) violates a formula if the claim can follow it and accept again and again; after one
round the claim need not be where it was.  So a way is searched together with all that the claim can do on it: before
the cycle the set of its places, and in the cycle from which place it leads to which, with or without accepting.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import count

from penstock.budget import check
from penstock.machine.run_graph import RunArc, RunGraph, members
from penstock.machine.runtime import State

Way = list[tuple[int, RunArc]]
"""Arcs of the graph that follow each other for the processes, each with the node that it leaves; the claim aside."""
_Round = tuple[tuple[int, int], ...]
"""For each place of the claim: the places where it can be then, as bits, and those reached by accepting."""
_Node = tuple[int, int | _Round]
_Over = tuple[_Node, tuple[int, RunArc]] | None
"""The node before, and the arc that leads on from there."""


class Rounds:
    """Ways of the processes with what the claim can do on them; `parts` are nodes that lead to each other wrongly."""

    def __init__(self, graph: RunGraph, parts: Sequence[Sequence[int]], accepted: Sequence[int]) -> None:
        slot = graph.machine.program.claim_slot
        assert slot is not None
        numbers: dict[State, int] = {}
        self._graph = graph
        self._claim = [state[0][slot] for state in graph.states]
        self._places = [numbers.setdefault(_without_claim(state, slot), len(numbers)) for state in graph.states]
        self._accepting = _union(1 << self._claim[node] for node in accepted)
        self._parts = [0] * len(numbers)
        for number, part in enumerate(parts):
            for node in part:
                self._parts[self._places[node]] |= 1 << number
        self._moves: list[dict[int, int]] = [{} for _ in numbers]
        self._arcs: list[dict[tuple[int, int], tuple[int, RunArc]]] = [{} for _ in numbers]
        for node, arcs in enumerate(graph.arcs):
            place, claim = self._places[node], self._claim[node]
            for arc in arcs:
                bit = 1 << self._claim[arc.target]
                self._moves[place][claim] = self._moves[place].get(claim, 0) | bit
                self._arcs[place].setdefault((self._places[arc.target], arc.length), (node, arc))
        self._sources: list[list[tuple[int, int]]] = [[] for _ in numbers]
        for place, found in enumerate(self._arcs):
            for target, length in found:
                self._sources[target].append((place, length))

    def shortest(self, below: int) -> tuple[Way, Way] | None:
        """The way to a cycle and the cycle with fewest steps, fewer than `below`; None if there is none."""
        found: tuple[Way, Way] | None = None
        before: dict[_Node, _Over] = {}
        order = count()
        waiting: list[tuple[int, int, int, int, _Over]] = [(0, 0, self._places[0], 1 << self._claim[0], None)]
        while waiting and waiting[0][0] < below:
            length, _, place, claims, over = heappop(waiting)
            if (place, claims) in before:
                continue
            check()
            before[place, claims] = over
            cycle = self._cycle(place, claims, below - length) if self._parts[place] else None
            if cycle is not None:
                below = length + sum(arc.length for _, arc in cycle)
                found = _way(before, (place, claims)), cycle
            after = self._after(place, claims)
            for (target, more), by in self._arcs[place].items() if after else ():
                heappush(waiting, (length + more, next(order), target, after, ((place, claims), by)))
        return found

    def _after(self, place: int, claims: int) -> int:
        """Where the claim can be after it has seen a state of the processes."""
        moves = self._moves[place]
        return _union(moves.get(claim, 0) for claim in members(claims))

    def _cycle(self, entry: int, claims: int, below: int) -> Way | None:
        """The shortest way round from a state of the processes on which the claim can accept for ever."""
        home = self._home(entry, below)
        first: _Round = tuple((1 << claim, 0) for claim in range(max(self._claim) + 1))
        before: dict[_Node, _Over] = {}
        order = count()
        waiting: list[tuple[int, int, int, _Round, _Over]] = [(0, 0, entry, first, None)]
        while waiting:
            length, _, place, claimed, over = heappop(waiting)
            if over is not None and place == entry and self._is_accepted(claims, claimed):
                before[place, claimed] = over
                return _way(before, (place, claimed))
            if (place, claimed) in before:
                continue
            check()
            before[place, claimed] = over
            followed = self._followed(place, claimed)
            for (target, more), by in self._arcs[place].items():
                if target in home and length + more + home[target] < below:
                    heappush(waiting, (length + more, next(order), target, followed, ((place, claimed), by)))
        return None

    def _home(self, entry: int, below: int) -> dict[int, int]:
        """How far it is at least to the entry, from where a wrong cycle through it can pass."""
        found: dict[int, int] = {}
        waiting = [(0, entry)]
        while waiting:
            length, place = heappop(waiting)
            if place in found:
                continue
            found[place] = length
            for source, more in self._sources[place]:
                if length + more < below and self._parts[source] & self._parts[entry]:
                    heappush(waiting, (length + more, source))
        return found

    def _followed(self, place: int, claimed: _Round) -> _Round:
        found = []
        for anywhere, accepting in claimed:
            targets = self._after(place, anywhere)
            found.append((targets, self._after(place, accepting) | targets & self._accepting))
        return tuple(found)

    def _is_accepted(self, claims: int, claimed: _Round) -> bool:
        """Whether going round again and again, the claim can accept again and again."""
        return any(
            _reached(claimed, 1 << target) >> claim & 1
            for claim in members(_reached(claimed, claims))
            for target in members(claimed[claim][1])
        )


def _without_claim(state: State, slot: int) -> State:
    values = state[0]
    return ((*values[:slot], *values[slot + 1 :]), *state[1:])


def _way(before: dict[_Node, tuple[_Node, tuple[int, RunArc]] | None], node: _Node) -> Way:
    way: Way = []
    while (over := before[node]) is not None:
        way.append(over[1])
        node = over[0]
    return way[::-1]


def _reached(claimed: _Round, claims: int) -> int:
    """Where the claim can be after any number of rounds."""
    known = claims
    while (more := known | _union(claimed[claim][0] for claim in members(known))) != known:
        known = more
    return known


def _union(sets: Iterator[int]) -> int:
    found = 0
    for one in sets:
        found |= one
    return found
