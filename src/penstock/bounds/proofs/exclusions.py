"""Steps that are never taken, because what they need is never there at the same time.

init { hand?c; hand?d; run V() }     ->     where only V could send what the second receive waits for, V never starts

Tokens exclude each other if some sum of weights that no step makes greater would have to be more than it is at the
start.  Steps that need such tokens are left out, and so are those that nothing else leads to.  The weights need not
hold for the steps that are left out: the first of them that is ever taken would be taken after steps for which they do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from penstock.bounds.abstraction.places import Net, Transition
from penstock.bounds.proofs.invariants import Weigher
from penstock.budget import check

MOST_MEETINGS = 2000
"""A rendezvous of more pairs of steps than this is looked at one half at a time."""
MOST_TRIED = 2000
"""How many programs are solved for one net."""
MOST_PLAYED = 400
"""How many markings are visited in order to see which steps can be taken."""
Needed = Mapping[int, int]
"""How many tokens are needed in which places."""


@dataclass(frozen=True, slots=True)
class Exclusion:
    """Tokens that are never there at the same time: they weigh more than there ever is."""

    places: tuple[tuple[int, int], ...]
    weights: Mapping[int, int]

    def forbids(self, needed: Needed) -> bool:
        return all(needed.get(place, 0) >= tokens for place, tokens in self.places)

    def holds(self, net: Net) -> bool:
        """Whether the tokens weigh more than everything does at the start."""
        start = sum(self.weights.get(place, 0) * tokens for place, tokens in net.start.items())
        return sum(self.weights.get(place, 0) * tokens for place, tokens in self.places) > start


@dataclass(frozen=True, slots=True)
class _Firing:
    """A step, or both halves of a rendezvous, by number: what it needs, and what it does."""

    steps: tuple[int, ...]
    needs: tuple[tuple[int, int], ...]
    effect: tuple[tuple[int, int], ...]


def remaining(net: Net, exclusions: Sequence[Exclusion]) -> Net:
    """The net without the steps that need what is excluded, and without those that nothing else leads to."""
    return _restricted(net, _Closure(net, list(_firings(net)), exclusions).live())


def _restricted(net: Net, firings: Iterable[_Firing]) -> Net:
    kept = {number for firing in firings for number in firing.steps}
    return replace(net, transitions=[step for number, step in enumerate(net.transitions) if number in kept])


def _firings(net: Net) -> Iterator[_Firing]:
    meetings: dict[int, tuple[list[int], list[int]]] = {}
    for number, step in enumerate(net.transitions):
        check()
        handed = [(place, change) for place, change in step.effect if place in net.handed_places]
        if not handed:
            yield _firing(net, (number,))
        for place, change in handed:
            meetings.setdefault(place, ([], []))[change < 0].append(number)
    for givers, takers in meetings.values():
        if len(givers) * len(takers) > MOST_MEETINGS:
            yield from (_firing(net, (number,)) for number in (*givers, *takers))
        else:
            yield from (_firing(net, (giver, taker)) for giver in givers for taker in takers)


def _firing(net: Net, numbers: tuple[int, ...]) -> _Firing:
    steps: list[Transition] = [net.transitions[number] for number in numbers]
    needs = Counter(place for step in steps for place in step.needs if place not in net.handed_places)
    effect: Counter[int] = Counter()
    for step in steps:
        for place, change in step.effect:
            effect[place] += change
    return _Firing(numbers, tuple(needs.items()), tuple(effect.items()))


class _Closure:
    """What may be taken, step after step, if nothing but the exclusions is known."""

    def __init__(self, net: Net, firings: list[_Firing], exclusions: Sequence[Exclusion]) -> None:
        self.net = net
        self.firings = [firing for firing in firings if not any(one.forbids(dict(firing.needs)) for one in exclusions)]

    def live(self) -> list[_Firing]:
        marked = {place for place, tokens in self.net.start.items() if tokens}
        waiting: dict[int, list[int]] = {}
        missing = []
        for number, firing in enumerate(self.firings):
            places = [place for place, _ in firing.needs]
            missing.append(len(places))
            for place in places:
                waiting.setdefault(place, []).append(number)
        agenda = list(marked)
        found = [firing for firing in self.firings if not firing.needs]
        while agenda:
            check()
            for number in waiting.get(agenda.pop(), ()):
                missing[number] -= 1
                if not missing[number]:
                    found.append(self.firings[number])
                    new = {place for place, change in self.firings[number].effect if change > 0} - marked
                    marked |= new
                    agenda.extend(new)
        return found


# -- search ---------------------------------------------------------------------------------------


def exclusions(net: Net) -> tuple[Exclusion, ...]:
    """As many as are needed to leave out every step that can be left out in this way."""
    return _Search(net).run()


class _Search:
    """Starts with the steps that are seen to be taken, and adds what they do not exclude until nothing is added."""

    def __init__(self, net: Net) -> None:
        self.net = net
        self.firings = list(_firings(net))
        self.live = self._played()
        self.tried = 0

    def run(self) -> tuple[Exclusion, ...]:
        found: list[Exclusion] | None = None
        while found is None:
            found = self._round()
        return tuple(found)

    def _round(self) -> list[Exclusion] | None:
        """The exclusions that leave out everything which is not live; None if more has become live."""
        net = _restricted(self.net, self.live)
        weigher = Weigher(net)
        marked = {place for place, tokens in net.start.items() if tokens}
        marked |= {place for firing in self.live for place, change in firing.effect if change > 0}
        found: list[Exclusion] = []
        new: list[_Firing] = []
        for firing in self.firings:
            check()
            needed = dict(firing.needs)
            if firing in self.live or not marked.issuperset(needed) or any(one.forbids(needed) for one in found):
                continue
            exclusion = self._excluded(weigher, firing)
            if exclusion is None:
                new.append(firing)
            else:
                found.append(exclusion)
        self.live |= set(new)
        return None if new else found

    def _excluded(self, weigher: Weigher, firing: _Firing) -> Exclusion | None:
        self.tried += 1
        if self.tried > MOST_TRIED:
            return None
        weights = weigher.excluding(firing.needs)
        return None if weights is None else Exclusion(firing.needs, weights)

    def _played(self) -> set[_Firing]:
        """Steps that are taken in markings near the start."""
        start = tuple(self.net.start.get(place, 0) for place in range(len(self.net.places)))
        seen, waiting, taken = {start}, [start], set()
        for marking in waiting:
            check()
            for firing in self.firings:
                if any(marking[place] < tokens for place, tokens in firing.needs):
                    continue
                after = list(marking)
                for place, change in firing.effect:
                    after[place] += change
                taken.add(firing)
                new = tuple(after)
                if new not in seen and len(seen) < MOST_PLAYED:
                    seen.add(new)
                    waiting.append(new)
        return taken
