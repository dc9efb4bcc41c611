"""The test: every channel's bound with its proof, or what may fill it without end."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial

from penstock.bounds.abstraction.analysis import Analysis
from penstock.bounds.abstraction.net import build_net
from penstock.bounds.abstraction.places import Net
from penstock.bounds.proofs.exclusions import Exclusion
from penstock.bounds.proofs.families import Family
from penstock.bounds.proofs.growth import Counterexample, find_growth
from penstock.bounds.proofs.guards import Test, kept_short
from penstock.bounds.proofs.invariants import Invariant, Weigher
from penstock.bounds.proofs.order import Order
from penstock.bounds.proofs.structure import Separation
from penstock.bounds.proofs.together import Together
from penstock.bounds.runs.witness import Witness
from penstock.bounds.story import NOTHING_FORBIDS, CycleStatus, Event, Reason, Trial
from penstock.budget import TimeOver, check, in_time, present
from penstock.control import Automaton
from penstock.graphs import grouped
from penstock.resolve.model import Model

MOST_COUNTEREXAMPLES = 20
"""For each part of a net that has nothing to do with the others."""
MOST_SUSPECTED = 1000
SECONDS_FOR_BOUNDS = 10.0
SHARE_FOR_BOUNDS = 0.4
"""How long bounds are looked for channel by channel, and which share of all time that may be."""
MOST_FOR_ONE_PROOF = 5000
"""A larger net is proved channel by channel only; one proof for all would be for readers, who cannot read it."""


class BoundVerdict(StrEnum):
    """BOUNDED and UNBOUNDED are certain."""

    BOUNDED = "BOUNDED"
    UNBOUNDED = "UNBOUNDED"
    UNKNOWN = "UNKNOWN"


BOUNDED, UNBOUNDED, UNKNOWN = BoundVerdict


class ProofKind(StrEnum):
    """What a verdict about a channel rests on."""

    WEIGHTS = "weights"
    ORDER = "order"
    TESTS = "tests"
    STATES = "states"
    STRUCTURE = "structure"
    RUN = "run"


@dataclass(frozen=True, slots=True)
class ChannelBound:
    """A declared channel, or all of one name: those that processes own are one for each class of processes.

    `bound` is a number of messages that it never holds more of; None if none was found.  It is proved by weights, also
    by those that rest on the `order` of messages, by the `tests` of its writers, or because all states were looked at
    (`states`).  With a `witness` there is none: a run fills it without end.
    """

    name: str
    queues: tuple[int, ...]
    declared: int
    bound: int | None
    proofs: tuple[Invariant, ...] = ()
    summary: bool = False
    exact: int | None = None
    states: int | None = None
    beside: frozenset[str] = frozenset()
    """The channels that were forgotten while all states were searched."""
    witness: Witness | None = None
    tests: tuple[Test, ...] = ()
    order: Order | None = None
    finite: bool = False
    """There is a bound, but no number was found."""

    @property
    def verdict(self) -> BoundVerdict:
        if self.witness is not None:
            return UNBOUNDED
        return UNKNOWN if self.bound is None and not self.finite else BOUNDED

    @property
    def proof(self) -> ProofKind | None:
        if self.witness is not None:
            return ProofKind.RUN
        if self.finite:
            return ProofKind.STRUCTURE
        if self.bound is None:
            return None
        if self.tests:
            return ProofKind.TESTS
        if self.order is not None:
            return ProofKind.ORDER
        return ProofKind.WEIGHTS if self.states is None else ProofKind.STATES


@dataclass(frozen=True, slots=True)
class Judged:
    """A counterexample of some net, and what became of it."""

    net: Net
    found: Counterexample
    status: CycleStatus = CycleStatus.UNDECIDED
    reason: Reason = NOTHING_FORBIDS


@dataclass(frozen=True, slots=True)
class BoundResult:
    """What the test says about a model; `proof` is one for all channels together, where the model is not too large.

    `judged` are the counterexamples in the order in which they were found, `story` tells how they were dealt with.
    """

    model: Model
    net: Net
    channels: tuple[ChannelBound, ...]
    proof: Invariant | None
    judged: tuple[Judged, ...]
    seconds: dict[str, float] = field(default_factory=dict)
    story: tuple[Event, ...] = ()
    separation: Separation | None = None
    """The proof for channels that are finite."""
    together: Together | None = None
    """What proofs by order rest on."""
    trial: Trial | None = None
    exclusions: tuple[Exclusion, ...] = ()
    """Why steps are missing in the net, apart from those that nothing leads to."""
    families: tuple[Family, ...] = ()
    """Bounds for any number of processes."""

    @property
    def verdict(self) -> BoundVerdict:
        verdicts = {channel.verdict for channel in self.channels}
        return next((verdict for verdict in (UNBOUNDED, UNKNOWN) if verdict in verdicts), BOUNDED)

    @property
    def counterexamples(self) -> tuple[Counterexample, ...]:
        """Those that are not excluded, in the present net."""
        return tuple(
            judged.found
            for judged in self.judged
            if judged.net is self.net and judged.status is not CycleStatus.SPURIOUS
        )


def boundedness(
    model: Model, automata: list[Automaton], coarse: bool = False, process_limit: int | None = None
) -> BoundResult:
    """Build the abstraction, look for invariants, and for growth where there are none.

    If time runs out before there is an abstraction, `TimeOver` is raised; after that, what was found is returned.
    """
    clock = Clock()
    analysis = Analysis(model, automata)
    clock.lap("analysis")
    net = build_net(analysis, coarse, process_limit)
    clock.lap("net")
    return prove(net, clock)


def prove(net: Net, clock: Clock) -> BoundResult:
    """Look for invariants in a net, and for growth where there are none."""
    weigher = Weigher(net)
    clock.lap("assembling")
    channels = tuple(_channels(net, weigher))
    clock.lap("bounds")
    small = len(net.transitions) <= MOST_FOR_ONE_PROOF
    proof = in_time(lambda: weigher.prove(net.message_places)) if small else None
    clock.lap("proof for all")
    judged = tuple(Judged(net, found) for found in _counterexamples(net, channels))
    clock.lap("counterexamples")
    return BoundResult(net.analysis.model, net, channels, proof, judged, clock.laps)


def _channels(net: Net, weigher: Weigher) -> list[ChannelBound]:
    analysis = net.analysis
    buffered = [queue for queue in analysis.queues if not analysis.kind(queue.number).rendezvous]
    by_name = grouped((queue.name, queue.number) for queue in buffered)
    prover = _Prover(net, weigher, [queue for queues in by_name.values() for queue in queues])
    found = []
    for name, queues in by_name.items():
        proofs = [in_time(partial(prover.prove, queue)) for queue in queues]
        known = [proof for proof in proofs if proof is not None]
        summary = any(analysis.queues[queue - 1].summary for queue in queues)
        channel = ChannelBound(name, tuple(queues), analysis.kind(queues[0]).capacity, None, summary=summary)
        if len(known) == len(proofs):
            channel = replace(channel, bound=max(proof.bound for proof in known), proofs=tuple(known))
        kept = in_time(partial(_kept_short, net, channel)) if channel.bound is None else None
        found.append(kept or channel)
    return found


def _kept_short(net: Net, channel: ChannelBound) -> ChannelBound:
    """The channel with a bound if its writers look how long it is."""
    tried = [kept_short(net.analysis, queue) for queue in channel.queues]
    short = [kept for kept in tried if kept is not None]
    if len(short) < len(tried):
        return channel
    tests = dict.fromkeys(test for kept in short for test in kept.tests)
    return replace(channel, bound=max(kept.bound for kept in short), tests=tuple(tests))


class _Prover:
    """Proves queue by queue; when that takes too long, the rest together, which is quick but less tight."""

    def __init__(self, net: Net, weigher: Weigher, queues: list[int]) -> None:
        self.net = net
        self.weigher = weigher
        self.left = queues
        self.alone = present().part(SHARE_FOR_BOUNDS, SECONDS_FOR_BOUNDS)
        self.common: Invariant | None = None
        self.tried = False

    def prove(self, queue: int) -> Invariant | None:
        messages = self.net.messages_of(queue)
        try:
            with self.alone:
                return self._proved_alone(queue, messages)
        except TimeOver:
            self._prove_together()
        if self.common is None or not messages:
            return self.weigher.prove(messages)
        unit = min(self.common.weights[place] for place in messages)
        return Invariant(self.common.weights, unit, self.common.start)

    def _proved_alone(self, queue: int, messages: list[int]) -> Invariant | None:
        check()
        found = self.weigher.prove(messages)
        self.left.remove(queue)
        return found

    def _prove_together(self) -> None:
        if not self.tried:
            self.tried = True
            self.common = self.weigher.prove([place for left in self.left for place in self.net.messages_of(left)])


def _counterexamples(net: Net, channels: tuple[ChannelBound, ...]) -> list[Counterexample]:
    """One for each channel that may grow, without those that are the same steps; only some of each part of the net."""
    by_part: dict[int, list[Counterexample]] = {}
    queues = [queue for channel in channels if channel.bound is None for queue in channel.queues]
    for queue in queues[:MOST_SUSPECTED]:
        messages = net.messages_of(queue)
        known = by_part.setdefault(net.part(messages[0]) if messages else -1, [])
        if len(known) < MOST_COUNTEREXAMPLES:
            counterexample = in_time(partial(find_growth, net, messages))
            if counterexample is not None and all(other.flow != counterexample.flow for other in known):
                known.append(counterexample)
    return [counterexample for known in by_part.values() for counterexample in known]


class Clock:
    def __init__(self) -> None:
        self.laps: dict[str, float] = {}
        self._last = time.perf_counter()

    def lap(self, name: str) -> None:
        now = time.perf_counter()
        self.laps[name] = now - self._last
        self._last = now
