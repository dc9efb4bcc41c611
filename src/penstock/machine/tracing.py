"""What an exploration found, as a run that can be shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from penstock.control import Automaton
from penstock.machine.build import build_machine
from penstock.machine.engine import MachineStep
from penstock.machine.explore import Exploration, Violation
from penstock.machine.program import Options
from penstock.machine.runs import OpenRun
from penstock.machine.trace import Ending, RunTrace
from penstock.resolve.model import Model


def trace_of(
    model: Model, automata: list[Automaton], options: Options, found: Exploration, violation: Violation
) -> RunTrace:
    """The run to a violation, with all values: the search itself forgets those that cannot matter."""
    processes = [automaton for automaton in automata if automaton.kind != "never"]
    machine = build_machine(model, processes, replace(options, reset_dead=False, tracing=True))
    run = OpenRun(machine)
    retrace(run, [*found.steps_to(violation.state), *violation.path])
    if not run.outcome and violation.kind in (Ending.CLAIM, Ending.LIVELOCK):
        run.outcome, run.reason = violation.kind, violation.text
    if not run.outcome:
        run.choices()
        run.stop()
    return run.trace()


def retrace(run: OpenRun, steps: Iterable[MachineStep]) -> None:
    """Take the same steps in another machine of the same automata."""
    for step in steps:
        if not step.at or step.move.silent:
            continue  # the claim only watches, and SPIN's silent steps do nothing
        key = step_key(step)
        run.go(next(choice for choice in run.choices() if step_key(choice) == key))


def step_key(step: MachineStep) -> tuple[object, ...]:
    """What tells a step from all others that are possible in the same state."""
    partner = step.partner_move.edge if step.partner_move is not None else None
    return step.at, step.move.edge, step.partner, partner
