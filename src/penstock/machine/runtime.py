"""What compiled steps call: the rare and the failing cases of channel operations, indices, other processes."""

from __future__ import annotations

from typing import Any

Row = tuple[int, ...]
Queue = tuple[Any, ...]
"""The number of the channel's kind, then its messages."""
State = tuple[Any, ...]
"""The globals, the channels, then the rows of the processes by their pid."""
CALLED = (
    *("Fault", "index", "place_of", "queue_of", "insert", "sorted_place", "room_for_process"),
    *("remote", "instance", "remote_pid", "instance_pid"),
)
"""The names that compiled text may use."""
FIRST_PROCESS = 2
MOST_PROCESSES = 255
NO_ROOM = "too many processes"
NO_END = "this d_step does not end"
CUT_OFF = (NO_ROOM, NO_END)
"""Faults that are our own limits: what follows such a step was not seen."""
NO_CHANNEL = "this channel variable holds no channel: it was never given one, or the process that owned it ended"


class Fault(Exception):
    """The model does what it must not, such as using an index out of range; the text says what."""


def index(value: int, size: int) -> int:
    if 0 <= value < size:
        return value
    raise Fault(f"index {value} is out of range: the array has {size} element{'s' if size != 1 else ''}")


def place_of(q: tuple[Queue, ...], number: int) -> int:
    """Where in the state the channel with this number is."""
    if 0 < number <= len(q):
        return number - 1
    raise Fault(NO_CHANNEL)


def queue_of(q: tuple[Queue, ...], number: int) -> Queue:
    return q[place_of(q, number)]


def sorted_place(queue: Queue, message: Row) -> int:
    """Where a sorted send puts a message: before the first one that is greater."""
    return next((place for place in range(1, len(queue)) if queue[place] > message), len(queue))


def insert(queue: Queue, message: Row) -> Queue:
    place = sorted_place(queue, message)
    return (*queue[:place], message, *queue[place:])


def remote(state: State, pid: int, first: int, last: int, cells: int) -> Row:
    """The row of another process; one without a place and full of zeros if it is not there or of another type."""
    if 0 <= pid < len(state) - FIRST_PROCESS:
        row: Row = state[pid + FIRST_PROCESS]
        if first <= row[0] < last:
            return row
    return (-1, *[0] * cells)


def instance(state: State, first: int, last: int, cells: int) -> Row:
    """The row of the first process of a type."""
    for row in state[FIRST_PROCESS:]:
        if first <= row[0] < last:
            return tuple(row)
    return (-1, *[0] * cells)


def remote_pid(state: State, pid: int) -> int:
    """The number of another process, of whatever type; 0 if it is not there."""
    return pid if 0 <= pid < len(state) - FIRST_PROCESS else 0


def instance_pid(state: State, first: int, last: int) -> int:
    """The number of the first process of a type."""
    return next((pid for pid, row in enumerate(state[FIRST_PROCESS:]) if first <= row[0] < last), 0)


def room_for_process(s: list[Any]) -> None:
    if len(s) - FIRST_PROCESS >= MOST_PROCESSES:
        raise Fault(f"{NO_ROOM}: SPIN supports at most {MOST_PROCESSES}")
