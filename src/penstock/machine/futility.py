"""Runs that go on without getting anywhere: from a state on, every step that is possible is a futile one."""

from __future__ import annotations

from penstock.machine.build import Machine
from penstock.machine.engine import Step
from penstock.machine.explore import Exploration, Violation, macro_steps
from penstock.machine.runtime import State
from penstock.machine.trace import Ending

LIVELOCK = "every message that is left has to wait, so the same ones are tried again and again"
_MOST_STATES = 10_000


def has_futile_steps(machine: Machine) -> bool:
    return any(phrase.futile for phrase in machine.program.model.syntax.phrases.values())


def is_futile(step: Step, machine: Machine) -> bool:
    edge = step.move.edge
    phrase = machine.program.model.phrase(edge.statement) if edge is not None else None
    return phrase is not None and phrase.futile


def goes_nowhere(machine: Machine, start: State, known: set[State]) -> bool:
    """Whether nothing but futile steps can ever follow a state; `known` collects the states where this is so."""
    seen = {start}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if state in known:
            continue
        moved = False
        for path in macro_steps(machine, state):
            moved = True
            if not any(is_futile(step, machine) for step in path):
                return False
            after = path[-1].state
            if after not in seen:
                seen.add(after)
                waiting.append(after)
        if not moved or len(seen) > _MOST_STATES:
            return False
    known.update(seen)
    return True


def look_for_livelock(found: Exploration) -> None:
    """Add the first state from which on everything is in vain, if there is one."""
    machine = found.machine
    if machine.claim or not has_futile_steps(machine):
        return
    known: set[State] = set()
    for number, state in enumerate(found.order):
        if goes_nowhere(machine, state, known):
            found.violations.append(Violation(Ending.LIVELOCK, LIVELOCK, number))
            return
