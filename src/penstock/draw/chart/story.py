"""A run as a story to be drawn: lifelines, rows from top to bottom, and what became of each message.

    steps   1 q!x   2 i++   3 j++   4 q?x
    rows    0 send  1 two local steps   2 receive

Steps that only concern one process share a row until something worth a row of its own happens, so that
a long calculation does not pull the messages apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from penstock.machine.trace import Ending, Message, RunTrace, Step

Kind = Literal[
    "send", "receive", "rendezvous", "lost", "peek", "start", "print", "failure", "local", "end", "tick", "outside",
    "state",
]  # fmt: skip
# received: taken out later; left: still in its channel; earlier: sent before the first step that is shown.
Fate = Literal["received", "rendezvous", "left", "lost", "earlier"]


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that a step did on the lifeline of `process`; `other` is the process it met or started.

    `state` is the one that an actor is in from here on.
    """

    kind: Kind
    step: Step
    process: int
    message: Message | None = None
    other: int | None = None
    state: str = ""

    @property
    def quiet(self) -> bool:
        """Whether it may share a row with others."""
        return self.kind in ("local", "end")


@dataclass(frozen=True, slots=True)
class StoryRow:
    """One event, or several quiet ones in the order in which they happened."""

    events: tuple[Event, ...]

    @property
    def first(self) -> Event:
        """Return the event that began the row."""
        return self.events[0]

    @property
    def quiet(self) -> bool:
        """Whether nobody but the processes themselves took notice."""
        return self.first.quiet


@dataclass(frozen=True, slots=True)
class Delivery:
    """A message on its way; rows and processes are None where the run does not show that end."""

    message: Message
    fate: Fate
    sender: int | None
    receiver: int | None
    sent: int | None
    received: int | None


@dataclass(frozen=True, slots=True)
class Lifeline:
    """The rows through which a process lives; None: from the beginning, or to the end and beyond."""

    process: int
    name: str
    started: int | None
    ended: int | None
    starter: int | None


@dataclass(frozen=True, slots=True)
class StateBar:
    """The rows through which an actor is in a state; None: to the end of its lifeline."""

    process: int
    state: str
    first: int
    last: int | None


@dataclass(frozen=True, slots=True)
class Story:
    """Everything the drawings of a run need; `loop` is the row from which the run repeats."""

    trace: RunTrace
    lifelines: tuple[Lifeline, ...]
    rows: tuple[StoryRow, ...]
    deliveries: dict[int, Delivery]
    loop: int | None
    bars: tuple[StateBar, ...]

    @property
    def first_bars(self) -> dict[int, int]:
        """For each actor that has states the row in which it is in its first one."""
        return {bar.process: bar.first for bar in reversed(self.bars)}


def tell(trace: RunTrace, local: bool = True) -> Story:
    """Arrange a run; without `local`, steps that only concern their own process are left out."""
    events = [event for step in trace.steps for event in step_events(trace, step) if local or event.kind != "local"]
    rows = tuple(_rows(trace, events))
    loop = trace.loop
    after = (number for number, row in enumerate(rows) if loop is not None and row.first.step.number >= loop)
    return Story(trace, _lifelines(trace, rows), rows, _deliveries(rows), next(after, None), tuple(_bars(rows)))


def step_events(trace: RunTrace, step: Step) -> Iterator[Event]:
    """Yield what a step did, one event at a time; moves of the never claim are nobody's."""
    happened = [*_message_events(step)]
    process = step.process
    if process is not None and step.tick:
        happened.append(Event("tick", step, process))
    elif process is not None:
        happened += [Event("start", step, process, other=started) for started in step.started]
        if step.outside:
            happened.append(Event("outside", step, process))
        if step.printed:
            happened.append(Event("print", step, process))
        # The assertion that fails is the last step; an error, such as a bad index, happens instead of a step.
        if trace.outcome is Ending.ASSERTION and step is trace.steps[-1]:
            happened.append(Event("failure", step, process))
        if step.ended:
            happened.append(Event("end", step, process))
        if step.loses and not step.messages:
            happened.append(Event("lost", step, process))
        happened += [Event("state", step, actor, state=state) for actor, state in step.states]
        if not happened:
            happened.append(Event("local", step, process))
    yield from happened


