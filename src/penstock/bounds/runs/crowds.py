"""Rounds of a run that leave more processes behind: who does in the next round what others did in this one.

    init { do :: run Client() od }      proctype Client() { requests!1; answers?_ }

A round starts a client, which sends and waits.  After it there is one client more, and all that the round needs is
there as before.  Whoever is left over only stands where it is.  Each process goes on as itself, or as one that the
round has started; so do channels, and a variable that holds a channel then holds the one that goes on as it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from penstock.bounds.abstraction.transfer import is_channel
from penstock.machine import Machine
from penstock.machine.runtime import FIRST_PROCESS, MOST_PROCESSES, Queue, Row, State

MOST_CHANNELS = 255
"""What SPIN allows, like 255 processes: rounds are replayed as often as that."""


@dataclass(frozen=True, slots=True)
class Crowd:
    """What further rounds do with more processes: places in the state, as steps of a run have them.

    Whoever is at `before` or later was started in the round; each round leaves `more` of them.  `moved` are those that
    others go on as, with the place of the other one.  So often (`rounds`) there is room for it in SPIN.
    """

    before: int
    more: int
    moved: tuple[tuple[int, int], ...]
    rounds: int

    def place(self, at: int, number: int) -> int:
        """Who does in a round, the first being 0, what the process at a place did in the first one."""
        if not at or not number:
            return at
        if at >= self.before:
            return at + number * self.more
        heir = dict(self.moved).get(at, at)
        return heir if heir == at else heir + (number - 1) * self.more


@dataclass(frozen=True, slots=True)
class Succession:
    """For processes at the begin of a round, and the channels, by their places in the state: who goes on as them."""

    processes: dict[int, int]
    channels: dict[int, int]
    kinds: Kinds

    def channel(self, number: int) -> int:
        """What a variable holds in the next round where it held this channel (0: none); -1 if that is not known."""
        return self.channels.get(number - 1, -2) + 1 if number else 0

    def message(self, kind: int, message: Row) -> Row:
        """A message as it is in the next round."""
        places = self.kinds.in_messages[kind]
        return tuple(self.channel(value) if place in places else value for place, value in enumerate(message))

    def queue(self, queue: Queue) -> Queue:
        """What a channel holds in the next round where it held this."""
        return (queue[0], *(self.message(queue[0], message) for message in queue[1:]))

    def keeps(self, kind: int, message: Row) -> bool:
        """Whether a message is the same in all rounds: the channels in it go on as themselves."""
        named = [message[place] for place in self.kinds.in_messages[kind]]
        return all(not number or self.channels.get(number - 1) == number - 1 for number in named)

    def crowd(self, begin: State, end: State, states: Sequence[State]) -> Crowd:
        """The same for whoever replays the round, which goes through these states."""
        more, channels = len(end) - len(begin), len(end[1]) - len(begin[1])
        rounds = 1 + (MOST_PROCESSES + FIRST_PROCESS - max(map(len, states))) // more
        if channels:
            rounds = min(rounds, 1 + (MOST_CHANNELS - max(len(state[1]) for state in states)) // channels)
        moved = tuple((at, heir) for at, heir in sorted(self.processes.items()) if at != heir)
        return Crowd(len(begin), more, moved, rounds)


class Kinds:
    """Where the states of a machine hold channels: in globals, in processes, in messages."""

    def __init__(self, machine: Machine) -> None:
        program = machine.program
        self.machine = machine
        self.of_globals = frozenset(cell.slot for cell in program.globals.cells if is_channel(cell.variable))
        self.in_messages = [
            frozenset(place for place, field in enumerate(kind.fields) if is_channel(field))
            for kind in program.kinds.values()
        ]
        rows = {
            automaton.name: frozenset(
                cell.slot for cell in program.locals_of(automaton.process).cells if is_channel(cell.variable)
            )
            for automaton in program.automata
        }
        self._rows = [rows[place.automaton.name] for place in machine.places]

    def of_row(self, row: Row) -> frozenset[int]:
        return self._rows[row[0]]

    def alike(self, state: State) -> object:
        """What two states have in common if the second has nothing but more processes that are alike."""
        rows = {_without(row, self.of_row(row)) for row in state[FIRST_PROCESS:]}
        return _without(state[0], self.of_globals), frozenset(rows)

    def succession(self, begin: State, end: State) -> Succession | None:
        """Who goes on as whom, if a round between two states leaves more processes; None if that is not clear."""
        return _Matching(self, begin, end).found()


class _Matching:
    """Looks for somebody for each process; whom a channel goes on as is what variables hold."""

    def __init__(self, kinds: Kinds, begin: State, end: State) -> None:
        self.kinds = kinds
        self.begin = begin
        self.end = end
        self.channels: dict[int, int] = {}
        self.processes: dict[int, int] = {}

    def found(self) -> Succession | None:
        begin, end = self.begin, self.end
        if len(begin) >= len(end) or len(begin[1]) > len(end[1]):
            return None
        if not self._fits(begin[0], end[0], self.kinds.of_globals):
            return None
        if not all(map(self._find, range(FIRST_PROCESS, len(begin)))):
            return None
        for place in range(len(begin[1])):
            self.channels.setdefault(place, place)
        same = all(begin[1][place][0] == end[1][heir][0] for place, heir in self.channels.items())
        if not same or len(set(self.channels.values())) < len(self.channels):
            return None
        return Succession(self.processes, self.channels, self.kinds)

    def _find(self, at: int) -> bool:
        """Let a process go on as itself, or else as one that was started in the round."""
        for heir in (at, *range(len(self.begin), len(self.end))):
            row, other = self.begin[at], self.end[heir]
            if heir not in self.processes.values() and self._fits(row, other, self.kinds.of_row(row)):
                self.processes[at] = heir
                return True
        return False

    def _fits(self, row: Row, other: Row, places: frozenset[int]) -> bool:
        """Whether a row is the other one where channels go on as others; these are then noted."""
        if row is not other and _without(row, places) != _without(other, places):
            return False
        known = dict(self.channels)
        for place in places:
            if not self._goes_on(row[place], other[place]):
                self.channels = known
                return False
        return True

    def _goes_on(self, number: int, heir: int) -> bool:
        if not number or not heir:
            return number == heir
        there = len(self.begin[1])
        if number > there or (heir != number and heir <= there) or heir > len(self.end[1]):
            return False
        return self.channels.setdefault(number - 1, heir - 1) == heir - 1


def _without(row: Row, places: Iterable[int]) -> Row:
    """A row with nothing in some places."""
    if not places:
        return row
    return tuple(0 if place in places else value for place, value in enumerate(row))
