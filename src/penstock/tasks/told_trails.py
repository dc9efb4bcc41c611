"""Runs of our own machine as trails: each step by a pid and the number that SPIN gives to a transition.

A trail is only handed out after SPIN has replayed it, and taken every step as our machine did.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from penstock.budget import check
from penstock.control import Automaton
from penstock.errors import ToolError, UsageError
from penstock.machine import Machine
from penstock.machine.engine import MachineStep, Move
from penstock.machine.replay import TrailEntry, TrailWords
from penstock.machine.runtime import FIRST_PROCESS, State
from penstock.machine.trace import RunTrace, Step
from penstock.reading.reading import Reading
from penstock.spin.generating import OutOfTime
from penstock.spin.tools import ToolFailed, Tools, find_tools
from penstock.spin.transitions import trail_of, transitions
from penstock.spin.workspace import ModelText, private_directory
from penstock.syntax.nodes import Init
from penstock.tasks.spin_text import spin_text
from penstock.tasks.trails import follow_trail

_NONE = "SPIN has no trail of this run"
Told = list[tuple[int, int]]
"""Pids, and numbers of transitions."""


def trail_of_run(reading: Reading, machine: Machine, steps: Sequence[MachineStep], run: RunTrace) -> bytes:
    """The trail of a run that these steps led along; raises `UsageError` if there is none, and says why."""
    if machine.program.options.unlimited or machine.program.options.lossy:
        raise UsageError(f"{_NONE}: its channels hold more, or lose messages, unlike SPIN's")
    try:
        with private_directory() as place:
            known = known_transitions(find_tools(place), spin_text(reading), place, _stopped)
        teller = StepTeller(machine, known)
        loop = len(steps) if run.loop is None else run.loop - 1
        stem, cycle = teller.told(steps[:loop]), teller.told(steps[loop:])
        if stem is None or cycle is None:
            raise UsageError(f"{_NONE}: it knows no transition for one of the steps")
        trail = trail_of(stem, cycle if run.loop is not None else None)
        _confirm(run, _replayed(reading, machine, trail))
    except (ToolFailed, OutOfTime) as problem:
        raise ToolError(str(problem)) from None
    return trail


def _stopped() -> bool:
    check()
    return False


def _replayed(reading: Reading, machine: Machine, trail: bytes) -> RunTrace:
    try:
        return follow_trail(reading, machine, trail)
    except UsageError:
        reason = "its steps are not the same there; where timers run down, one step here is several"
        raise UsageError(f"{_NONE}: {reason}") from None


def _confirm(ours: RunTrace, theirs: RunTrace) -> None:
    for own, other in zip(ours.steps, theirs.steps, strict=False):
        if _key(own) != _key(other):
            raise UsageError(f"{_NONE}: it would take another way in step {own.number}")
    if len(ours.steps) != len(theirs.steps):
        raise UsageError(f"{_NONE}: it would end elsewhere")


def _key(step: Step) -> tuple[object, ...]:
    return step.process, step.line, step.statement, step.changes


def known_transitions(
    tools: Tools, model: ModelText, place: Path, stop: Callable[[], bool]
) -> dict[str, list[TrailEntry]]:
    """What SPIN knows of each type of process."""
    return {
        name: [TrailEntry(one.number, 0, one.line, one.label, one.state) for one in found]
        for name, found in transitions(tools, model, place, stop).items()
    }


class StepTeller:
    """Tells steps by the pids of processes and SPIN's numbers of their transitions."""

    def __init__(self, machine: Machine, known: Mapping[str, Sequence[TrailEntry]]) -> None:
        self._machine = machine
        self._told = TrailWords(machine, known)
        self._state: State = machine.initial

    def told(self, steps: Iterable[MachineStep]) -> Told | None:
        """None if SPIN has no words for a step."""
        found: Told = []
        for step in steps:
            halves = [(step.at, step.move)] + ([(step.partner, step.partner_move)] if step.partner_move else [])
            for at, move in halves:
                number = self._number(at, move)
                if number is None:
                    return None
                found += [(at - FIRST_PROCESS, number)] if not move.silent else []
            self._state = step.state
        return found

    def _number(self, at: int, move: Move) -> int | None:
        automaton = self._machine.places[self._state[at][0]].automaton
        entry = self._told.entry(_spin_name(automaton), move)
        return 0 if move.silent else None if entry is None else entry.number


def _spin_name(automaton: Automaton) -> str:
    return ":init:" if isinstance(automaton.process.node, Init) else automaton.name
