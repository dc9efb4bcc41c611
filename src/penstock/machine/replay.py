"""Follow a trail: find the steps of the machine that a list of statements stands for.

A trail names for each step the process and the statement, as SPIN prints them.  Two steps of a
process can look the same, and what belongs to one `d_step` is not marked; so this is a search that
goes back where it went astray.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from penstock.control import Edge
from penstock.control.labels import spin_label
from penstock.control.numbering import statement_numbers
from penstock.machine.build import Machine
from penstock.machine.engine import MachineStep, Move
from penstock.machine.runtime import FIRST_PROCESS, State
from penstock.syntax.nodes import Break, Goto

ENDING = "-end-"
MOST_TRIES = 2_000_000
_SILENT = ("IF", "DO", ".(goto)", "break", "goto", "ATOMIC", "D_STEP", "NON_ATOMIC", "UNLESS", "sub-sequence")
"""What SPIN prints although nothing happens."""


@dataclass(frozen=True, slots=True)
class TrailEntry:
    """One line of a trail: `number` is the same for statements that were executed together.

    `state` is SPIN's number of the statement in its process, 0 if it is not known.
    """

    number: int
    pid: int
    line: int
    label: str
    state: int = 0


class Astray(Exception):
    """The trail does not fit the model; the text says from where on."""


@dataclass(slots=True)
class _Visit:
    """A place in the search: how many entries are done, the state, and the steps left to try."""

    done: int
    state: State
    ways: Iterator[tuple[int, MachineStep | None]]
    step: MachineStep | None = None


Disturbance = Callable[[int, int, State], State]
"""What a state becomes where entries up to the first number were done before, and up to the second one now."""


def undisturbed(_before: int, _now: int, state: State) -> State:
    return state


def replay(
    machine: Machine, entries: Sequence[TrailEntry], disturbed: Disturbance = undisturbed
) -> list[tuple[MachineStep, int]]:
    """The steps that lead along the whole trail, each with how many entries it accounts for."""
    follower = _Follower(machine, entries)
    initial = disturbed(-1, 0, machine.initial)
    visits = [_Visit(0, initial, follower.ways(0, initial))]
    furthest = tries = 0
    while visits[-1].done < len(entries):
        tries += 1
        taken, step = next(visits[-1].ways, (0, None))
        if not taken and step is None:
            visits.pop()
            if not visits or tries > MOST_TRIES:
                entry = entries[furthest]
                raise Astray(f"step {entry.number} of the trail, `{entry.label}` in line {entry.line}, is not possible")
            continue
        done = visits[-1].done + taken
        state = disturbed(visits[-1].done, done, step.state if step is not None else visits[-1].state)
        furthest = max(furthest, min(done, len(entries) - 1))
        visits.append(_Visit(done, state, follower.ways(done, state), step))
    return _accounted(visits)


def _accounted(visits: list[_Visit]) -> list[tuple[MachineStep, int]]:
    """The steps; entries that stand for nothing belong to the step after them."""
    found: list[tuple[MachineStep, int]] = []
    done = 0
    for visit in visits:
        if visit.step is not None:
            found.append((visit.step, visit.done - done))
            done = visit.done
    return found


class TrailWords:
    """How SPIN tells the steps of a machine: each process type has entries with what it knows."""

    def __init__(self, machine: Machine, known: Mapping[str, Sequence[TrailEntry]]) -> None:
        self._follower = _Follower(machine, ())
        self._known = known

    def entry(self, process: str, move: Move) -> TrailEntry | None:
        """The entry that a move of a process of this type is told by, if there is one."""
        known = self._known.get(process, ())
        fitting = self._follower.fitting(move.edge, known) or self._follower.numbered(move.edge, known)
        return fitting[0] if fitting else None


class _Follower:
    def __init__(self, machine: Machine, entries: Sequence[TrailEntry]) -> None:
        self.machine = machine
        self.entries = entries
        self.labels: dict[Edge, str] = {}
        self.numbers: dict[int, int] = {}
        for automaton in machine.program.automata:
            self.numbers.update(statement_numbers(automaton.process))

    def ways(self, done: int, state: State) -> Iterator[tuple[int, MachineStep | None]]:
        """What the next entries may stand for: how many of them, and the step."""
        if done >= len(self.entries):
            return
        entry = self.entries[done]
        at = entry.pid + FIRST_PROCESS
        if FIRST_PROCESS <= at < len(state):
            for step in self._ranked(entry, self._steps(state, at)):
                for taken in self._covered(done, step):
                    yield taken, step
        if entry.label.startswith(_SILENT):
            yield 1, None

    def _steps(self, state: State, at: int) -> list[MachineStep]:
        steps = self.machine.process_steps(state, at)
        self.machine.timeout[0] = True
        try:
            late = self.machine.process_steps(state, at)
        finally:
            self.machine.timeout[0] = False
        self.machine.faults.clear()
        known = {(step.move, step.partner, step.partner_move) for step in steps}
        return steps + [step for step in late if (step.move, step.partner, step.partner_move) not in known]

    def _ranked(self, entry: TrailEntry, steps: list[MachineStep]) -> list[MachineStep]:
        """The steps that fit, the most similar first: lines of long statements are counted differently.

        SPIN does not always write a statement in the same way: numbers for names of message types.
        """
        fitting = [step for step in steps if self._fits(entry, step.move.edge)]
        beside = [step for step in steps if step not in fitting and self._line(step.move.edge) == entry.line]
        return sorted(fitting, key=lambda step: self._difference(entry, step.move.edge)) + beside

    def fitting(self, edge: Edge | None, entries: Sequence[TrailEntry]) -> list[TrailEntry]:
        """The entries that an edge may be told by, the most similar first."""
        found = [entry for entry in entries if self._fits(entry, edge)]
        return sorted(found, key=lambda entry: self._difference(entry, edge))

    def numbered(self, edge: Edge | None, entries: Sequence[TrailEntry]) -> list[TrailEntry]:
        """The entries with SPIN's number of the statement, for words that differ, as those of message types may."""
        number = None if edge is None else self.numbers.get(edge.statement.first)
        return [entry for entry in entries if number and entry.state == number]

    def _difference(self, entry: TrailEntry, edge: Edge | None) -> tuple[int, bool]:
        """How little an edge fits an entry whose words are the same: by SPIN's number, then by the line."""
        if edge is None:
            return 0, False
        known = self.numbers.get(edge.statement.first, entry.state) if entry.state else entry.state
        return abs(known - entry.state), self._line(edge) != entry.line

    def _fits(self, entry: TrailEntry, edge: Edge | None) -> bool:
        if edge is None or entry.label == ENDING:
            return edge is None and entry.label == ENDING
        if edge.inner is not None:
            # SPIN's simulation tells the first or the last part of a d_step, its trails have a word for the whole.
            goes_on = {inner.source for inner in edge.inner.edges}
            ends = [inner for inner in edge.inner.edges if inner.source == 0 or inner.target not in goes_on]
            return entry.label.startswith("D_STEP") or any(self._fits(entry, inner) for inner in ends)
        if isinstance(edge.statement, Goto | Break):
            return entry.label.startswith(("goto", "break"))
        return self._label(edge) == _squeezed(entry.label)

    def _label(self, edge: Edge) -> str:
        if edge not in self.labels:
            self.labels[edge] = _squeezed(spin_label(edge.statement, self.machine.program.model))
        return self.labels[edge]

    def _line(self, edge: Edge | None) -> int:
        return self.machine.program.model.line_read(edge.statement) if edge is not None else 0

    def _covered(self, done: int, step: MachineStep) -> Iterator[int]:
        """How many entries a step may account for."""
        if step.partner_move is not None:
            following = self.entries[done + 1] if done + 1 < len(self.entries) else None
            meets = following is not None and following.pid + FIRST_PROCESS == step.partner
            if (
                meets
                and following is not None
                and self._ranked(following, [MachineStep(step.state, 0, 0, step.partner_move)])
            ):
                inside = step.partner_move.edge is not None and step.partner_move.edge.inner is not None
                yield from (1 + length for length in (self._together(done + 1) if inside else [1]))
            return
        edge = step.move.edge
        yield from self._together(done) if edge is not None and edge.inner is not None else [1]

    def _together(self, done: int) -> Iterator[int]:
        """The parts of a d_step follow each other under one number; others may be merged with them."""
        first = self.entries[done]
        length = 1
        while done + length < len(self.entries):
            entry = self.entries[done + length]
            if (entry.number, entry.pid) != (first.number, first.pid):
                break
            length += 1
        yield from range(length, 0, -1)


def _squeezed(label: str) -> str:
    return label.replace(" ", "").replace("\\\\", "\\")
