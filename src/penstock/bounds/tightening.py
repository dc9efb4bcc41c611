"""Smaller bounds for channels that have some already: by values of variables, and by steps that are never taken.

Bounds are proved in a net that is as coarse as it can be.  Where a channel never gets as full as that near the start, a
finer net may have a smaller bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from penstock.bounds.abstraction.analysis import Analysis, TooLarge
from penstock.bounds.abstraction.instances import InstanceClass
from penstock.bounds.abstraction.net import build_net
from penstock.bounds.abstraction.places import Net, Standing
from penstock.bounds.proofs.choosing import about
from penstock.bounds.proofs.exclusions import Exclusion, exclusions, remaining
from penstock.bounds.proofs.families import families
from penstock.bounds.runs.occupancy import lengths_near_the_start
from penstock.bounds.story import Tightened
from penstock.bounds.verdict import BOUNDED, BoundResult, ChannelBound, Clock, ProofKind, prove
from penstock.budget import check, in_time, present
from penstock.control import Automaton
from penstock.resolve.symbols import Variable

STATES_LOOKED_AT = 1000
SHARE_OF_TIME = 0.2
SECONDS = 3.0
MOST_STEPS = 4000
"""A larger net is left as it is."""


def tightened(
    result: BoundResult, automata: list[Automaton], rebuild: Callable[[Analysis], Net] = build_net
) -> BoundResult:
    """The result with smaller bounds, where these can be found in a small part of the time that is left."""
    fixed = result.separation is not None or result.together is not None
    if result.verdict is not BOUNDED or fixed or len(result.net.transitions) > MOST_STEPS:
        return result
    search = _Tightening(result, automata, rebuild)
    with present().part(SHARE_OF_TIME, SECONDS):
        in_time(search.run)
    return search.result


def with_families(result: BoundResult) -> BoundResult:
    """The result with bounds for any number of processes, where that does not take long."""
    net = result.net
    if result.exclusions or len(net.transitions) > MOST_STEPS:
        return result
    proved = [one for one in result.channels if one.proof is ProofKind.WEIGHTS and len(one.queues) == 1]
    with present().part(SHARE_OF_TIME, SECONDS):
        found = in_time(lambda: tuple(family for one in proved for family in families(net, one.queues[0])))
    return replace(result, families=found or ())


@dataclass(slots=True)
class _Tightening:
    result: BoundResult
    automata: list[Automaton]
    rebuild: Callable[[Analysis], Net]
    seen: dict[str, int] = field(default_factory=dict)

    def run(self) -> None:
        if not any(channel.proofs and channel.bound for channel in self.result.channels):
            return
        self.seen = lengths_near_the_start(self.result.model, self.automata, STATES_LOOKED_AT)
        if self.loose:
            self._take(self.result.net)
        for wanted in about(self.result.model, self._owners()):
            if not self.loose:
                return
            net = self._finer(wanted | self.result.net.analysis.tracked)
            if net is not None:
                self._take(net)

    @property
    def loose(self) -> list[ChannelBound]:
        """The channels whose bound was not seen to be reached."""
        return [
            channel
            for channel in self.result.channels
            if channel.proofs and channel.bound is not None and channel.bound > self.seen.get(channel.name, 0)
        ]

    def _owners(self) -> list[InstanceClass]:
        """The processes that count in the proofs."""
        places = (
            self.result.net.places[number] for one in self.loose for proof in one.proofs for number in proof.weights
        )
        return list(dict.fromkeys(place.owner for place in places if isinstance(place, Standing)))

    def _finer(self, tracked: frozenset[Variable]) -> Net | None:
        """A net that distinguishes more values, if it is not too large."""
        check()
        if tracked == self.result.net.analysis.tracked:
            return None
        try:
            net = self.rebuild(Analysis(self.result.model, self.automata, tracked))
        except TooLarge:
            return None
        return net if len(net.transitions) <= MOST_STEPS else None

    def _take(self, net: Net) -> None:
        """Go on with a net if that makes bounds smaller, and none larger: as it is, or without steps never taken."""
        for excluded, lasting in self._forms(net):
            found = prove(lasting, Clock())
            smaller = tuple(_smaller(self.result, found))
            if not smaller or not _no_worse(self.result, found):
                continue
            new = net.analysis.tracked - self.result.net.analysis.tracked
            event = Tightened(smaller, _shown(new), len(net.transitions) - len(lasting.transitions))
            channels = tuple(map(_better, self.result.channels, found.channels))
            self.result = replace(
                self.result,
                net=lasting,
                channels=channels,
                proof=found.proof,
                exclusions=excluded,
                story=(*self.result.story, event),
            )

    def _forms(self, net: Net) -> Iterator[tuple[tuple[Exclusion, ...], Net]]:
        if net is not self.result.net:
            yield (), net
        if self.loose:
            excluded = exclusions(net)
            if excluded:
                yield excluded, remaining(net, excluded)


def _smaller(old: BoundResult, new: BoundResult) -> Iterator[tuple[str, int, int]]:
    for before, after in zip(old.channels, new.channels, strict=True):
        if before.proofs and before.bound is not None and after.bound is not None and after.bound < before.bound:
            yield before.name, before.bound, after.bound


def _no_worse(old: BoundResult, new: BoundResult) -> bool:
    """Whether every channel that is bounded by weights still is, and by no more."""
    return all(
        not before.proofs or (after.bound is not None and before.bound is not None and after.bound <= before.bound)
        for before, after in zip(old.channels, new.channels, strict=True)
    )


def _better(old: ChannelBound, new: ChannelBound) -> ChannelBound:
    """What does not rest on a net stays as it is."""
    return new if old.proofs else old


def _shown(variables: frozenset[Variable]) -> tuple[str, ...]:
    return tuple(sorted({variable.name for variable in variables}))
