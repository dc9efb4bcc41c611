"""What stands between a channel and an answer: what was tried, what is missing, and what may help."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from penstock.bounds.story import (
    CycleStatus,
    Event,
    NoAnswerBeyond,
    NoRunFound,
    NotForgotten,
    RunFound,
    TimeRanOut,
    TooManyValues,
    Trial,
    ValuesKnown,
)
from penstock.bounds.telling.story import event_text
from penstock.bounds.telling.words import sending_lines
from penstock.bounds.verdict import UNKNOWN, BoundResult, ChannelBound
from penstock.diagnostics.record import counted

MORE = 4
"""How many times the budget and the memory that did not suffice are advised."""


@dataclass(frozen=True, slots=True)
class Means:
    """What the search for an answer was allowed to use."""

    budget: float
    memory: int
    refine: bool = True
    process_limit: int | None = None


@dataclass(frozen=True, slots=True)
class Undecided:
    """Why there is no answer for channels, in sentences."""

    channels: tuple[str, ...]
    tried: tuple[str, ...]
    missing: tuple[str, ...]
    advised: tuple[str, ...]


def undecided(result: BoundResult, means: Means) -> Undecided | None:
    """None if each channel has an answer."""
    open_ = [channel for channel in result.channels if channel.verdict is UNKNOWN]
    if not open_:
        return None
    tried = tuple(map(event_text, _last_of_each_kind(result))) or ("weights for messages and places",)
    names = tuple(channel.name for channel in open_)
    return Undecided(names, tried, tuple(_missing(result)), tuple(_advised(result, open_, means)))


def _last_of_each_kind(result: BoundResult) -> list[Event]:
    """What was tried; runs that were found are answers, values are told each time."""
    found: dict[object, Event] = {}
    for event in result.story:
        if not isinstance(event, RunFound | Trial):
            found[event if isinstance(event, ValuesKnown | TooManyValues) else type(event)] = event
    return list(found.values())


def _missing(result: BoundResult) -> Iterator[str]:
    suspected = sum(judged.status is CycleStatus.UNDECIDED for judged in result.judged if judged.net is result.net)
    if suspected:
        yield (
            f"a reason why {'the steps' if suspected == 1 else f'each of {suspected} groups of steps'} above cannot be "
            "repeated forever, or a run that repeats them; weights do not know in which order messages are received"
        )
    for variable in _unknown_values(result):
        yield f"the values of `{variable}`, which are too many: its conditions may have any outcome in the proof"
    looked = [event.states for event in result.story if isinstance(event, NoRunFound)]
    if looked:
        yield f"the states behind the {counted(max(looked), 'state')} that were looked at"


def _unknown_values(result: BoundResult) -> list[str]:
    told = [event for event in result.story if isinstance(event, TooManyValues) and len(event.variables) == 1]
    known = {name for event in result.story if isinstance(event, ValuesKnown) for name in event.variables}
    return [name for name in dict.fromkeys(name for event in told for name in event.variables) if name not in known]


def _advised(result: BoundResult, open_: list[ChannelBound], means: Means) -> Iterator[str]:
    if not means.refine:
        yield "leave out --no-refine: values, runs and states are looked at then"
    elif means.process_limit is not None:
        yield "leave out --process-limit: runs and states are looked at then"
    if any(isinstance(event, TimeRanOut | NoAnswerBeyond | NotForgotten) for event in result.story):
        yield f"--budget {MORE * means.budget:g} --memory {MORE * means.memory}: more time and memory for the searches"
    for name in _unknown_values(result):
        yield f"fewer values of `{name}`: a smaller type, or a condition that keeps it small wherever it changes"
    for channel in open_[:MORE]:
        lines = sending_lines(result, channel)
        if lines and not channel.summary:
            where = f"line{'s' if len(lines) > 1 else ''} {', '.join(map(str, lines[:MORE]))}"
            yield f"a test right before a send to {channel.name} (at {where}): `len({channel.name}) < N` keeps it short"
