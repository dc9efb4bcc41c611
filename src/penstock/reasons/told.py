"""Failures as data: all of them have one form, so that a program need not know every way to fail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from enum import Enum

from penstock.machine.trace import Ending, Instance, RunTrace
from penstock.reasons.failures import (
    BrokenFormula,
    BrokenTrace,
    Deadlock,
    EndlessDeferring,
    EndlessRun,
    FailedAssertion,
    FailedRun,
    MissedDeadline,
    PropertyFailure,
    Repetition,
    RunTimeError,
    StandingProcess,
    Standstill,
    Stuck,
    TooManyActors,
    Turns,
)
from penstock.reasons.floods import FullMailbox, full_at_end, is_overflow
from penstock.reasons.waiting import WaitingData, waiting_data
from penstock.records import data, record


class FailureKind(Enum):
    DEADLOCK = "deadlock"
    STUCK = "stuck"
    ASSERTION = "assertion"
    FORMULA = "formula"
    DEADLINE = "deadline"
    CLAIM = "never claim"
    ACCEPTANCE = "acceptance"
    NO_PROGRESS = "no progress"
    TRACE = "trace"
    OVERFLOW = "overflow"
    RUN_TIME = "run-time error"
    DEFERRING = "deferring"
    TOO_MANY_ACTORS = "too many actors"


@record
class HeldMessages:
    """How many messages are in a channel."""

    channel: str
    messages: int = data(least=1)


@record
class ToldFailure:
    """Why a property fails; what a kind of failure does not have is null or empty."""

    kind: FailureKind
    what: str | None = data(default=None, text="the formula, the assertion, or what went wrong")
    steps: int | None = data(default=None, text="of the run that shows it")
    cycle: int | None = data(
        default=None, text="the step from which on the run repeats; beyond the last one nothing happens any more"
    )
    at: StandingProcess | None = data(default=None, text="who fails, and where")
    waiting: tuple[WaitingData, ...] = data(default=(), text="in a deadlock: who waits for what")
    messages: tuple[HeldMessages, ...] = data(default=(), text="in a deadlock: what is left in channels")
    inputs: tuple[str, ...] = data(default=(), text="what the environment of an open model sent before it was stuck")
    full: tuple[FullMailbox, ...] = data(default=(), text="mailboxes without room, and who has filled them")
    processes: tuple[str, ...] = data(default=(), text="those that put messages back forever")
    moving: tuple[str, ...] = data(default=(), text="in a cycle: the processes that take part in it")
    starving: tuple[str, ...] = data(
        default=(), text="in a cycle: the processes that could move in each of its states and never do"
    )
    overtaken: tuple[str, ...] = data(
        default=(), text="in a cycle: the processes that could move in some of its states and never do"
    )
    holds_if_fair: bool | None = data(
        default=None,
        text="whether only unfair runs violate the property (it holds with `--fair`); null: not known, or no question",
    )
    left_out: tuple[str, ...] = data(
        default=(), text="if it holds for fair runs: each of these is left out in every run that violates the property"
    )
    one_left_out: tuple[str, ...] = data(default=(), text="the same, of several processes of which one is left out")


def told_failure(failure: PropertyFailure) -> ToldFailure:
    match failure:
        case Deadlock(run):
            return ToldFailure(
                FailureKind.DEADLOCK,
                steps=len(run.steps),
                waiting=waiting_data(run),
                messages=_left(run),
                full=full_at_end(run),
            )
        case Stuck(run, inputs):
            return ToldFailure(
                FailureKind.STUCK,
                steps=len(run.steps),
                waiting=waiting_data(run),
                messages=_left(run),
                inputs=inputs,
            )
        case Standstill(steps, standing, messages):
            waiting = tuple(WaitingData(one.process, one.file, one.line, "", "", ()) for one in standing)
            held = tuple(HeldMessages(*one) for one in messages)
            return ToldFailure(FailureKind.DEADLOCK, steps=steps, waiting=waiting, messages=held)
        case FailedAssertion(assertion, steps, at):
            return ToldFailure(FailureKind.ASSERTION, assertion, steps, at=at)
        case BrokenFormula(formula, steps, repetition):
            kind = FailureKind.CLAIM if formula is None else FailureKind.FORMULA
            return _repeating(ToldFailure(kind, formula, steps), repetition)
        case MissedDeadline(formula, steps):
            return ToldFailure(FailureKind.DEADLINE, formula, steps)
        case EndlessRun(without_progress, repetition):
            kind = FailureKind.NO_PROGRESS if without_progress else FailureKind.ACCEPTANCE
            return _repeating(ToldFailure(kind, None, repetition.steps), repetition)
        case BrokenTrace(forbidden, steps):
            return ToldFailure(FailureKind.TRACE, "notrace" if forbidden else "trace", steps)
        case RunTimeError(what, steps, at):
            return ToldFailure(FailureKind.RUN_TIME, what, steps, at=at)
        case FailedRun(run, _):
            if is_overflow(run):
                return ToldFailure(
                    FailureKind.OVERFLOW, run.reason, len(run.steps), at=_last(run), full=full_at_end(run)
                )
            kind = FailureKind.ASSERTION if run.outcome is Ending.ASSERTION else FailureKind.RUN_TIME
            return ToldFailure(kind, run.reason, len(run.steps), at=_last(run))
        case EndlessDeferring(start, processes, messages):
            return ToldFailure(FailureKind.DEFERRING, ", ".join(messages), cycle=start, processes=processes)
        case TooManyActors():
            return ToldFailure(FailureKind.TOO_MANY_ACTORS)


def _repeating(told: ToldFailure, repetition: Repetition | None) -> ToldFailure:
    if repetition is None:
        return told
    turns, fairness = repetition.turns or Turns(), repetition.fairness
    told = replace(told, cycle=repetition.start, moving=_names(turns.moving))
    told = replace(told, starving=_names(turns.starving), overtaken=_names(turns.overtaken))
    if fairness is None:
        return told
    left_out, one_left_out = _names(fairness.each), _names(fairness.some)
    return replace(told, holds_if_fair=fairness.holds, left_out=left_out, one_left_out=one_left_out)


def _names(processes: Sequence[Instance]) -> tuple[str, ...]:
    return tuple(process.name for process in processes)


def _left(run: RunTrace) -> tuple[HeldMessages, ...]:
    """Messages that were sent and not received."""
    left: Counter[str] = Counter()
    for message in (message for step in run.steps for message in step.messages if not message.rendezvous):
        left[message.channel] += {"send": 1, "receive": -1}.get(message.action, 0)
    return tuple(HeldMessages(channel, number) for channel, number in left.items() if number)


def _last(run: RunTrace) -> StandingProcess | None:
    if not run.steps or run.steps[-1].process is None:
        return None
    last = run.steps[-1]
    return StandingProcess(run.processes[last.process or 0].name, last.file, last.line)
