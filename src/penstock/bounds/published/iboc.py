"""The published algorithm (2004): simple cycles, their effects, and linear programs over them.

It answers the same question as the net, but looks at every simple cycle of every process, of which
there may be exponentially many; it is here as the reference.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import floor, inf
from typing import TypeVar

from penstock.budget import check
from penstock.graphs import grouped, reachable
from penstock.lp.problem import Problem
from penstock.lp.solve import SolverStatus, solve

Vector = tuple[int, ...]
Step = TypeVar("Step")
MOST_CYCLES = 200_000
MOST_PATHS = 200_000
_CLEARLY_LESS = 1e-6


class TooMany(Exception):
    """There are more simple cycles than can be listed."""


@dataclass(frozen=True, slots=True)
class EffectGraph:
    """A process: steps (source, target, effect) between locations, beginning at location 0.

    `count` processes of this kind run at the same time.
    """

    name: str
    locations: int
    steps: tuple[tuple[int, int, Vector], ...]
    count: int = 1

    def leaving(self) -> list[list[tuple[int, Vector]]]:
        found: list[list[tuple[int, Vector]]] = [[] for _ in range(self.locations)]
        for source, target, effect in dict.fromkeys(self.steps):
            found[source].append((target, effect))
        return found


@dataclass(frozen=True, slots=True)
class Answer:
    """`bounds` is one for each buffer, None where it may grow forever; `cycles` counts them before their effects
    are put together."""

    bounded: bool
    bounds: tuple[int | None, ...]
    vectors: tuple[Vector, ...]
    rest: Vector
    cycles: int
    seconds: dict[str, float] = field(default_factory=dict)


def iboc(graphs: Sequence[EffectGraph], buffers: Sequence[Sequence[int]]) -> Answer:
    """The test and the bounds; each buffer is a list of components of the vectors."""
    width = max((len(effect) for graph in graphs for _, _, effect in graph.steps), default=0)
    begin = time.perf_counter()
    found = [effect for graph in graphs for effect in simple_cycles(graph)]
    vectors = tuple(sorted({effect for effect in found if any(effect)}, reverse=True))
    cycles_done = time.perf_counter()
    bounded = not _can_grow(vectors, range(width))
    test_done = time.perf_counter()
    rest = _sum([path_maxima(graph, width) for graph in graphs], width)
    bounds = tuple(_bound(vectors, rest, buffer) for buffer in buffers)
    seconds = {
        "cycle detection": cycles_done - begin,
        "boundedness check": test_done - cycles_done,
        "computing bounds": time.perf_counter() - test_done,
    }
    return Answer(bounded, bounds, vectors, rest, len(found), seconds)


def _sum(vectors: Sequence[Vector], width: int) -> Vector:
    return tuple(sum(vector[place] for vector in vectors) for place in range(width))


# -- cycles ----------------------------------------------------------------------------------------


def simple_cycles(graph: EffectGraph, most: int = MOST_CYCLES) -> Iterator[Vector]:
    """The effect of every simple cycle; each begins at its smallest location."""
    for effects in cycles_of(graph.leaving(), graph.name, most):
        yield _sum(effects, len(effects[0]))


def cycles_of(leaving: Sequence[Sequence[tuple[int, Step]]], name: str, most: int) -> Iterator[tuple[Step, ...]]:
    """The steps of every simple cycle; `leaving` lists for each location (target, step)."""
    count = 0
    for start in range(len(leaving)):
        reachable = _comes_back(leaving, start)
        waiting = [(start, iter(leaving[start]))]
        on_path = {start}
        steps: list[Step] = []
        while waiting:
            check()
            location, ways = waiting[-1]
            way = next(ways, None)
            if way is None:
                waiting.pop()
                on_path.discard(location)
                if steps:
                    steps.pop()
                continue
            target, step = way
            if target == start:
                count += 1
                if count > most:
                    raise TooMany(f"more than {most} simple cycles in {name}")
                yield (*steps, step)
            elif target > start and target not in on_path and target in reachable:
                on_path.add(target)
                steps.append(step)
                waiting.append((target, iter(leaving[target])))


def _comes_back(leaving: Sequence[Sequence[tuple[int, Step]]], start: int) -> set[int]:
    """The locations from which `start` can be reached without passing a smaller one."""
    before = grouped((target, source) for source, ways in enumerate(leaving) for target, _ in ways)
    return reachable([start], lambda location: [source for source in before.get(location, ()) if source > start])


# -- paths -----------------------------------------------------------------------------------------


def path_maxima(graph: EffectGraph, width: int, most: int = MOST_PATHS) -> Vector:
    """For each component the most that a path without a repeated location adds to it, for all processes.

    With too many paths: the sum of all that is ever added, since each step is on a path at most once.
    """
    leaving = graph.leaving()
    best = [0] * width
    waiting = [(0, (0,) * width, frozenset([0]))]
    count = 0
    while waiting:
        check()
        location, effect, seen = waiting.pop()
        count += 1
        if count > most:
            added = [[max(0, change) for change in step] for _, _, step in dict.fromkeys(graph.steps)]
            best = [sum(column) for column in zip(*added, strict=True)]
            break
        best = [max(known, new) for known, new in zip(best, effect, strict=True)]
        for target, change in leaving[location]:
            if target not in seen:
                waiting.append((target, _sum([effect, change], width), seen | {target}))
    return tuple(value * graph.count for value in best)


# -- linear programs -------------------------------------------------------------------------------


def _can_grow(vectors: Sequence[Vector], components: Sequence[int]) -> bool:
    """Whether cycles together leave no component smaller and make one of these greater."""
    problem = _cycles_problem(vectors, (0,) * len(vectors[0]) if vectors else ())
    total = [sum(vector[place] for place in components) for vector in vectors]
    problem.row([(column, value) for column, value in enumerate(total) if value], lower=1.0)
    return solve(problem).status is not SolverStatus.INFEASIBLE if vectors else False


def _cycles_problem(vectors: Sequence[Vector], rest: Vector) -> Problem:
    problem = Problem()
    for _ in vectors:
        problem.column()
    for place, already in enumerate(rest):
        terms = [(column, vector[place]) for column, vector in enumerate(vectors) if vector[place]]
        if terms:
            problem.row(terms, lower=-float(already))
    return problem


def _bound(vectors: Sequence[Vector], rest: Vector, buffer: Sequence[int]) -> int | None:
    already = sum(rest[place] for place in buffer)
    if not vectors:
        return already
    problem = _cycles_problem(vectors, rest)
    problem.cost = [-float(sum(vector[place] for place in buffer)) for vector in vectors]
    solution = solve(problem)
    if solution.status is not SolverStatus.OPTIMAL:
        return None
    value = already - solution.objective
    return floor(value + _CLEARLY_LESS) if value < inf else None
