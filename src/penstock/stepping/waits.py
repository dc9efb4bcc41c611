"""Who waits for whom: a channel that is full needs somebody who receives from it, an empty one somebody who sends."""

from __future__ import annotations

from collections.abc import Iterator

from penstock.graphs import reachable
from penstock.machine.engine import Place
from penstock.machine.obstacles import Obstacle, ObstacleKind, obstacle_text
from penstock.machine.recorder import Recorder
from penstock.machine.runtime import FIRST_PROCESS, Fault
from penstock.machine.waiting import waiting_processes
from penstock.records import data, record
from penstock.syntax.nodes import Receive, Send

_NEEDS_RECEIVER = (ObstacleKind.FULL, ObstacleKind.NO_RECEIVER)
_NEEDS_SENDER = (ObstacleKind.EMPTY, ObstacleKind.NO_SENDER, ObstacleKind.NO_MATCH)


@record
class WaitingFor:
    """A process waits; `helpers` could end that: their text still has the statement that is needed."""

    process: int
    channel: str = data(text="empty if it waits for something else")
    reason: str
    helpers: tuple[int, ...]


def waits_for(recorder: Recorder) -> tuple[WaitingFor, ...]:
    """For each process that cannot go on now, one record for each obstacle."""
    return tuple(_waits(recorder))


def _waits(recorder: Recorder) -> Iterator[WaitingFor]:
    for waiting in waiting_processes(recorder):
        if waiting.goes_on:
            continue
        for obstacle in waiting.obstacles:
            helpers = tuple(_helpers(recorder, waiting.process, obstacle))
            yield WaitingFor(waiting.process, obstacle.channel, obstacle_text(obstacle), helpers)


def _helpers(recorder: Recorder, process: int, obstacle: Obstacle) -> Iterator[int]:
    wanted = Receive if obstacle.kind in (*_NEEDS_RECEIVER, ObstacleKind.OTHER_FIRST) else Send
    if not obstacle.channel or obstacle.kind not in (*_NEEDS_RECEIVER, *_NEEDS_SENDER, ObstacleKind.OTHER_FIRST):
        return
    channels = recorder.channel_names()
    for pid, instance in enumerate(recorder.living):
        if instance != process and obstacle.channel in _used(recorder, pid + FIRST_PROCESS, wanted, channels):
            yield instance


def _used(recorder: Recorder, at: int, wanted: type, channels: list[str]) -> set[str]:
    """The channels that a process may still send to, or receive from, as its variables are now."""
    machine, state = recorder.machine, recorder.state
    place: Place = machine.places[state[at][0]]
    automaton = place.automaton
    ahead = reachable([place.state], lambda node: [edge.target for edge in automaton.edges if edge.source == node])
    found: set[str] = set()
    for edge in automaton.edges:
        inner = edge.inner.edges if edge.inner is not None else ()
        for statement in (edge.statement, *(step.statement for step in inner)):
            if edge.source in ahead and isinstance(statement, wanted) and isinstance(statement, Send | Receive):
                try:
                    number = machine.value(automaton.process, statement.channel, state, at)
                except (Fault, ZeroDivisionError):
                    continue
                if 0 < number <= len(channels):
                    found.add(channels[number - 1])
    return found
