"""Trails replayed in our own machine: what SPIN names step by step, we take and explain."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from penstock.control import build_automata
from penstock.errors import UsageError
from penstock.machine import Machine, Options, build_machine
from penstock.machine.engine import MachineStep
from penstock.machine.replay import Astray, Disturbance, TrailEntry, replay, undisturbed
from penstock.machine.runs import OpenRun
from penstock.machine.runtime import FIRST_PROCESS, State
from penstock.machine.trace import Ending, RunTrace
from penstock.machine.turns import with_turns
from penstock.reading.reading import Reading
from penstock.resolve import Model
from penstock.spin.tools import find_tools
from penstock.spin.trail import Trail, TrailStep, read_trail
from penstock.spin.workspace import private_directory
from penstock.tasks.models import processes_of
from penstock.tasks.spin_text import spin_text

_STARTS = re.compile(r"(\w+) = (-?\d+)")


def follow_trail(reading: Reading, machine: Machine, raw: bytes, name: str = "") -> RunTrace:
    """The run that a trail describes; SPIN reads it."""
    with private_directory() as place:
        trail = read_trail(find_tools(place), spin_text(reading), raw, place / "replay")
    try:
        if not trail.steps and any(line[:1].isdigit() for line in raw.split()):
            raise Astray("not even its first step is possible")
        return run_along(machine, trail)
    except Astray as problem:
        shown = f" `{name}`" if name else ""
        raise UsageError(f"the trail{shown} does not fit this model: {problem}") from None


def replayed(model: Model, trail: Trail) -> RunTrace | None:
    """A decoded trail as a run of our own machine; None if the two do not agree about it."""
    machine = build_machine(model, processes_of(build_automata(model)), Options(tracing=True))
    try:
        return run_along(machine, trail)
    except Astray:
        return None


def run_along(machine: Machine, trail: Trail) -> RunTrace:
    run = OpenRun(machine)
    entries = list(entries_of(trail.steps))
    disturbed = _claimed(machine, trail)
    run.state = disturbed(-1, 0, run.state)
    numbers = [len(list(entries_of(trail.steps[: trail.cycle])))] if trail.cycle is not None else []
    loop = None
    taken = 0
    repeated: list[State] = []
    for step, covered in _steps_along(machine, entries, disturbed):
        if numbers and loop is None and taken >= numbers[0]:
            loop = len(run.steps) + 1
        if loop is not None and not run.holder:
            repeated.append(run.state)
        run.go(step)
        run.state = disturbed(taken, taken + covered, run.state)
        taken += covered
    if trail.cycle is not None:
        run.outcome, run.reason = Ending.CYCLE, "from there on the run repeats forever"
        loop = len(run.steps) + 1 if loop is None else loop
    elif not run.outcome:
        _say_how_it_ends(run, entries[-1].pid if taken < len(entries) else None)
    return with_turns(run, replace(run.trace(), loop=loop), repeated)


def _claimed(machine: Machine, trail: Trail) -> Disturbance:
    """What the claim of a formula with a deadline does: it starts a timer, which is a global variable."""
    slots = {cell.name: cell.slot for cell in machine.program.globals.cells}
    starts = [
        (sum(entry.number < step.number for entry in entries_of(trail.steps)), slots[found[1]], int(found[2]))
        for step in trail.claim_steps
        if (found := _STARTS.fullmatch(step.statement)) and found[1] in slots
    ]

    def disturbed(before: int, now: int, state: State) -> State:
        shared = list(state[0])
        for at, slot, value in starts:
            if before < at <= now:
                shared[slot] = value
        return (tuple(shared), *state[1:])

    return disturbed if starts else undisturbed


def _steps_along(
    machine: Machine, entries: Sequence[TrailEntry], disturbed: Disturbance
) -> list[tuple[MachineStep, int]]:
    """The steps of a trail; the last one may be missing, if it fails."""
    try:
        return replay(machine, entries, disturbed)
    except Astray:
        if not entries:
            raise
        last = entries[-1]
        before = [entry for entry in entries if (entry.number, entry.pid) != (last.number, last.pid)]
        steps = replay(machine, before, disturbed)
        if not _fails(machine, steps[-1][0].state if steps else machine.initial, last.pid):
            raise
        return steps


def _fails(machine: Machine, state: State, pid: int) -> bool:
    """Whether a step of a process breaks a rule; the machine then knows which."""
    machine.faults.clear()
    if pid + FIRST_PROCESS < len(state):
        machine.process_steps(state, pid + FIRST_PROCESS)
    return bool(machine.faults)


def _say_how_it_ends(run: OpenRun, failing: int | None) -> None:
    fails = failing is not None and _fails(run.machine, run.state, failing)
    if fails or run.machine.faults or not run.choices():
        run.stop()
    elif not run.outcome:
        run.outcome, run.reason = Ending.TRAIL, "the trail ends here"


def entries_of(steps: Iterable[TrailStep]) -> Iterable[TrailEntry]:
    for step in steps:
        if step.pid is not None:
            yield TrailEntry(step.number, step.pid, step.line_read or step.line, step.statement, step.state)
