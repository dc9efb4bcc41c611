"""How many messages the channels of a model have held so far, at most."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from penstock.machine.channels import channel_cells
from penstock.machine.program import MachineProgram
from penstock.machine.runtime import FIRST_PROCESS, State
from penstock.syntax.wording import Wording


class Lengths:
    """The largest lengths by name; the channels of processes begin with the type of their owner.

    `shared` are the names of the others, in the order of their places.
    """

    def __init__(self, program: MachineProgram, wording: Wording | None = None) -> None:
        words = wording or program.model.wording
        self.highest: dict[str, int] = {}
        self.shared: Sequence[str] = [cell.name for cell in channel_cells(program.globals)]
        self._first_places = [program.places_of(automaton.process)[0] for automaton in program.automata]
        self._locals = [
            [words.channel(automaton.name, cell.name) for cell in channel_cells(program.locals_of(automaton.process))]
            for automaton in program.automata
        ]

    @property
    def names(self) -> frozenset[str]:
        """Those of all channels, also of such that never hold a message."""
        return frozenset(self.shared).union(*self._locals)

    def note(self, state: State, place: int, length: int) -> None:
        """A message was put into the channel at `place`, which holds `length` now."""
        name = self.name(state, place)
        if length > self.highest.get(name, 0):
            self.highest[name] = length

    def name(self, state: State, place: int) -> str:
        """The name of the channel at a place."""
        if place < len(self.shared):
            return self.shared[place]
        place -= len(self.shared)
        for row in state[FIRST_PROCESS:]:
            names = self._locals[bisect_right(self._first_places, row[0]) - 1]
            if place < len(names):
                return names[place]
            place -= len(names)
        raise AssertionError("every channel belongs to a process or to all")
