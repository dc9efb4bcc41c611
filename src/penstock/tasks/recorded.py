"""Runs that others have found, to be stepped through: of trails, verifiers, bounds and programs."""

from __future__ import annotations

from dataclasses import dataclass, replace

from penstock.bounds.runs.witness import Witness, replay
from penstock.budget import UNWATCHED, Budget, Watch, check
from penstock.diagnostics.record import counted
from penstock.errors import UsageError
from penstock.machine.followed import Departure
from penstock.machine.logged import UnreadableTrace
from penstock.machine.pursuit import Pursuit
from penstock.machine.runs import OpenRun
from penstock.machine.trace import Ending, RunTrace
from penstock.reading.wanted import Wanted
from penstock.spin.checking import Verdict
from penstock.tasks.bound import bound
from penstock.tasks.bound_outcome import BoundOutcome
from penstock.tasks.conform import refuse_nonsense, traced
from penstock.tasks.following import follower_of, known_model
from penstock.tasks.models import runnable_model
from penstock.tasks.requests.bound import BoundRequest
from penstock.tasks.requests.conform import ConformRequest
from penstock.tasks.requests.simulate import SimulateRequest
from penstock.tasks.requests.verify import VerifyRequest
from penstock.tasks.simulate import simulated_model
from penstock.tasks.trails import follow_trail
from penstock.tasks.verify import VerifyOutcome, verify

MOST_ROUNDS = 1000


@dataclass(frozen=True, slots=True)
class RecordedRun:
    """A run with the name of what it shows, and what is the matter with it."""

    run: RunTrace
    name: str
    reason: str


def trail_run(request: SimulateRequest, trail: bytes, name: str = "", watch: Watch = UNWATCHED) -> RunTrace:
    with Budget(watch=watch):
        reading, machine = simulated_model(request)
        return follow_trail(reading, machine, trail, name)


def counterexample(request: VerifyRequest, name: str = "", watch: Watch = UNWATCHED) -> RecordedRun:
    """The run that violates a property; the first that is violated if no name is given."""
    if name:
        request = replace(request, properties=(name,))
    return counterexample_in(verify(request, watch))


def counterexample_in(outcome: VerifyOutcome) -> RecordedRun:
    violated = [one for one in outcome.properties if one.verdict is Verdict.VIOLATED]
    if not violated:
        raise UsageError(f"there is no counterexample: {outcome.summary}")
    shown = next((one for one in violated if one.run is not None), None)
    if shown is None or shown.run is None:
        raise UsageError(f"the run that violates `{violated[0].name}` cannot be stepped through: {violated[0].reason}")
    return RecordedRun(shown.run, shown.name, shown.reason or "")


def filling_run(
    request: BoundRequest, channel: str = "", rounds: int | None = None, watch: Watch = UNWATCHED
) -> RecordedRun:
    """The run that fills a channel without end; as many rounds of its loop as overflow the channel, if not told."""
    return filling_run_in(bound(request, watch), channel, rounds)


def filling_run_in(outcome: BoundOutcome, channel: str = "", rounds: int | None = None) -> RecordedRun:
    witness = _witness(outcome, channel)
    assert outcome.result is not None
    count = rounds if rounds is not None else _overflowing(outcome, witness)
    run = replay(outcome.result.model, outcome.reading.automata, witness, max(1, min(count, MOST_ROUNDS)))
    growth = ", ".join(f"{more} to `{name}`" for name, more in witness.growth.items())
    stem, loop = counted(len(witness.stem), "step"), counted(len(witness.loop), "step")
    reason = f"after {stem}, each round of {loop} adds {growth}"
    return RecordedRun(replace(run.trace(), loop=len(witness.stem) + 1), channel or next(iter(witness.growth)), reason)


def _witness(outcome: BoundOutcome, channel: str) -> Witness:
    """The run that fills a channel, or any if none is named."""
    names = [one.name for one in outcome.channels]
    if channel and channel not in names:
        raise UsageError(f"there is no channel `{channel}`: there are {', '.join(names) or 'none'}")
    wanted = [one for one in outcome.channels if not channel or one.name == channel]
    found = next((one.known.witness for one in wanted if one.known is not None and one.known.witness is not None), None)
    if found is None:
        told = (
            f"`{channel}` without end: {wanted[0].advice}" if channel else f"a channel without end: {outcome.summary}"
        )
        raise UsageError(f"no run fills {told}")
    return found


def _overflowing(outcome: BoundOutcome, witness: Witness) -> int:
    """So many rounds that every channel that grows gets more than it is declared to hold."""
    declared = {one.name: one.declared for one in outcome.channels}
    return max(declared.get(name, 1) // more + 1 for name, more in witness.growth.items())


def program_run(request: ConformRequest, watch: Watch = UNWATCHED) -> RecordedRun:
    """What the model does along the trace of a program, as far as it allows that."""
    refuse_nonsense(request)
    if request.more:
        raise UsageError("the traces of several programs cannot be stepped through")
    with Budget(watch=watch):
        reading = runnable_model(Wanted(request.source, request.actors, every_tick=True))
        try:
            follower = follower_of(reading, tracing=True)
            follower.keeps_ways = True
            trace = traced(request, watch).trace
            return _followed(Pursuit(follower, known_model(reading)), trace)
        except UnreadableTrace as problem:
            raise UsageError(str(problem)) from None


def _followed(pursuit: Pursuit, trace: bytes) -> RecordedRun:
    try:
        pursuit.feed(trace)
        reason = f"the program, all along: {pursuit.wrong_end() or 'the model allows what it did'}"
    except Departure as problem:
        reason = f"{problem}; it allows {'; '.join(problem.allowed) or 'nothing'}"
    run = OpenRun(pursuit.follower.machine)
    for step in pursuit.followed.run():
        check()
        run.go(step)
        run.outcome = Ending.UNFINISHED  # the program may go on where the model calls it an error
    return RecordedRun(run.trace(), "trace", reason)
