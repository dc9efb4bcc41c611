"""Results of the boundedness test as outcomes."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import replace

from penstock.bounds.abstraction.names import NetNames
from penstock.bounds.abstraction.places import Messages, Net
from penstock.bounds.declared import declared_channels
from penstock.bounds.proofs.growth import Round
from penstock.bounds.published.comparison import Comparison, growth_of, rounds_of
from penstock.bounds.published.refine import DecidedGrowth
from penstock.bounds.story import TimeRanOut, Trial
from penstock.bounds.telling.families import family_text
from penstock.bounds.telling.showing import ShownRun, shown_runs
from penstock.bounds.telling.story import event_text, reason_text, untried_text
from penstock.bounds.telling.undecided import Means, undecided
from penstock.bounds.telling.words import advice, assumptions, how, reservations, round_lines, round_steps
from penstock.bounds.verdict import BoundResult, BoundVerdict, ChannelBound, Judged
from penstock.budget import Budget
from penstock.machine.trace import Step
from penstock.reading.reading import Reading
from penstock.tasks.bound_outcome import (
    BoundOutcome,
    BoundStatistics,
    ChannelAnswer,
    FillingRun,
    JudgedCycles,
    LimitAnswer,
    LoopStep,
    MissingExact,
    RepeatedCycle,
    TrialAnswer,
    UndecidedChannels,
)
from penstock.tasks.requests.bound import BoundRequest

SECONDS_FOR_RUNS = 0.5
"""For runs that are replayed in order to be shown."""
NOTHING = BoundStatistics(0, 0, 0, 0, 0, 0, 0, 0, {})


def answer_of(
    request: BoundRequest,
    reading: Reading,
    result: BoundResult,
    missing: MissingExact | None,
    limits: tuple[LimitAnswer, ...] = (),
) -> BoundOutcome:
    """What our own method found."""
    with Budget(time.monotonic() + SECONDS_FOR_RUNS):
        runs = shown_runs(result, reading.automata)
    return BoundOutcome(
        verdict=result.verdict,
        method=request.method,
        channels=tuple(_channel(result, channel) for channel in result.channels),
        counterexamples=tuple(_judged(result, judged) for judged in result.judged),
        runs=tuple(map(_endless, runs)),
        story=tuple(map(event_text, result.story)),
        undecided=_undecided(request, result),
        assumed=tuple(assumptions(result.model, reading.automata, request.process_limit)),
        notes=tuple(reservations(result.net, reading.automata)),
        trial=None if result.trial is None else _tried(result.trial),
        any_number=tuple(family_text(NetNames(result.net), family) for family in result.families),
        limits=limits,
        statistics=_statistics(result),
        request=request,
        reading=reading,
        result=result,
        missing=missing,
    )


def answer_published(
    request: BoundRequest, reading: Reading, result: BoundResult, comparison: Comparison, trial: Trial
) -> BoundOutcome:
    """What the published method found in the same abstraction."""
    bounds, verdict = comparison.bounds, comparison.verdict
    return BoundOutcome(
        verdict=verdict,
        method=request.method,
        channels=tuple(_open_channel(one.name, one.declared, bounds[one.name], verdict) for one in result.channels),
        counterexamples=tuple(_found(result, found) for found in comparison.counterexamples),
        runs=(),
        story=(),
        undecided=None,
        assumed=tuple(assumptions(result.model, reading.automata, request.process_limit)),
        notes=tuple(reservations(result.net, reading.automata)),
        trial=_tried(trial),
        any_number=(),
        limits=(),
        statistics=_published_statistics(result, comparison),
        request=request,
        reading=reading,
        result=result,
        comparison=comparison,
    )


def published_gave_up(request: BoundRequest, reading: Reading, result: BoundResult, why: str) -> BoundOutcome:
    channels = tuple(_open_channel(one.name, one.declared, None, BoundVerdict.UNKNOWN) for one in result.channels)
    return replace(_unknown(request, reading, channels), result=result, gave_up=why, statistics=_statistics(result))


def nothing_known(request: BoundRequest, reading: Reading, stopped: bool) -> BoundOutcome:
    """Time ran out, or it was stopped, before there was an abstraction."""
    advised = f"not looked at: {'it was stopped' if stopped else 'time ran out'}"
    channels = tuple(
        _open_channel(name, declared, None, BoundVerdict.UNKNOWN, advised)
        for name, declared in declared_channels(reading.model, reading.automata)
    )
    story = (event_text(TimeRanOut(stopped=stopped)),)
    return replace(_unknown(request, reading, channels), story=story, stopped=stopped)


def _unknown(request: BoundRequest, reading: Reading, channels: tuple[ChannelAnswer, ...]) -> BoundOutcome:
    return BoundOutcome(
        verdict=BoundVerdict.UNKNOWN if channels else BoundVerdict.BOUNDED,
        method=request.method,
        channels=channels,
        counterexamples=(),
        runs=(),
        story=(),
        undecided=None,
        assumed=(),
        notes=(),
        trial=None,
        any_number=(),
        limits=(),
        statistics=NOTHING,
        request=request,
        reading=reading,
        result=None,
    )


def _channel(result: BoundResult, channel: ChannelBound) -> ChannelAnswer:
    return ChannelAnswer(
        channel.name,
        channel.declared,
        channel.bound,
        channel.exact,
        channel.verdict,
        channel.proof,
        how(result, channel),
        advice(result, channel),
        channel,
    )


def _open_channel(
    name: str, declared: int, bound: int | None, verdict: BoundVerdict, advised: str = ""
) -> ChannelAnswer:
    return ChannelAnswer(name, declared, bound, None, verdict, None, "-", advised)


def _judged(result: BoundResult, judged: Judged) -> JudgedCycles:
    found, names = judged.found, NetNames(judged.net)
    growth = {names.queue(queue): found.growth[queue] for queue in found.queues}
    reason = reason_text(judged.reason)
    return JudgedCycles(judged.status, reason, growth, _cycles(result, judged.net, found.rounds))


def _found(result: BoundResult, found: DecidedGrowth) -> JudgedCycles:
    names = NetNames(result.net)
    growth = {names.queue(queue): more for queue, more in growth_of(result, found).items()}
    return JudgedCycles(found.status, found.reason, growth, _cycles(result, result.net, rounds_of(found)))


def _cycles(result: BoundResult, net: Net, rounds: Iterable[Round]) -> tuple[RepeatedCycle, ...]:
    names = NetNames(net)
    return tuple(
        RepeatedCycle(
            names.owner(part.owner),
            part.times,
            tuple(round_lines(result, part)),
            tuple(statement for _, statement in round_steps(result, part)),
            part.closed,
        )
        for part in rounds
    )


def _undecided(request: BoundRequest, result: BoundResult) -> UndecidedChannels | None:
    means = Means(request.budget, request.memory, request.refine, request.process_limit)
    found = undecided(result, means)
    return None if found is None else UndecidedChannels(found.channels, found.tried, found.missing, found.advised)


def _endless(run: ShownRun) -> FillingRun:
    return FillingRun(run.witness.growth, _steps(run, run.stem), _steps(run, run.loop), run)


def _steps(run: ShownRun, steps: Iterable[Step]) -> tuple[LoopStep, ...]:
    names = run.trace.processes
    return tuple(
        LoopStep(None if step.process is None else names[step.process].name, step.file, step.line, step.statement)
        for step in steps
    )


def _tried(trial: Trial) -> TrialAnswer:
    return TrialAnswer(trial.runs, trial.steps, untried_text(trial))


def _statistics(result: BoundResult) -> BoundStatistics:
    cycles = sum(len(found.rounds) for found in result.counterexamples)
    vectors = len({transition.effect for transition in result.net.transitions})
    seconds = {name: round(value, 4) for name, value in result.seconds.items()}
    return _counted(result.net, cycles, vectors, 0, seconds)


def _published_statistics(result: BoundResult, comparison: Comparison) -> BoundStatistics:
    answer, refined = comparison.answer, comparison.refined
    programs = 0 if refined is None else len(refined.programs)
    return _counted(result.net, answer.cycles, len(answer.vectors), programs, comparison.seconds)


def _counted(net: Net, cycles: int, vectors: int, programs: int, seconds: Mapping[str, float]) -> BoundStatistics:
    types = sum(isinstance(place, Messages) for place in net.places)
    analysis, transitions = net.analysis, len(net.transitions)
    return BoundStatistics(
        len(analysis.classes),
        len(net.places) - types,
        transitions,
        types,
        len(analysis.queues),
        cycles,
        vectors,
        programs,
        dict(seconds),
    )
