"""The story of a verdict in sentences."""

from __future__ import annotations

from collections.abc import Iterable

from penstock.bounds.story import (
    AllStatesSeen,
    Event,
    ExcludedByValues,
    NoAnswerBeyond,
    NoRunFound,
    NotForgotten,
    NothingForbids,
    OrderKept,
    OtherRun,
    OutOfOrder,
    Reason,
    RunFound,
    RunRepeats,
    Separated,
    SeparateLoops,
    Tightened,
    TimeRanOut,
    TooManyValues,
    Trial,
    Untried,
    ValuesKnown,
)
from penstock.diagnostics.record import counted

_SEPARATE = "a process, or a variable, would have to be in separate loops at the same time"


def reason_text(reason: Reason | str) -> str:
    """Why a counterexample has its status; the published method brings words of its own."""
    match reason:
        case str():
            return reason
        case NothingForbids():
            return "nothing in the abstraction forbids these steps"
        case RunRepeats():
            return "a run repeats these steps forever"
        case OtherRun():
            return "the channel is unbounded, because of a run with other steps"
        case ExcludedByValues(variables):
            return f"once the values of {_names(variables)} are distinguished, these steps no longer make it grow"
        case AllStatesSeen():
            return event_text(reason)
        case SeparateLoops():
            return _SEPARATE
        case OutOfOrder():
            return "messages would have to be received in another order than they were sent"


def event_text(event: Event) -> str:
    match event:
        case NoRunFound(channels, states, complete):
            all_ = ", which is all of them" if complete else ""
            return f"no run that fills {_list(channels)} forever was found in {counted(states, 'state')}{all_}"
        case RunFound(channels, stem, loop, left):
            way = f"after {counted(stem, 'step')} a loop of {counted(loop, 'step')} can be repeated forever"
            more = f", and leaves {counted(left, 'process', 'processes')} more each time" if left else ""
            return f"a run fills {_list(channels)}: {way}{more}"
        case AllStatesSeen(states, forgotten):
            without = f", with any message that was sent as the first of {_list(forgotten)}" if forgotten else ""
            other = "other " if forgotten else ""
            return f"all {counted(states, 'state')} were searched{without}, and no {other}channel grows further"
        case NoAnswerBeyond(channels):
            return f"SPIN's search found no answer for {_list(channels)}"
        case NotForgotten(channels):
            return f"what {_list(channels)} hold could not be left out of a search of all states"
        case Separated(channels):
            return f"{_list(channels)}: {_SEPARATE}, so nothing grows without end"
        case OrderKept(bounded, places):
            about = f"which messages can be together, and in which order, is known for {counted(places, 'place')}"
            return f"{about}: that bounds {_list(bounded) or 'nothing more'}"
        case TooManyValues(variables):
            return f"the values of {_names(variables)} are too many to distinguish"
        case ValuesKnown(variables, steps):
            return f"the values of {_names(variables)} are distinguished: {counted(steps, 'step')}"
        case TimeRanOut():
            return _ended(event)
        case Tightened(channels, variables, steps):
            return _tightened(channels, variables, steps)
        case Trial():
            return trial_text(event)


def _tightened(channels: Iterable[tuple[str, int, int]], variables: tuple[str, ...], steps: int) -> str:
    told = ", ".join(f"{name} {after} instead of {before}" for name, before, after in channels)
    reasons = [f"the values of {_names(variables)} are distinguished"] if variables else []
    if steps:
        which = f"{counted(steps, 'step')} {'is' if steps == 1 else 'are'} never taken"
        reasons.append(f"{which}, since what would be needed is never there at the same time")
    return f"smaller bounds, {told}: {', and '.join(reasons)}"


def _ended(event: TimeRanOut) -> str:
    what = "it was stopped" if event.stopped else "time ran out"
    if event.channels:
        return f"{what} before there was an answer for {_list(event.channels)}"
    return f"{what} before it was known which values are where and which messages are sent"


def trial_text(trial: Trial) -> str:
    if trial.untried is not None:
        return f"the proofs were not tried on runs of the model: {untried_text(trial)}"
    return f"the proofs were tried on {counted(trial.steps, 'step')} of {counted(trial.runs, 'run')}"


def untried_text(trial: Trial) -> str:
    """Why proofs were not tried; nothing if they were."""
    match trial.untried:
        case Untried.TOO_LARGE:
            return f"more than {trial.most:,} steps would take too long"
        case Untried.NO_TIME:
            return "time ran out before the model could run"
        case None:
            return ""


def _list(names: Iterable[str]) -> str:
    return ", ".join(names)


def _names(variables: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in variables)
