"""The steps of a whole model: which processes can move in a state, and where that leads.

The rules are those of SPIN's verifier.  A process in an `atomic` sequence moves alone until it
blocks; a send to a rendezvous channel and the receive that takes the message are one step; an escape
goes before what it guards; `else` waits for what is tried before it, `timeout` for all processes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from penstock.control import Automaton, Edge
from penstock.machine.lengths import Lengths
from penstock.machine.program import MachineProgram
from penstock.machine.runtime import FIRST_PROCESS, Fault, State

Apply = Callable[[State, int], State | None]


@dataclass(slots=True, eq=False)
class Move:
    """A step that a process may take from its place; without an edge, the end of the process."""

    edge: Edge | None
    apply: Apply
    silent: bool = False
    """A step of SPIN's verifier that does nothing."""
    keeps_control: bool = False
    rank: int = 0
    is_else: bool = False
    receives: bool = False
    meeting: Callable[[State, int], int] | None = None
    """For a send that may be a rendezvous: on which channel, or -1."""


@dataclass(slots=True, eq=False)
class Place:
    """A state of an automaton with what can be done there, in the order in which it is tried."""

    automaton: Automaton
    state: int
    moves: list[Move] = field(default_factory=list)
    plain: bool = True
    """Whether the moves can be tried one by one, without regard to each other."""
    final: bool = False
    """Whether the process has nothing left to do but to end."""
    provided: Callable[[State, int], Any] | None = None
    labels: tuple[str, ...] = ()

    @property
    def is_end(self) -> bool:
        """Whether a process may stay here forever."""
        return self.final or self.has_label("end")

    def has_label(self, prefix: str) -> bool:
        return any(label.startswith(prefix) for label in self.labels)


class MachineStep(NamedTuple):
    """A step of the model.  `holder` is the process that goes on alone, 0 if any may move next."""

    state: State
    holder: int
    at: int
    move: Move
    partner: int = 0
    partner_move: Move | None = None


def retaken(state: State, step: MachineStep) -> State | None:
    """Take a step once more, for what it leaves in `failed` and `log`."""
    new = step.move.apply(state, step.at)
    if new is not None and step.partner_move is not None:
        new = step.partner_move.apply(new, step.partner)
    return new


class Failure(NamedTuple):
    """A step that could not be completed because the model does what it must not."""

    at: int
    move: Move
    text: str


