"""Trails replayed in our own machine: what SPIN names step by step, we take and explain."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from penstock.control import build_automata
from penstock.errors import UsageError
from penstock.machine import Machine, Options, build_machine
from penstock.machine.engine import MachineStep
from penstock.machine.replay import Astray, TrailEntry, replay
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
    numbers = [len(list(entries_of(trail.steps[: trail.cycle])))] if trail.cycle is not None else []
    loop = None
    taken = 0
    repeated: list[State] = []
    for step, covered in _steps_along(machine, entries):
        if numbers and loop is None and taken >= numbers[0]:
            loop = len(run.steps) + 1
        if loop is not None and not run.holder:
            repeated.append(run.state)
        taken += covered
        run.go(step)
    if trail.cycle is not None:
        run.outcome, run.reason = Ending.CYCLE, "from there on the run repeats forever"
        loop = len(run.steps) + 1 if loop is None else loop
    elif not run.outcome:
        _say_how_it_ends(run, entries[-1].pid if taken < len(entries) else None)
    return with_turns(run, replace(run.trace(), loop=loop), repeated)


def _steps_along(machine: Machine, entries: Sequence[TrailEntry]) -> list[tuple[MachineStep, int]]:
    """The steps of a trail; the last one may be missing, if it fails."""
    try:
        return replay(machine, entries)
    except Astray:
        if not entries:
            raise
        last = entries[-1]
        before = [entry for entry in entries if (entry.number, entry.pid) != (last.number, last.pid)]
        steps = replay(machine, before)
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
