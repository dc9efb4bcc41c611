"""Does a channel ever hold more messages than a user says?  Proved, or a run in which it does."""

from __future__ import annotations

import re
from collections.abc import Sequence

from penstock.bounds.runs.exceeding import exceeding_run
from penstock.bounds.runs.search import SearchLimits
from penstock.bounds.runs.witness import Witness, repeated, replay
from penstock.bounds.verdict import BoundResult, ChannelBound
from penstock.budget import Budget
from penstock.errors import UsageError
from penstock.machine.trace import RunTrace
from penstock.reading.reading import Reading
from penstock.tasks.bound_outcome import LimitAnswer, LimitVerdict
from penstock.tasks.requests.bound import BoundRequest

MOST_STATES = 250_000


def wanted_limits(texts: Sequence[str]) -> dict[str, int]:
    """Channels and numbers, as in `q[1]=5`."""
    found = {}
    for text in texts:
        name, _, number = text.rpartition("=")
        if not name or not re.fullmatch(r"\d+", number):
            raise UsageError(f"`--limit {text}` is not a channel and a number, as in `--limit q=5`")
        found[name.strip()] = int(number)
    return found


def check_names(wanted: dict[str, int], names: Sequence[str]) -> None:
    unknown = sorted(wanted.keys() - set(names))
    if unknown:
        known = f"there are {', '.join(names[:20])}" if names else "there are none"
        raise UsageError(f"there is no buffered channel `{unknown[0]}`: {known}")


def judged_limits(request: BoundRequest, reading: Reading, result: BoundResult, budget: Budget) -> list[LimitAnswer]:
    """What becomes of each limit."""
    channels = {channel.name: channel for channel in result.channels}
    wanted = wanted_limits(request.limits)
    check_names(wanted, list(channels))
    return [_judged(request, reading, channels[name], most, budget) for name, most in wanted.items()]


def _judged(request: BoundRequest, reading: Reading, channel: ChannelBound, most: int, budget: Budget) -> LimitAnswer:
    if channel.bound is not None and channel.bound <= most:
        return LimitAnswer(channel.name, most, LimitVerdict.PROVED)
    if channel.witness is not None:
        rounds = most // channel.witness.growth[channel.name] + 1
        if rounds > channel.witness.most_rounds:
            return LimitAnswer(channel.name, most, LimitVerdict.OPEN)
        return _exceeded(reading, channel.name, most, repeated(channel.witness, rounds))
    if request.process_limit is not None:
        return LimitAnswer(channel.name, most, LimitVerdict.OPEN)
    limits = SearchLimits(MOST_STATES, budget.until, request.memory // 2)
    with budget:
        found = exceeding_run(reading.model, reading.automata, channel.name, most, limits)
    if found.run is not None:
        return _exceeded(reading, channel.name, most, found.run)
    return LimitAnswer(channel.name, most, LimitVerdict.PROVED if found.complete else LimitVerdict.OPEN)


def _exceeded(reading: Reading, name: str, most: int, run: Witness) -> LimitAnswer:
    trace: RunTrace = replay(reading.model, reading.automata, run, 0).trace()
    return LimitAnswer(name, most, LimitVerdict.EXCEEDED, len(trace.steps), trace)
