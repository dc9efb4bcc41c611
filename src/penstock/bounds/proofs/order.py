"""Bounds that rest on the order of messages: a count that may begin anew where nothing that counts can be left.

A station that receives the token knows that all data before it are gone: `link` is empty, whatever was sent before, and
what the station sends from now on is all there is.  So the count need not fall before it may rise again: after each
step it is either not greater than before, or at most what the step leaves together with all that can be beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from penstock.bounds.abstraction.places import Net, Standing
from penstock.bounds.proofs.invariants import Invariant
from penstock.bounds.proofs.moves import NetMove
from penstock.bounds.proofs.together import Together, bits, members
from penstock.budget import check
from penstock.lp.exact import whole_numbers
from penstock.lp.problem import Problem
from penstock.lp.solve import SolverStatus, solve
from penstock.syntax.nodes import BasicStatement

MOST_ROUNDS = 5
"""How far back it is looked for what pays for a message."""
Weights = Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Order:
    """What a bound by order rests on, apart from its weights: the steps at which its count begins anew."""

    anew: tuple[BasicStatement, ...]


def limit_of(together: Together, weights: Weights) -> int | None:
    """The most that all tokens ever weigh; None if these weights do not show that."""
    if any(weight < 0 for weight in weights.values()):
        return None
    net = together.net
    heavy = bits(place for place, weight in weights.items() if weight)
    most = sum(weights.get(place, 0) * tokens for place, tokens in net.start.items())
    for move in moves_giving(together, heavy):
        check()
        if sum(weights.get(place, 0) * change for place, change in move.effect.items()) <= 0:
            continue
        others = together.others(move)
        if others is None:
            continue
        groups = exclusive(together, others & heavy)
        if groups is None:
            return None
        beside = sum(max(weights[place] for place in group) for group in groups)
        most = max(most, beside + sum(weights.get(place, 0) for place in move.gives))
    return most


def order_of(together: Together, proofs: Iterable[Invariant]) -> Order:
    """The steps after which the sums of some proofs may be greater than before."""
    found: dict[BasicStatement, None] = {}
    for proof in proofs:
        for move in moves_giving(together, bits(proof.weights)):
            change = sum(proof.weights.get(place, 0) * number for place, number in move.effect.items())
            if change > 0 and together.others(move) is not None:
                found.update((step.arc.statement, None) for step in move.steps)
    return Order(tuple(found))


def moves_giving(together: Together, places: int) -> Iterator[NetMove]:
    """The moves that put tokens into some of these places."""
    numbers = {number: None for place in members(places) for number in together.giving[place]}
    return (together.moves[number] for number in numbers)


def exclusive(together: Together, places: int) -> list[list[int]] | None:
    """The places in groups with at most one token each; None if a place may hold more."""
    groups: list[list[int]] = []
    for place in members(places):
        if not together.alone(place):
            return None
        beside = together.beside[place]
        fitting = (group for group in groups if not any(beside >> other & 1 for other in group))
        group = next(fitting, None)
        if group is None:
            groups.append([place])
        else:
            group.append(place)
    return groups


class OrderProver:
    """Finds such weights for queues of one net."""

    def __init__(self, together: Together) -> None:
        self.together = together
        self.net: Net = together.net

    def prove(self, queue: int) -> Invariant | None:
        """The best of the first weights that are found, going back from the messages to what pays for them."""
        messages = self.net.messages_of(queue)
        places = set(messages)
        for _ in range(MOST_ROUNDS):
            attempts = [_Attempt(self.together, messages, places, clear).solved() for clear in (True, False)]
            found = [attempt for attempt in attempts if attempt is not None]
            if found:
                return min(found, key=lambda one: one.bound)
            more = places | self._paying(places)
            if more == places:
                return None
            places = more
        return None

    def _paying(self, places: set[int]) -> set[int]:
        """What is taken by moves that add to these places: of processes, all their places."""
        found: set[int] = set()
        for move in moves_giving(self.together, bits(places)):
            for taken in move.needs:
                place = self.net.places[taken]
                found |= self._places_of[place.owner.number] if isinstance(place, Standing) else {taken}
        return found

    @cached_property
    def _places_of(self) -> dict[int, set[int]]:
        """For each class the places where its processes may stand."""
        found: dict[int, set[int]] = {}
        for number, place in enumerate(self.net.places):
            if isinstance(place, Standing):
                found.setdefault(place.owner.number, set()).add(number)
        return found


class _Attempt:
    """A linear program for weights of some places.

    A count begins anew where nothing that weighs can be left (`clear`), or wherever it is known how much may be left.
    """

    def __init__(self, together: Together, messages: list[int], places: set[int], clear: bool) -> None:
        self.together = together
        self.messages = messages
        self.clear = clear
        self.inside = bits(places)
        self.problem = Problem()
        self.columns = {
            place: self.problem.column(cost=0.001, lower=float(place in set(messages))) for place in sorted(places)
        }
        self.most = self.problem.column(cost=1.0)
        self._rows: set[tuple[tuple[int, int], ...]] = set()

    def solved(self) -> Invariant | None:
        self._state()
        solution = solve(self.problem)
        if solution.status is not SolverStatus.OPTIMAL:
            return None
        found = whole_numbers(solution.values, lambda numbers, _: self._limit(numbers) is not None)
        if found is None:
            return None
        weights, limit = self._weights(found[0]), self._limit(found[0])
        assert limit is not None
        return Invariant(weights, min((weights[place] for place in self.messages), default=1), limit)

    def _weights(self, numbers: list[int]) -> dict[int, int]:
        return {place: numbers[column] for place, column in self.columns.items() if numbers[column]}

    def _limit(self, numbers: list[int]) -> int | None:
        weights = self._weights(numbers)
        if any(weights.get(place, 0) < 1 for place in self.messages):
            return None
        return limit_of(self.together, weights)

    def _state(self) -> None:
        start = self.together.net.start
        self._at_most([(self.columns[place], tokens) for place, tokens in start.items() if place in self.columns])
        for move in moves_giving(self.together, self.inside):
            check()
            effect = [(self.columns[place], change) for place, change in move.effect.items() if place in self.columns]
            if all(change <= 0 for _, change in effect):
                continue
            others = self.together.others(move)
            if others is None:
                continue
            left = others & self.inside
            groups = exclusive(self.together, left) if not (left and self.clear) else None
            if groups is None:
                self._row(effect)
            else:
                self._anew(move, groups)

    def _anew(self, move: NetMove, groups: list[list[int]]) -> None:
        terms: dict[int, int] = {}
        for place in move.gives:
            if place in self.columns:
                terms[self.columns[place]] = terms.get(self.columns[place], 0) + 1
        for group in groups:
            terms[self._heaviest(group)] = 1
        self._at_most(list(terms.items()))

    def _heaviest(self, group: list[int]) -> int:
        """A number that is at least what each place of a group weighs."""
        if len(group) == 1:
            return self.columns[group[0]]
        column = self.problem.column()
        for place in group:
            self._row([(self.columns[place], 1), (column, -1)])
        return column

    def _at_most(self, terms: list[tuple[int, int]]) -> None:
        self._row([*terms, (self.most, -1)])

    def _row(self, terms: list[tuple[int, int]]) -> None:
        key = tuple(sorted(terms))
        if key not in self._rows:
            self._rows.add(key)
            self.problem.row(list(terms), upper=0.0)
