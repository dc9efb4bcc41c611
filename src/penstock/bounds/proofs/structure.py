"""Loops that one process would have to run through at the same time.

do :: p!m; a?x :: break od; do :: p?m; a!x od     ->     no process is in both loops again and again

If the net has infinitely many markings, some steps can be taken from a marking to a larger one, and so forever.  A
single process that takes part is where it was before, so its steps are connected; the same holds for a variable and
its values.  Therefore steps that can only happen so often are left out, and what falls apart then is looked at part by
part (as Kosaraju and Sullivan look for cycles in dynamic graphs).  If in no part anything can grow, everything is
finite.  This gives no number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from math import inf

from penstock.bounds.abstraction.instances import InstanceClass
from penstock.bounds.abstraction.places import Holding, Location, Net, Transition
from penstock.bounds.proofs.invariants import Weigher
from penstock.budget import check
from penstock.lp.exact import whole_numbers
from penstock.lp.problem import Problem
from penstock.lp.solve import Status, solve
from penstock.resolve.symbols import Variable

MOST_PARTS = 100
"""How often steps are looked at part by part."""
Weights = dict[int, int]
Single = InstanceClass | Variable
"""What has one token that moves from place to place."""


@dataclass(frozen=True, slots=True)
class Separation:
    """A proof that nothing grows.

    Without parts no step makes the sum of the weights greater, and everything that could grow weighs something.  With
    parts the weights show which steps cannot be repeated forever; without these the places of `single` fall apart.
    """

    weights: Weights
    single: int = -1
    parts: tuple[Separation, ...] = ()


def separation(net: Net, proved: Iterable[int]) -> Separation | None:
    """The proof that no place can grow without end, except those in `proved`, which are known to be bounded."""
    return _Search(growing_places(net, proved)).run(net)


def growing_places(net: Net, proved: Iterable[int]) -> frozenset[int]:
    """All places but those where the number of tokens is known to be limited."""
    limited = set(proved) | net.handed_places

    def may_grow(place: object) -> bool:
        if isinstance(place, Location):
            return bool(place.owner.creators)
        return not isinstance(place, Holding)

    return frozenset(number for number, place in enumerate(net.places) if number not in limited and may_grow(place))


def singles(net: Net) -> list[tuple[Single, frozenset[int]]]:
    """Everything that has one token, with its places, always in the same order."""
    found: dict[Single, set[int]] = {}
    for number, place in enumerate(net.places):
        match place:
            case Location(owner=owner) if not owner.several:
                found.setdefault(owner, set()).add(number)
            case Holding(variable=variable):
                found.setdefault(variable, set()).add(number)
    return [(single, frozenset(places)) for single, places in found.items()]


def lasting(net: Net, weights: Mapping[int, int]) -> Net:
    """The net without the steps that make the sum of the weights smaller."""
    return replace(net, transitions=[step for step in net.transitions if weigh(weights, step) == 0])


def weigh(weights: Mapping[int, int], step: Transition) -> int:
    return sum(weights.get(place, 0) * change for place, change in step.effect)


def parts(net: Net, places: frozenset[int]) -> list[Net]:
    """A net for each set of places that steps connect, with the steps there and those elsewhere."""
    touched = [places.intersection([*step.needs, *(place for place, _ in step.effect)]) for step in net.transitions]
    groups: list[set[int]] = []
    for together in touched:
        check()
        if together:
            near = [group for group in groups if group & together]
            groups = [group for group in groups if not group & together]
            groups.append(set(together).union(*near))
    return [
        replace(net, transitions=[s for s, t in zip(net.transitions, touched, strict=True) if t <= group])
        for group in sorted(groups, key=min)
    ]


def added(net: Net, growing: frozenset[int]) -> list[int]:
    """The places that steps of the net add to, among those that may grow."""
    return sorted({place for step in net.transitions for place, change in step.effect if change > 0} & growing)


class _Search:
    def __init__(self, growing: frozenset[int]) -> None:
        self.growing = growing
        self.looked = 0

    def run(self, net: Net) -> Separation | None:
        self.looked += 1
        if self.looked > MOST_PARTS:
            return None
        proof = Weigher(net).prove(added(net, self.growing))
        if proof is not None:
            return Separation(proof.weights)
        weights = _most_decreasing(net)
        return None if weights is None else self._apart(lasting(net, weights), weights)

    def _apart(self, net: Net, weights: Weights) -> Separation | None:
        """Look at the parts of what falls into most of them."""
        by_single = [parts(net, places) for _, places in singles(net)]
        most = max(range(len(by_single)), key=lambda number: len(by_single[number]), default=-1)
        if most < 0 or len(by_single[most]) < 2:
            return None
        found: list[Separation] = []
        for part in by_single[most]:
            proof = self.run(part)
            if proof is None:
                return None
            found.append(proof)
        return Separation(weights, most, tuple(found))


def _most_decreasing(net: Net) -> Weights | None:
    """Weights whose sum no step makes greater and as many as possible make smaller; none of these lasts forever."""
    handed = net.handed_places
    problem = Problem()
    columns = {place: problem.column(lower=-inf if place in handed else 0.0) for place in range(len(net.places))}
    rows = []
    for step in net.transitions:
        less = problem.column(cost=-1.0, upper=1.0)
        rows.append([(columns[place], change) for place, change in step.effect])
        problem.row([*rows[-1], (less, 1)], upper=0.0)
    solution = solve(problem)
    if solution.status is not Status.OPTIMAL:
        return None

    def holds(weights: list[int], _: object) -> bool:
        plain = all(weight >= 0 or place in handed for place, weight in enumerate(weights))
        return plain and all(sum(weights[column] * change for column, change in row) <= 0 for row in rows)

    found = whole_numbers(solution.values[: len(columns)], holds)
    return None if found is None else {place: weight for place, weight in enumerate(found[0]) if weight}
