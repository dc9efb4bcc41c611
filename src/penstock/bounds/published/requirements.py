"""The linear programs over cycles, and what refinements add to them.

c1 = 0          the cycle is not taken forever
c3 + c5 > 0     one of these cycles is
c1 <= 4 c2      for four rounds of one there is a round of the other
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf

from penstock.bounds.published.cycles import Cycle
from penstock.lp.exact import whole_numbers
from penstock.lp.problem import Problem
from penstock.lp.solve import Status, solve


@dataclass(frozen=True, slots=True)
class Absent:
    cycle: Cycle

    def text(self) -> str:
        return f"{self.cycle.name} = 0"


@dataclass(frozen=True, slots=True)
class Present:
    """At least one of some cycles is taken forever; impossible if there are none."""

    cycles: tuple[Cycle, ...]

    def text(self) -> str:
        return f"{_sum((cycle, 1) for cycle in self.cycles)} > 0"


@dataclass(frozen=True, slots=True)
class Limited:
    """The rounds of a cycle are at most this many times those of others."""

    cycle: Cycle
    most: int
    others: tuple[tuple[Cycle, int], ...]

    def text(self) -> str:
        return f"{self.cycle.name} <= {_sum((other, self.most * times) for other, times in self.others)}"


Requirement = Absent | Present | Limited
Requirements = tuple[Requirement, ...]


def requirements_text(requirements: Requirements) -> str:
    """All requirements in one line, as they are published."""
    return " and ".join(requirement.text() for requirement in requirements)


def _sum(terms: Iterable[tuple[Cycle, int]]) -> str:
    shown = [cycle.name if times == 1 else f"{times} {cycle.name}" for cycle, times in terms if times]
    return " + ".join(shown) or "0"


def growth_problem(cycles: Sequence[Cycle], requirements: Requirements) -> tuple[Problem, list[tuple[Cycle, int]]]:
    """The program whose solutions are rounds that only add; each column is a cycle with one of its effects.

    All constraints may be multiplied, so it does not matter that the numbers need not be whole.
    """
    problem = Problem()
    columns = [(cycle, number) for cycle in cycles for number in range(len(cycle.effects))]
    for _ in columns:
        problem.column(cost=1.0)
    vectors = [cycle.effects[number] for cycle, number in columns]
    for place in range(len(vectors[0]) if vectors else 0):
        terms = [(column, vector[place]) for column, vector in enumerate(vectors) if vector[place]]
        if terms:
            problem.row(terms, lower=0.0)
    total = [(column, sum(vector)) for column, vector in enumerate(vectors) if sum(vector)]
    problem.row(total, lower=1.0)
    for requirement in requirements:
        _add(problem, columns, requirement)
    return problem, columns


def _add(problem: Problem, columns: list[tuple[Cycle, int]], requirement: Requirement) -> None:
    match requirement:
        case Absent():
            problem.row(_row(columns, {requirement.cycle: 1}), upper=0.0)
        case Present():
            problem.row(_row(columns, dict.fromkeys(requirement.cycles, 1)), lower=1.0)
        case Limited():
            factors = {other: -requirement.most * times for other, times in requirement.others}
            problem.row(_row(columns, {**factors, requirement.cycle: 1}), lower=-inf, upper=0.0)


def _row(columns: list[tuple[Cycle, int]], factors: dict[Cycle, int]) -> list[tuple[int, int]]:
    return [(column, factors[cycle]) for column, (cycle, _) in enumerate(columns) if factors.get(cycle)]


@dataclass(frozen=True, slots=True)
class Growth:
    """A solution: how often cycles are taken, and what that adds to each component of the buffers."""

    rounds: dict[Cycle, int]
    effect: tuple[int, ...]


def find_growth(cycles: Sequence[Cycle], requirements: Requirements) -> Growth | None:
    """How often cycles may be taken so that nothing shrinks and something grows; None if that is impossible."""
    problem, columns = growth_problem(cycles, requirements)
    solution = solve(problem)
    if not columns or solution.status is Status.INFEASIBLE:
        return None
    scaled = whole_numbers(solution.values or [1.0] * len(columns), lambda *_: True)
    numbers = scaled[0] if scaled is not None else [1] * len(columns)
    rounds: dict[Cycle, int] = {}
    effect = [0] * len(cycles[0].effects[0])
    for (cycle, which), number in zip(columns, numbers, strict=True):
        if number > 0:
            rounds[cycle] = rounds.get(cycle, 0) + number
            effect = [sofar + number * more for sofar, more in zip(effect, cycle.effects[which], strict=True)]
    return Growth(rounds, tuple(effect))
