"""All runs of a machine as a graph, for questions about what goes on forever.

A node is a state where it is the claim's turn, if there is one; an arc is a step, or all steps of an `atomic` sequence.
Nodes are found in the order of their distance from the initial state, so that a graph that was left incomplete has
all that is near.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import reduce
from heapq import heappop, heappush
from operator import or_
from typing import NamedTuple

from penstock.budget import check, in_time
from penstock.machine.build import Machine
from penstock.machine.engine import retaken
from penstock.machine.explore import Path, macro_steps
from penstock.machine.runtime import FIRST_PROCESS, State

_UNKNOWN = 1 << 60
"""A distance."""


class RunArc(NamedTuple):
    """A way to another node: `length` counts steps of processes, `movers` are the processes that take them, as bits."""

    target: int
    length: int
    movers: int


@dataclass(slots=True)
class RunGraph:
    """`able` are the processes that could take a step, as bits; `complete`: nothing is missing.

    `distances` are numbers of steps from the initial state, which is node 0.
    """

    machine: Machine
    states: list[State] = field(default_factory=list)
    arcs: list[tuple[RunArc, ...]] = field(default_factory=list)
    able: list[int] = field(default_factory=list)
    distances: list[int] = field(default_factory=list)
    complete: bool = False

    def path(self, source: int, arc: RunArc) -> Path:
        """The steps of an arc."""
        target = self.states[arc.target]
        return next(
            path
            for path in macro_steps(self.machine, self.states[source])
            if path[-1].state == target and _movers(path) == arc.movers and _length(path) == arc.length
        )


def run_graph(machine: Machine, most_states: int) -> RunGraph:
    """Visit states until there are no more, or too many, or time runs out."""
    graph = RunGraph(machine)
    graph.complete = in_time(lambda: _visit(graph, most_states)) or False
    return graph


def _visit(graph: RunGraph, most_states: int) -> bool:
    numbers: dict[State, int] = {}

    def number(state: State) -> int:
        if state not in numbers:
            numbers[state] = len(graph.states)
            graph.states.append(state)
            graph.arcs.append(())
            graph.able.append(0)
            graph.distances.append(_UNKNOWN)
        return numbers[state]

    graph.distances[number(graph.machine.initial)] = 0
    waiting = [(0, 0)]
    while waiting and len(graph.states) <= most_states:
        distance, node = heappop(waiting)
        if distance > graph.distances[node]:
            continue
        check()
        graph.arcs[node], graph.able[node] = _followed(graph.machine, graph.states[node], number)
        for arc in graph.arcs[node]:
            if distance + arc.length < graph.distances[arc.target]:
                graph.distances[arc.target] = distance + arc.length
                heappush(waiting, (distance + arc.length, arc.target))
    return not waiting


def _followed(machine: Machine, state: State, number: Callable[[State], int]) -> tuple[tuple[RunArc, ...], int]:
    """The arcs of a state, and who could move; ways on which an assertion fails end there."""
    machine.forget()
    able = 0
    found: dict[RunArc, None] = {}
    paths = list(macro_steps(machine, state))
    doubtful = bool(machine.failed)
    for path in paths:
        first = next((step.at for step in path if step.at), 0)
        able |= _bit(first) if first else 0
        if not (doubtful and _fails(machine, state, path)):
            found[RunArc(number(path[-1].state), _length(path), _movers(path))] = None
    machine.forget()
    return tuple(found), able


def _fails(machine: Machine, state: State, path: Path) -> bool:
    machine.forget()
    for step in path:
        retaken(state, step)
        state = step.state
    return bool(machine.failed)


def _length(path: Path) -> int:
    return sum(step.at > 0 for step in path)


def _movers(path: Path) -> int:
    return reduce(or_, (_bit(at) for step in path for at in (step.at, step.partner) if at), 0)


def _bit(at: int) -> int:
    return 1 << (at - FIRST_PROCESS)


def members(bits: int) -> Iterator[int]:
    """The numbers that bits stand for, such as pids of processes."""
    return (number for number in range(bits.bit_length()) if bits >> number & 1)
