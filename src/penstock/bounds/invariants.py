"""Weights that prove a bound: the weighted number of tokens never grows, whatever step is taken.

If every message of some queues weighs at least 1, those queues never hold more messages than all
tokens weigh at the start.  The weights come from a linear program; what is proved is checked with
whole numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from penstock.bounds.net import Net
from penstock.lp.exact import whole_numbers
from penstock.lp.problem import Problem
from penstock.lp.solve import Solver, Status


@dataclass(frozen=True, slots=True)
class Invariant:
    """Whole numbers that weigh the places; `unit` is the least weight of the messages it speaks of."""

    weights: dict[int, int]
    unit: int
    start: int
    """What everything weighs at the start."""

    @property
    def bound(self) -> int:
        return self.start // self.unit


class Weigher:
    """Finds invariants of one net."""

    def __init__(self, net: Net) -> None:
        self.net = net
        self.handed = net.handed_places
        self._solver = Solver(_weights_problem(net, self.handed))

    def prove(self, messages: list[int]) -> Invariant | None:
        """An invariant in which all these places weigh something, with the smallest weight at the start."""
        if not messages:
            return Invariant({}, 1, 0)
        self._solver.set_lower(messages, 1.0)
        solution = self._solver.solve()
        self._solver.set_lower(messages, 0.0)
        if solution.status is not Status.OPTIMAL:
            return None
        found = whole_numbers(solution.values, lambda weights, unit: self._holds(weights, messages))
        if found is None:
            return None
        weights, _ = found
        start = sum(weights[place] * tokens for place, tokens in self.net.start.items())
        kept = {place: weight for place, weight in enumerate(weights) if weight}
        return Invariant(kept, min(weights[place] for place in messages), start)

    def _holds(self, weights: list[int], messages: list[int]) -> bool:
        if any(weights[place] < 1 for place in messages):
            return False
        if any(weight < 0 and place not in self.handed for place, weight in enumerate(weights)):
            return False
        return all(
            sum(weights[place] * change for place, change in transition.effect) <= 0
            for transition in self.net.transitions
        )


def _weights_problem(net: Net, handed: set[int]) -> Problem:
    problem = Problem()
    for place in range(len(net.places)):
        problem.column(cost=float(net.start.get(place, 0)), lower=-inf if place in handed else 0.0)
    seen: set[tuple[tuple[int, int], ...]] = set()
    for transition in net.transitions:
        if transition.effect and transition.effect not in seen:
            seen.add(transition.effect)
            problem.row(list(transition.effect), upper=0.0)
    return problem