class Engine:
    """Finds the steps that are possible in a state.

    `failed` receives the numbers of assertions that do not hold, `faults` the steps that break a rule
    of the machine, `log` what is printed, sent and received if the machine keeps that: the caller looks
    there and clears them.  `lengths` knows how many messages there were in each channel.
    """

    def __init__(self, program: MachineProgram) -> None:
        self.program = program
        self.failed: list[int] = []
        self.faults: list[Failure] = []
        self.log: list[tuple[str, int, tuple[int, ...], int]] = []
        """What was done; the channel's place or the number of the text; message or values; where in the channel."""
        self.lengths = Lengths(program)
        self.places: list[Place] = []
        self.claim: list[Place] = []
        self.timeout = [False]
        self._by_priority = bool(program.priority_slot)

    def forget(self) -> None:
        """Forget what failed in steps that were taken before."""
        self.failed.clear()
        self.faults.clear()

    def steps(self, state: State) -> list[MachineStep]:
        """The steps of all processes, `timeout` becoming true if there are no others, not even one that fails."""
        before = len(self.faults)
        found = self._all(state)
        if not found and len(self.faults) == before:
            self.timeout[0] = True
            try:
                found = self._all(state)
            finally:
                self.timeout[0] = False
        return found

    def _all(self, state: State) -> list[MachineStep]:
        found: list[MachineStep] = []
        places = self.places
        for at in range(len(state) - 1, FIRST_PROCESS - 1, -1):
            place = places[state[at][0]]
            if not place.plain:
                found.extend(self._careful(state, at, place))
                continue
            for move in place.moves:
                try:
                    new = move.apply(state, at)
                except (Fault, ZeroDivisionError) as problem:
                    self._note_fault(at, move, problem)
                    continue
                if new is not None:
                    found.append(MachineStep(new, at if move.keeps_control else 0, at, move))
        return found

    def _note_fault(self, at: int, move: Move, problem: Exception) -> None:
        text = str(problem) if isinstance(problem, Fault) else "division by zero"
        self.faults.append(Failure(at, move, text))

    def _try(self, move: Move, state: State, at: int) -> State | None:
        try:
            return move.apply(state, at)
        except (Fault, ZeroDivisionError) as problem:
            self._note_fault(at, move, problem)
            return None

    def process_steps(self, state: State, at: int) -> list[MachineStep]:
        """The steps of one process, without `timeout`."""
        return self._careful(state, at, self.places[state[at][0]])

    def _careful(self, state: State, at: int, place: Place) -> list[MachineStep]:
        found: list[MachineStep] = []
        if place.provided is not None and not place.provided(state, at):
            return found
        if self._by_priority and not self._has_priority(state, at):
            return found
        moved = False
        rank = 0
        before = len(self.faults)
        for move in place.moves:
            if rank and move.rank != rank:
                break
            if move.is_else and (moved or len(self.faults) > before):
                continue
            if move.meeting is not None:
                channel = self._channel(move, state, at)
                if channel >= 0:
                    met = self._meet(state, at, move, channel)
                    found.extend(met)
                    rank = move.rank if met else 0
                    moved = moved or bool(met)
                    continue
            new = self._try(move, state, at)
            if new is not None:
                moved = True
                rank = move.rank
                found.append(MachineStep(new, at if move.keeps_control else 0, at, move))
        return found

    def _channel(self, move: Move, state: State, at: int) -> int:
        """The rendezvous channel of a send, or -1."""
        assert move.meeting is not None
        try:
            return move.meeting(state, at)
        except Fault:
            return -1  # the send itself will say what is wrong

    def _meet(self, state: State, at: int, send: Move, channel: int) -> list[MachineStep]:
        """A message is offered on a rendezvous channel; every process that can take it at once is a step."""
        offered = self._try(send, state, at)
        if offered is None:
            return []
        found: list[MachineStep] = []
        for other in range(len(state) - 1, FIRST_PROCESS - 1, -1):
            if other != at:
                found.extend(self._takers(offered, other, channel, at, send))
        return found

    def _takers(self, offered: State, at: int, channel: int, sender: int, send: Move) -> list[MachineStep]:
        place = self.places[offered[at][0]]
        found: list[MachineStep] = []
        if place.provided is not None and not place.provided(offered, at):
            return found
        if self._by_priority and not self._has_priority(offered, at):
            return found
        rank = 0
        for move in place.moves:
            if rank and move.rank != rank:
                break
            if not move.receives:
                continue
            new = self._try(move, offered, at)
            # It may have received from another channel; that is not what is asked now.
            if new is not None and len(new[1][channel]) == 1:
                rank = move.rank
                found.append(MachineStep(new, at if move.keeps_control else 0, sender, send, at, move))
        return found

    # -- questions that the model asks ---------------------------------------------------------

    def _has_priority(self, state: State, at: int) -> bool:
        """No process of a higher priority could move."""
        slot = self.program.priority_slot
        mine = state[at][slot]
        rivals = range(FIRST_PROCESS, len(state))
        return not any(state[other][slot] > mine and self._could_move(state, other) for other in rivals if other != at)

    def enabled(self, state: State, pid: int) -> int:
        at = pid + FIRST_PROCESS
        return int(FIRST_PROCESS <= at < len(state) and self._could_move(state, at))

    def _could_move(self, state: State, at: int) -> bool:
        failed, faults, lengths = len(self.failed), len(self.faults), dict(self.lengths.highest)
        could = any(self._try(move, state, at) is not None for move in self.places[state[at][0]].moves)
        del self.failed[failed:], self.faults[faults:]  # it was only asked
        self.lengths.highest = lengths
        return could

    def non_progress(self, state: State) -> bool:
        return not any(self.places[row[0]].has_label("progress") for row in state[FIRST_PROCESS:])

    def place_number(self, state: State, pid: int) -> int:
        """For `pc_value`: the state of the process, as numbered here."""
        at = pid + FIRST_PROCESS
        return self.places[state[at][0]].state if FIRST_PROCESS <= at < len(state) else 0

    def priority(self, state: State, pid: int) -> int:
        at = pid + FIRST_PROCESS
        return int(state[at][self.program.priority_slot]) if FIRST_PROCESS <= at < len(state) else 0

    def change_priority(self, s: list[Any], me: list[int], at: int, pid: int, priority: int) -> int:
        """`set_priority`: the new priority of the process that executes it."""
        slot = self.program.priority_slot
        other = pid + FIRST_PROCESS
        if other == at or not FIRST_PROCESS <= other < len(s):
            return priority & 255 if other == at else me[slot]
        s[other] = (*s[other][:slot], priority & 255, *s[other][slot + 1 :])
        return me[slot]

    def at_end(self, state: State) -> bool:
        """Whether all processes may stay where they are forever."""
        if self.program.model.wording.empty_at_end and any(len(queue) > 1 for queue in state[1]):
            return False
        return all(self.places[row[0]].is_end for row in state[FIRST_PROCESS:])

    def claim_steps(self, state: State) -> list[MachineStep]:
        """The steps of the never claim; an atomic sequence in it is one step."""
        assert self.program.claim_slot is not None
        place = self.claim[state[0][self.program.claim_slot]]
        found: list[MachineStep] = []
        for move in place.moves:
            if move.is_else and found:
                continue
            new = self._try(move, state, 0)
            if new is None:
                continue
            if move.keeps_control:
                found.extend(self.claim_steps(new))
            else:
                found.append(MachineStep(new, 0, 0, move))
        return found
