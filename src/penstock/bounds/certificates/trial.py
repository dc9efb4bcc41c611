"""Every proof is tried against the machine before it is told.

A proof is about the net of a model, and the checker builds the same net: a mistake there would be certified.  So
the model runs, with channels that have no limit, and each state is looked at: does the net have a place for everything
in it, has the sum of the weights grown, does a channel hold more than its bound?  Nothing is proved by that, but what
is found is a fault of ours.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from penstock.bounds.abstraction.marking import Marker, Marking, NotCovered, Token, Tokens
from penstock.bounds.abstraction.places import Net, Room
from penstock.bounds.certificates.present import misfit
from penstock.bounds.evidence import Refused
from penstock.bounds.proofs.together import Together
from penstock.bounds.runs.witness import recheck_witness
from penstock.bounds.story import Trial, Untried
from penstock.bounds.verdict import BoundResult
from penstock.budget import Budget, TimeOver
from penstock.control import Automaton
from penstock.diagnostics.record import counted
from penstock.machine import Machine, Options, build_machine
from penstock.machine.engine import MachineStep, Move
from penstock.machine.runtime import State

STEPS_AROUND = 1000
"""Steps near the beginning, all of them in turn."""
STEPS = 3000
RUNS = (30, 100, 300, 30, 100, 1000)
"""How many steps runs have, in turn."""
MOST_RUNS = 120
SECONDS = 1.0
LEAST_SECONDS = 0.5
"""What a trial may take even if time has run out."""
ROUNDS = 10
"""How often the loop of a run is repeated."""
MOST_EDGES = 10_000
EDGES_A_SECOND = 5000
"""How many steps of a model are compiled in a second, at least."""
Weights = Mapping[int, int]


class WrongProof(Exception):
    """The model does what a proof excludes: this is a fault of ours, whatever the verdict is."""


@dataclass(frozen=True, slots=True)
class Claims:
    """What proofs say: sums of weights that never grow, and the most that channels, by name, ever hold.

    Of tokens that are there together, `order` must know that they can be; sums `below` a limit may grow, up to it.
    """

    weights: tuple[Weights, ...]
    bounds: Mapping[str, int]
    order: Together | None = None
    below: tuple[tuple[Weights, int], ...] = ()


def claims_of(result: BoundResult) -> Claims:
    proofs: list[Weights] = [
        proof.weights for channel in result.channels if channel.order is None for proof in channel.proofs
    ]
    ordered = [proof for channel in result.channels if channel.order is not None for proof in channel.proofs]
    proofs += [result.proof.weights] if result.proof is not None else []
    proofs += [exclusion.weights for exclusion in result.exclusions]
    proofs += [result.separation.weights] if result.separation is not None else []
    bounds = {channel.name: channel.bound for channel in result.channels if channel.bound is not None}
    below = tuple((proof.weights, proof.start) for proof in ordered)
    return Claims(tuple({id(weights): weights for weights in proofs}.values()), bounds, result.together, below)


def tried(result: BoundResult, automata: Sequence[Automaton], until: float = float("inf")) -> BoundResult:
    """The result, after its proofs were tried; `until` is a time of the monotonic clock.  Raises `WrongProof`."""
    _replay(result, automata, until)
    claims = claims_of(result)
    if not claims.bounds and not claims.weights:
        return result
    trial = try_claims(result.net, automata, claims, until)
    return replace(result, trial=trial, story=(*result.story, trial))


def _replay(result: BoundResult, automata: Sequence[Automaton], until: float) -> None:
    """Take the runs that fill channels once more, with some rounds of their loops; raises `WrongProof`."""
    runs = {id(one.witness): one.witness for one in result.channels if one.witness is not None}
    until = max(until, time.monotonic() + LEAST_SECONDS)  # for all of them together
    for witness in runs.values():
        try:
            with Budget(until):
                recheck_witness(result.model, automata, witness, (ROUNDS,))
        except TimeOver:
            return
        except Refused as problem:
            raise WrongProof(f"a run that should fill {', '.join(witness.growth)} does not: {problem}") from None


def try_claims(net: Net, automata: Sequence[Automaton], claims: Claims, until: float = float("inf")) -> Trial:
    """Run the model, some thousand steps, and look at every state; raises `WrongProof`."""
    processes = [automaton for automaton in automata if automaton.kind != "never"]
    now = time.monotonic()
    left = max(until - now, LEAST_SECONDS)
    most = min(MOST_EDGES, EDGES_A_SECOND * left)
    if sum(len(automaton.edges) for automaton in processes) > most:
        return Trial(untried=Untried.TOO_LARGE, most=round(most))
    # Where processes are limited, the machine also tries steps that are then not taken: what they send does not count.
    measuring = Room() not in net.numbers
    try:
        with Budget(now + left):
            machine = build_machine(net.analysis.model, processes, Options(unlimited=True, measuring=measuring))
    except TimeOver:
        return Trial(untried=Untried.NO_TIME)
    return _Trial(machine, Marker(net, machine), claims, now + min(left, SECONDS)).run()


@dataclass(frozen=True, slots=True)
class _Situation:
    """A state with its marking; `settled` is the last one that the sums are compared with."""

    state: State
    holder: int
    marking: Marking
    settled: Marking
    steps: int = 0


@dataclass(slots=True)
class _Trial:
    machine: Machine
    marker: Marker
    claims: Claims
    until: float
    chance: Random = field(default_factory=lambda: Random(1))
    steps: int = 0
    taken: Counter[Move] = field(default_factory=Counter)
    _weighing: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    """For each place the sums it belongs to, with its weight."""

    def run(self) -> Trial:
        for number, weights in enumerate(self.claims.weights):
            for place, weight in weights.items():
                self._weighing.setdefault(place, []).append((number, weight))
        first = self._first()
        runs = 1
        if self._around(first):
            return Trial(runs, self.steps)
        while runs < MOST_RUNS and not self._over(STEPS):
            self._along(first, runs, RUNS[runs % len(RUNS)])
            runs += 1
        return Trial(runs, self.steps)

    def _first(self) -> _Situation:
        try:
            marking = self.marker.first()
        except NotCovered as problem:
            raise WrongProof(f"at the start, {problem}") from None
        tokens = Counter(token for part in marking.parts() for token in part)
        if all(len(token) == 1 for token in tokens) and tokens != _start(self.marker.net):
            raise WrongProof("the proof starts from another state than the model")
        return _Situation(self.machine.initial, 0, marking, marking)

    def _over(self, steps: int) -> bool:
        return self.steps >= steps or time.monotonic() > self.until

    # -- runs ------------------------------------------------------------------------------------

    def _around(self, first: _Situation) -> bool:
        """Everything near the beginning; whether that is all there is."""
        waiting = deque([first])
        seen = {(first.state, first.holder)}
        while waiting and not self._over(STEPS_AROUND):
            situation = waiting.popleft()
            for step in self._possible(situation):
                if (step.state, step.holder) not in seen and not self._over(STEPS_AROUND):
                    seen.add((step.state, step.holder))
                    waiting.append(self._go(situation, step))
        return not waiting and not self._over(STEPS_AROUND)

    def _along(self, situation: _Situation, number: int, steps: int) -> None:
        """A run: at random, towards steps seldom taken, or towards many messages."""
        ways = (self._any, self._seldom, self._filling)
        for _ in range(steps):
            possible = self._possible(situation)
            if not possible or self._over(STEPS):
                return
            choose = ways[number % len(ways)]
            step = choose(possible) if self.chance.random() < 0.8 else self._any(possible)
            situation = self._go(situation, step)

    def _possible(self, situation: _Situation) -> list[MachineStep]:
        machine = self.machine
        steps = machine.process_steps(situation.state, situation.holder) if situation.holder else []
        steps = steps or machine.steps(situation.state)
        machine.forget()
        return [step for step in steps if self.marker.room(step.state) >= 0]

    def _any(self, possible: list[MachineStep]) -> MachineStep:
        return self.chance.choice(possible)

    def _seldom(self, possible: list[MachineStep]) -> MachineStep:
        least = min(self.taken[step.move] for step in possible)
        return self._any([step for step in possible if self.taken[step.move] == least])

    def _filling(self, possible: list[MachineStep]) -> MachineStep:
        lengths = [sum(map(len, step.state[1])) for step in possible]
        return self._seldom([step for step, length in zip(possible, lengths, strict=True) if length == max(lengths)])

    # -- what is looked at ---------------------------------------------------------------------------

    def _go(self, old: _Situation, step: MachineStep) -> _Situation:
        self.steps += 1
        self.taken[step.move] += 1
        try:
            new = self.marker.after(old.marking, old.state, step)
        except NotCovered as problem:
            raise self._wrong(old, step, str(problem)) from None
        settled = old.settled
        if new.settled:
            self._compare(old, step, new)
            self._look_at_order(old, step, new)
            settled = new
        self._look_at_lengths(old, step)
        return _Situation(step.state, step.holder, new, settled, old.steps + 1)

    def _compare(self, old: _Situation, step: MachineStep, new: Marking) -> None:
        """No sum is greater than before; a token that may be in several places is taken to be where it weighs least."""
        change: Counter[int] = Counter()
        for before, now in new.changes(old.settled):
            gone, come = (before, now) if self.marker.ambiguous else _without_common(before, now)
            for token in come:
                self._weigh(token, change, 1)
            for token in gone:
                self._weigh(token, change, -1)
        for number, more in change.items():
            if more > 0:
                raise self._wrong(old, step, f"sum {number + 1} grows by {more}, but it must never grow")

    def _weigh(self, token: Token, change: Counter[int], sign: int) -> None:
        if len(token) == 1:
            for number, weight in self._weighing.get(token[0], ()):
                change[number] += sign * weight
            return
        by_sum = [dict(self._weighing.get(place, ())) for place in token]
        for number in {number for weights in by_sum for number in weights}:
            change[number] += min(sign * weights.get(number, 0) for weights in by_sum)

    def _look_at_order(self, old: _Situation, step: MachineStep, new: Marking) -> None:
        """Whatever is there together can be, and what counts is no more than it can be."""
        if self.claims.order is None:
            return
        problem = misfit(self.claims.order, new)
        if problem:
            raise self._wrong(old, step, problem)
        tokens = [token for part in new.parts() for token in part]
        for number, (weights, limit) in enumerate(self.claims.below):
            most = sum(min((weights.get(place, 0) for place in token), default=0) for token in tokens)
            if most > limit:
                raise self._wrong(old, step, f"count {number + 1} is {most}, but it must never be more than {limit}")

    def _look_at_lengths(self, old: _Situation, step: MachineStep) -> None:
        lengths = self.machine.lengths
        if not self.machine.program.options.measuring:
            for place, queue in enumerate(step.state[1]):
                lengths.note(step.state, place, len(queue) - 1)
        for name, length in lengths.highest.items():
            bound = self.claims.bounds.get(name)
            if bound is not None and length > bound:
                raise self._wrong(old, step, f"{name} can hold {counted(length, 'message')}, its bound is {bound}")
        lengths.highest.clear()

    def _wrong(self, old: _Situation, step: MachineStep, what: str) -> WrongProof:
        edge = step.move.edge
        who = self.machine.places[old.state[step.at][0]].automaton.name
        if edge is None:
            return WrongProof(f"step {old.steps + 1} of a run, the end of {who}: {what}")
        where = self.machine.program.model.locate(edge.statement)
        return WrongProof(f"step {old.steps + 1} of a run, {who}, {where.file}:{where.line} `{edge.label}`: {what}")


def _without_common(before: Tokens, now: Tokens) -> tuple[Tokens, Tokens]:
    """A long queue changes at its ends: what was sent, or what was received, is all that must be weighed."""
    if now[: len(before)] == before:
        return (), now[len(before) :]
    received = len(before) - len(now)
    return (before[:received], ()) if received > 0 and before[received:] == now else (before, now)


def _start(net: Net) -> Counter[Token]:
    return Counter({(place,): tokens for place, tokens in net.start.items() if tokens})
