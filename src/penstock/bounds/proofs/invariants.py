"""Weights that prove a bound: the weighted number of tokens never grows, whatever step is taken.

If every message of some queues weighs at least 1, those queues never hold more messages than all
tokens weigh at the start.  The weights come from a linear program; what is proved is checked with
whole numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from penstock.bounds.abstraction.places import Net
from penstock.budget import check
from penstock.lp.exact import whole_numbers
from penstock.lp.problem import Problem, Terms
from penstock.lp.solve import SolverStatus, solve

LEAST_GAP = 1e-6


@dataclass(frozen=True, slots=True)
class Invariant:
    """Whole numbers that weigh the places; `unit` is the least weight of the messages it speaks of."""

    weights: dict[int, int]
    unit: int
    start: int
    """What everything weighs at the start; where messages keep their order, the most that it ever weighs."""

    @property
    def bound(self) -> int:
        return self.start // self.unit


class Weigher:
    """Finds invariants of one net.

    Only the places from which messages of the queue can come are looked at; all others weigh nothing.
    This loses no proof: a step that adds to the places looked at takes from no others.
    """

    def __init__(self, net: Net) -> None:
        self.net = net
        self.handed = net.handed_places
        self._adding: dict[int, list[int]] = {}
        for number, transition in enumerate(net.transitions):
            for place, change in transition.effect:
                if change > 0 or place in self.handed:
                    self._adding.setdefault(place, []).append(number)

    def prove(self, messages: list[int]) -> Invariant | None:
        """An invariant in which all these places weigh something, with the smallest weight at the start."""
        if not messages:
            return Invariant({}, 1, 0)
        places = self._origins(messages)
        columns = {place: column for column, place in enumerate(places)}
        touching = self._touching(columns)
        problem = self._problem(places, columns, touching, set(messages))
        solution = solve(problem)
        if solution.status is not SolverStatus.OPTIMAL:
            return None
        wanted = [columns[place] for place in messages]
        free = {columns[place] for place in places if place in self.handed}
        found = whole_numbers(solution.values, lambda weights, _: _holds(problem.rows, weights, wanted, free))
        if found is None:
            return None
        weights = {place: found[0][column] for place, column in columns.items() if found[0][column]}
        start = sum(weights.get(place, 0) * tokens for place, tokens in self.net.start.items())
        return Invariant(weights, min(weights[place] for place in messages), start)

    def excluding(self, needed: Sequence[tuple[int, int]]) -> dict[int, int] | None:
        """Weights that no step makes greater in sum, and by which so many tokens are more than there ever are."""
        places = self._origins([place for place, _ in needed])
        columns = {place: column for column, place in enumerate(places)}
        problem = self._problem(places, columns, self._touching(columns), set())
        problem.row([(columns[place], tokens) for place, tokens in needed], lower=1.0)
        solution = solve(problem)
        if solution.status is not SolverStatus.OPTIMAL or solution.objective > 1 - LEAST_GAP:
            return None
        free = {columns[place] for place in places if place in self.handed}
        start = {columns[place]: tokens for place, tokens in self.net.start.items() if place in columns}

        def holds(weights: list[int], _: int) -> bool:
            wanted = sum(weights[columns[place]] * tokens for place, tokens in needed)
            there = sum(weights[column] * tokens for column, tokens in start.items())
            return wanted > there and _holds(problem.rows[:-1], weights, [], free)

        found = whole_numbers(solution.values, holds)
        return (
            None
            if found is None
            else {place: found[0][column] for place, column in columns.items() if found[0][column]}
        )

    def _origins(self, messages: list[int]) -> list[int]:
        """These places and those that pay for what is added to them."""
        found = dict.fromkeys(messages)
        waiting = list(messages)
        seen: set[int] = set()
        while waiting:
            check()
            for number in self._adding.get(waiting.pop(), ()):
                if number in seen:
                    continue
                seen.add(number)
                for place, change in self.net.transitions[number].effect:
                    if place not in found and (change < 0 or place in self.handed):
                        found[place] = None
                        waiting.append(place)
        return list(found)

    def _touching(self, columns: dict[int, int]) -> list[int]:
        """The steps that add to the places looked at; the others can only take from them."""
        return list(dict.fromkeys(number for place in columns for number in self._adding.get(place, ())))

    def _problem(self, places: list[int], columns: dict[int, int], touching: list[int], messages: set[int]) -> Problem:
        problem = Problem()
        for place in places:
            lower = -inf if place in self.handed else float(place in messages)
            problem.column(cost=float(self.net.start.get(place, 0)), lower=lower)
        seen: set[tuple[tuple[int, int], ...]] = set()
        for number in touching:
            effect = self.net.transitions[number].effect
            row = tuple((columns[place], change) for place, change in effect if place in columns)
            if row not in seen:
                seen.add(row)
                problem.row(row, upper=0.0)
        return problem


def _holds(rows: list[Terms], weights: list[int], wanted: list[int], free: set[int]) -> bool:
    """Whether no step increases the sum, in whole numbers."""
    if any(weights[column] < 1 for column in wanted):
        return False
    if any(weight < 0 and column not in free for column, weight in enumerate(weights)):
        return False
    return all(sum(weights[column] * change for column, change in row) <= 0 for row in rows)
