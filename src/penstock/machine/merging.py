"""Traces of several programs that are one system, put into one order.

Each program logs the steps of its own processes; their numbers are those of the whole system.  What is known of the
order stands before an entry:

use a 7              what follows is the seventh use of `a`, of all programs; `a` may be a channel, or anything shared
clock 1 3,5,0        what follows is the fifth event of program 1, which knows of three of program 0

So an entry needs some entries of other programs before it.  An order that keeps to that is tried first; if the model
does not allow it, all of them are, as long as there are not too many.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from penstock.budget import check
from penstock.machine.followed import Belief, Departure, Followed, Whereabouts
from penstock.machine.following import MOST_STATES, Follower
from penstock.machine.logged import KnownModel, Logged, LoggedEnding, TraceReader, UnreadableTrace

Positions = tuple[int, ...]
"""How many entries of each trace are done."""


@dataclass(slots=True)
class ProgramTrace:
    """What one program logged; `needs` tells of an entry how many entries of which other trace must come before it."""

    number: int
    entries: list[Logged] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    needs: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    uses: list[tuple[int, str, int]] = field(default_factory=list)
    clocks: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)
    own: int | None = None
    """Which place in the clocks is its own."""
    ending: LoggedEnding | None = None

    def need(self, at: int, other: int, count: int) -> None:
        if other != self.number and count:
            self.needs.setdefault(at, []).append((other, count))

    def is_ready(self, at: int, done: Sequence[int]) -> bool:
        return all(done[other] >= count for other, count in self.needs.get(at, ()))


@dataclass(slots=True)
class Merged:
    """How far the traces were followed together, and the step that no order allows."""

    followed: Followed
    ending: LoggedEnding | None
    departure: Departure | None = None
    number: int = 0
    """Which trace the departure is in."""


def read_traces(texts: Iterable[bytes], known_model: KnownModel) -> list[ProgramTrace]:
    found = [_read(number, text, known_model) for number, text in enumerate(texts)]
    _order_by_uses(found)
    _order_by_clocks(found)
    return found


def _read(number: int, text: bytes, known_model: KnownModel) -> ProgramTrace:
    reader, found = TraceReader(known_model, stamps=True), ProgramTrace(number)
    try:
        for entry in reader.read(text):
            at = len(found.entries)
            if entry.kind == "use":
                found.uses.append((at, entry.key, entry.value))
            elif entry.kind == "clock":
                found.clocks.append((at, _clock(found, entry)))
            elif entry.kind == "gap":
                raise UnreadableTrace("a part of it is missing, so it cannot be put together with others")
            else:
                found.entries.append(entry)
                found.lines.append(reader.line)
    except (UnreadableTrace, ValueError) as problem:
        raise UnreadableTrace(f"trace {number + 1}: {problem}") from None
    if not reader.model:
        raise UnreadableTrace(f"trace {number + 1} is empty: its program did not even begin")
    found.ending = reader.ending
    return found


def _clock(trace: ProgramTrace, entry: Logged) -> tuple[int, ...]:
    clock = tuple(map(int, entry.key.split(",")))
    if trace.own not in (None, entry.pid) or entry.pid >= len(clock):
        raise ValueError(f"the clock {entry.key} is not one of program {entry.pid}")
    trace.own = entry.pid
    return clock


def _order_by_uses(traces: list[ProgramTrace]) -> None:
    """Each use needs the one before it."""
    known: dict[tuple[str, int], tuple[int, int]] = {}
    for trace in traces:
        for at, name, number in trace.uses:
            if (name, number) in known:
                raise UnreadableTrace(f"use {number} of `{name}` is in two places: the traces are not of one run")
            known[name, number] = trace.number, at
    for trace in traces:
        for at, name, number in trace.uses:
            if number == 1:
                continue
            if (name, number - 1) not in known:
                raise UnreadableTrace(f"use {number - 1} of `{name}` is in no trace: is one missing?")
            other, place = known[name, number - 1]
            trace.need(at, other, place + 1)


def _order_by_clocks(traces: list[ProgramTrace]) -> None:
    """Each event needs all those of others that it knows of."""
    places = {trace.own: trace for trace in traces if trace.own is not None}
    if len(places) < sum(trace.own is not None for trace in traces):
        raise UnreadableTrace("two traces have clocks of the same program")
    events = {own: [clock[own] for _, clock in trace.clocks] for own, trace in places.items()}
    for own, trace in places.items():
        for at, clock in trace.clocks:
            for other, count in enumerate(clock):
                if other == own or other not in places or not count:
                    continue
                last = bisect_right(events[other], count) - 1
                if last < 0 or events[other][last] != count:
                    raise UnreadableTrace(
                        f"event {count} of program {other} is in no trace: is the end of one missing?"
                    )
                trace.need(at, places[other].number, places[other].clocks[last][0] + 1)


def ending_of(traces: Sequence[ProgramTrace]) -> LoggedEnding | None:
    """That of the system: whatever went wrong in one of them, or nothing if one did not come to its end."""
    endings = [trace.ending for trace in traces]
    wrong = [ending for ending in endings if ending not in (None, LoggedEnding.ENDED)]
    return None if None in endings else wrong[0] if wrong else LoggedEnding.ENDED


def follow_traces(follower: Follower, traces: Sequence[ProgramTrace]) -> Merged:
    """Follow them in some order that the clocks allow."""
    followed = follower.begin()
    followed.thorough = True  # what is hidden must be complete where many orders are tried
    try:
        for trace, at in _one_order(traces):
            follower.take(followed, trace.entries[at])
    except Departure:
        return _AllOrders(follower, traces).followed()
    return Merged(followed, ending_of(traces))


def _one_order(traces: Sequence[ProgramTrace]) -> Iterator[tuple[ProgramTrace, int]]:
    done = [0] * len(traces)
    moved = True
    while moved:
        check()
        moved = False
        for number, trace in enumerate(traces):
            while done[number] < len(trace.entries) and trace.is_ready(done[number], done):
                yield trace, done[number]
                done[number] += 1
                moved = True
    if any(count < len(trace.entries) for count, trace in zip(done, traces, strict=True)):
        raise _waiting(traces, done)


def _waiting(traces: Sequence[ProgramTrace], done: Sequence[int]) -> UnreadableTrace:
    number = next(at for at, trace in enumerate(traces) if done[at] < len(trace.entries))
    line = traces[number].lines[done[number]]
    return UnreadableTrace(f"line {line} of trace {number + 1} and others wait for each other")


class _AllOrders:
    """All orders at once: where the model may be for each way to have come so far in the traces."""

    def __init__(self, follower: Follower, traces: Sequence[ProgramTrace]) -> None:
        self.follower = follower
        self.traces = traces
        self.refused: tuple[Departure, int] | None = None
        self.failed = False

    def followed(self) -> Merged:
        found = self.follower.begin()
        layer: dict[Positions, dict[Belief, None]] = {(0,) * len(self.traces): dict.fromkeys(found.beliefs)}
        while following := self._following(layer):
            layer, found.failed = following, self.failed
            if sum(map(len, layer.values())) > MOST_STATES:
                raise UnreadableTrace("too little is known of the order of the programs' steps: too many are possible")
        done, beliefs = next(iter(layer.items()))
        found.steps, found.whereabouts = sum(done), Whereabouts(beliefs)
        if self.refused is not None:
            return Merged(found, ending_of(self.traces), *self.refused)
        if found.steps < sum(len(trace.entries) for trace in self.traces):
            raise _waiting(self.traces, done)
        return Merged(found, ending_of(self.traces))

    def _following(self, layer: dict[Positions, dict[Belief, None]]) -> dict[Positions, dict[Belief, None]]:
        check()
        found: dict[Positions, dict[Belief, None]] = {}
        self.refused, self.failed = None, False
        for done, beliefs in layer.items():
            for number, trace in enumerate(self.traces):
                if done[number] < len(trace.entries) and trace.is_ready(done[number], done):
                    after = self._after(beliefs, number, done[number])
                    if after:
                        positions = (*done[:number], done[number] + 1, *done[number + 1 :])
                        found.setdefault(positions, {}).update(after)
        return found

    def _after(self, beliefs: dict[Belief, None], number: int, at: int) -> dict[Belief, None]:
        trace = self.traces[number]
        own = Followed(Whereabouts(beliefs), thorough=True)
        try:
            self.follower.take(own, trace.entries[at])
        except Departure as problem:
            own.broken = problem
        if own.broken is not None:
            own.broken.line = trace.lines[at]
            self.refused = own.broken, number
            return {}
        self.failed = self.failed or own.failed
        return dict.fromkeys(own.beliefs)