def _message_events(step: Step) -> Iterator[Event]:
    met = {message.number: message for message in step.messages if message.action == "receive" and message.rendezvous}
    sent = {message.number for message in step.messages if message.action == "send" and message.rendezvous}
    for message in step.messages:
        if message.action == "send" and message.number in met and message.rendezvous:
            yield Event("rendezvous", step, message.process, message, met[message.number].process)
        elif message.action == "send":
            yield Event("send", step, message.process, message)
        elif message.action == "lost":
            yield Event("lost", step, message.process, message)
        elif message.action == "peek":
            yield Event("peek", step, message.process, message)
        elif not (message.rendezvous and message.number in sent):
            yield Event("receive", step, message.process, message)


def _rows(trace: RunTrace, events: list[Event]) -> Iterator[StoryRow]:
    loop = trace.loop

    def belongs(event: Event) -> tuple[bool, bool]:
        # The rows before and in a cycle are kept apart, however quiet.
        return event.quiet, loop is not None and event.step.number >= loop

    for (quiet, _), group in groupby(events, belongs):
        if quiet:
            yield StoryRow(tuple(group))
        else:
            yield from (StoryRow((event,)) for event in group)


def _lifelines(trace: RunTrace, rows: tuple[StoryRow, ...]) -> tuple[Lifeline, ...]:
    started: dict[int, tuple[int, int]] = {}
    ended: dict[int, int] = {}
    acted: set[int] = set()
    for number, row in enumerate(rows):
        for event in row.events:
            acted.add(event.process)
            if event.kind == "rendezvous" and event.other is not None:
                acted.add(event.other)
            # A process cannot begin after it has acted: a record that says so is not followed.
            if event.kind == "start" and event.other is not None and event.other not in acted:
                started.setdefault(event.other, (number, event.process))
            ended.pop(event.process, None)
            if event.kind == "end":
                ended[event.process] = number
    return tuple(
        Lifeline(process, instance.called, *_beginning(started.get(process), ended.get(process)))
        for process, instance in enumerate(trace.processes)
    )


def _beginning(start: tuple[int, int] | None, end: int | None) -> tuple[int | None, int | None, int | None]:
    return (None, end, None) if start is None else (start[0], end, start[1])


def _bars(rows: tuple[StoryRow, ...]) -> Iterator[StateBar]:
    entered: dict[int, list[tuple[int, str]]] = {}
    for number, row in enumerate(rows):
        if row.first.kind == "state":
            entered.setdefault(row.first.process, []).append((number, row.first.state))
    for process, found in entered.items():
        ends = [*(number for number, _ in found[1:]), None]
        yield from (StateBar(process, state, first, end) for (first, state), end in zip(found, ends, strict=True))


def _deliveries(rows: tuple[StoryRow, ...]) -> dict[int, Delivery]:
    found: dict[int, Delivery] = {}
    for number, row in enumerate(rows):
        event, message = row.first, row.first.message
        if message is None or event.kind == "peek":
            continue
        if event.kind == "receive":
            before = found.get(message.number)
            found[message.number] = _received(event, message, number, before)
        elif event.kind == "rendezvous":
            found[message.number] = Delivery(message, "rendezvous", event.process, event.other, number, number)
        else:
            fate: Fate = "lost" if event.kind == "lost" else "left"
            found[message.number] = Delivery(message, fate, event.process, None, number, None)
    return found


def _received(event: Event, message: Message, row: int, before: Delivery | None) -> Delivery:
    if before is None or before.fate != "left":
        return Delivery(message, "earlier", None, event.process, None, row)
    fate: Fate = "lost" if event.step.loses else "received"
    return Delivery(before.message, fate, before.sender, event.process, before.sent, row)
