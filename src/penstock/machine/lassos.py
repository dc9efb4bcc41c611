"""Runs that never end: a way to a cycle that is wrong, and the cycle; the shortest of them, and whom they leave out.

A cycle is wrong if it passes a state that is `accepting` (a state of the never claim, of a process), or if all of its
states are ones that a cycle must not have alone (no progress).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from penstock.budget import check
from penstock.graphs import components, grouped
from penstock.machine.cutting import earliest_cycle
from penstock.machine.engine import MachineStep
from penstock.machine.rounds import Rounds, Way
from penstock.machine.run_graph import RunArc, RunGraph
from penstock.machine.runtime import FIRST_PROCESS, State

Judge = Callable[[State], bool]
_FAR = 1 << 60


@dataclass(frozen=True, slots=True)
class RunLasso:
    """The steps of processes to a cycle, and those in it; an empty cycle: nothing happens any more."""

    stem: tuple[MachineStep, ...]
    cycle: tuple[MachineStep, ...]

    @property
    def length(self) -> int:
        return len(self.stem) + len(self.cycle)


class WrongCycles:
    """The cycles of a graph that are wrong: they pass a state that is `accepting`, and have only `allowed` states."""

    def __init__(self, graph: RunGraph, accepting: Judge, allowed: Judge | None = None) -> None:
        self.graph = graph
        nodes = [node for node, state in enumerate(graph.states) if allowed is None or allowed(state)]
        self._allowed = set(nodes)
        self._component = components(nodes, self._following)
        self._inside: list[list[RunArc]] = [[] for _ in graph.states]
        for node in nodes:
            own = self._component[node]
            self._inside[node] = [arc for arc in graph.arcs[node] if self._component.get(arc.target, -1) == own]
        wrong = {self._component[node] for node in nodes if self._inside[node] and accepting(graph.states[node])}
        members = grouped((self._component[node], node) for node in nodes)
        self.parts = [members[component] for component in sorted(wrong)]
        """Sets of states that lead to each other: each has wrong cycles through any of its states and arcs."""
        self.accepted = sorted(
            (node for part in self.parts for node in part if self._inside[node] and accepting(graph.states[node])),
            key=lambda node: graph.distances[node],
        )

    def _following(self, node: int) -> Iterable[int]:
        return (arc.target for arc in self.graph.arcs[node] if arc.target in self._allowed)

    def exists_fair_to(self, processes: Iterable[int]) -> bool:
        """Whether a wrong cycle lets each of these processes move, or has a state where it cannot."""
        wanted = sum(1 << pid for pid in processes)
        return any(self._served(part) & wanted == wanted for part in self.parts)

    def _served(self, part: Sequence[int]) -> int:
        """The processes that move in some wrong cycle of a part, or cannot move in one of its states."""
        served = 0
        for node in part:
            served |= ~self.graph.able[node]
            for arc in self._inside[node]:
                served |= arc.movers
        return served

    def shortest(self, below: int = _FAR) -> RunLasso | None:
        """The shortest way to and round a wrong cycle, if it has fewer steps than `below`."""
        before = self._before()
        best: tuple[int, int, int] | None = None
        for accepted in self.accepted:
            check()
            if self.graph.distances[accepted] >= below:
                break
            there = self._distances(accepted, self._inside, below, leaving=True)
            back = self._distances(accepted, before, below)
            for entry, away in there.items():
                length = self.graph.distances[entry] + away[0] + back[entry][0] if entry in back else below
                if length < below:
                    below, best = length, (entry, accepted, length)
        return None if best is None else self._lasso(best[0], best[1], before)

    def shortest_in_rounds(self, below: int) -> RunLasso | None:
        """The shortest of all with fewer steps than `below`, in how many rounds the claim may ever accept it."""
        if not self.graph.machine.claim:
            return None
        found = Rounds(self.graph, self.parts, self.accepted).shortest(below)
        return None if found is None else RunLasso(self._steps(found[0]), self._steps(found[1]))

    def _before(self) -> list[list[RunArc]]:
        """The arcs inside of components, turned round."""
        before: list[list[RunArc]] = [[] for _ in self._inside]
        for node, arcs in enumerate(self._inside):
            for arc in arcs:
                before[arc.target].append(arc._replace(target=node))
        return before

    def _distances(
        self, start: int, arcs: Sequence[Sequence[RunArc]], below: int, leaving: bool = False
    ) -> dict[int, tuple[int, int, RunArc | None]]:
        """How far it is from a node to others, over which node and arc; to itself only by a way, if it is `leaving`."""
        found: dict[int, tuple[int, int, RunArc | None]] = {}
        waiting: list[tuple[int, int, int, RunArc | None]] = [(0, start, start, None)]
        while waiting:
            distance, node, over, by = heappop(waiting)
            if node in found:
                continue
            if not (leaving and by is None):
                found[node] = distance, over, by
            for arc in arcs[node]:
                if distance + arc.length < below and arc.target not in found:
                    heappush(waiting, (distance + arc.length, arc.target, node, arc))
        return found

    def _lasso(self, entry: int, accepted: int, before: list[list[RunArc]]) -> RunLasso:
        back = self._distances(accepted, before, _FAR)
        there = self._distances(accepted, self._inside, _FAR, leaving=True)
        cycle: Way = []
        node = entry
        while node != accepted:
            _, towards, arc = back[node]
            assert arc is not None
            cycle.append((node, arc._replace(target=towards)))
            node = towards
        away: Way = []
        node = entry
        while not away or node != accepted:
            _, over, arc = there[node]
            assert arc is not None
            away.append((over, arc))
            node = over
        cycle += away[::-1]
        return self._cut(self._stem(entry), cycle)

    def _cut(self, stem: Way, cycle: Way) -> RunLasso:
        """The lasso, or a part of it that is one, too."""
        way = [*stem, *cycle]
        begin, end = len(stem), len(way)
        if self.graph.machine.claim and all(arc.length for _, arc in way):
            states = [*(self.graph.states[node] for node, _ in way), self.graph.states[way[-1][1].target]]
            begin, end = earliest_cycle(self.graph.machine, states) or (begin, end)
        return RunLasso(self._steps(way[:begin]), self._steps(way[begin:end]))

    def _stem(self, target: int) -> Way:
        """A shortest way from the beginning."""
        found = self._distances(0, self.graph.arcs, self.graph.distances[target] + 1)
        way: Way = []
        while target != 0:
            _, over, arc = found[target]
            assert arc is not None
            way.append((over, arc))
            target = over
        return way[::-1]

    def _steps(self, way: Way) -> tuple[MachineStep, ...]:
        return tuple(step for node, arc in way for step in self.graph.path(node, arc) if step.at >= FIRST_PROCESS)
