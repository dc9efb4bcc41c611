"""Assertions that no run comes to, and the guards that are the reason.

SPIN lists statements that its complete search never reached, but none that it has merged with others in an atomic
sequence; those are looked for among the states of a small model.  That `assert(false)` is never reached is as it
should be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from penstock.control import Automaton, Edge
from penstock.machine.guards import KnownGuards
from penstock.machine.runtime import Fault
from penstock.reading.reading import Reading
from penstock.reasons.vacuity import ClosedGuard, Emptiness, EmptyReason
from penstock.resolve import Model
from penstock.spin.checking import PropertyResult
from penstock.spin.report import Unreached
from penstock.spin.statements import readable
from penstock.syntax.nodes import Assert, Condition
from penstock.tasks.models import processes_of

SPECIAL = r"\b(_nr_pr|_last|np_|timeout|enabled|pc_value|_pid|_priority|get_priority)\b"
"""What is not in the states of the processes: there SPIN's claim has a say, or the moment."""
_Step = tuple[Automaton, Edge]


@dataclass(frozen=True, slots=True)
class _Assertion:
    """An assertion of a process, once for each place where it is written."""

    what: str
    process: str
    file: str
    line: int


def wants_states(result: PropertyResult, reading: Reading) -> bool:
    """Whether states could tell more about the assertions of a model than SPIN does."""
    if result.unreached is None:
        return False
    steps = _steps(reading)
    inside = any(_is_inside(*step) for found in steps.values() for step in found)
    return inside or any(_listed(assertion, result.unreached) for assertion in steps)


def empty_assertions(result: PropertyResult, reading: Reading, guards: KnownGuards | None) -> Iterator[EmptyReason]:
    """The assertions that are never reached, and why, if all states are known."""
    unreached = result.unreached or ()
    known = _steps(reading)
    for assertion, steps in known.items():
        reached = guards is not None and any(guards.comes_to(*step) for step in steps)
        inside = guards is not None and all(_is_inside(*step) for step in steps)
        if not reached and (inside or _listed(assertion, unreached)):
            closed = () if guards is None else _guards_before(steps, reading.model, guards)
            kind = Emptiness.GUARD if closed else Emptiness.UNREACHED
            yield EmptyReason(kind, assertion.what, assertion.file, assertion.line, result.states, closed)
    for place in unreached:  # what is inside of a d_step is no step of its own
        if _is_wanted(place.statement) and not any(_listed(assertion, (place,)) for assertion in known):
            yield EmptyReason(Emptiness.UNREACHED, readable(place.statement), place.file, place.line, result.states, ())


def _steps(reading: Reading) -> dict[_Assertion, list[_Step]]:
    model, found = reading.model, dict[_Assertion, list[_Step]]()
    for automaton in processes_of(reading.automata):
        for edge in automaton.edges:
            if isinstance(edge.statement, Assert) and _is_wanted(edge.label):
                where, what = model.locate(edge.statement), f"assert({model.written(edge.statement.condition)})"
                one = _Assertion(what, automaton.name, where.file, where.line)
                found.setdefault(one, []).append((automaton, edge))
    return found


def _is_inside(automaton: Automaton, step: Edge) -> bool:
    """Whether a step goes on with an atomic sequence."""
    return any(edge.keeps_control for edge in automaton.edges if edge.target == step.source)


def _is_wanted(statement: str) -> bool:
    return statement.startswith("assert(") and statement not in ("assert(0)", "assert(false)")


def _listed(assertion: _Assertion, unreached: tuple[Unreached, ...]) -> bool:
    place = assertion.process, assertion.file, assertion.line
    return any(_is_wanted(one.statement) and (one.process, one.file, one.line) == place for one in unreached)


def _guards_before(steps: list[_Step], model: Model, guards: KnownGuards) -> tuple[ClosedGuard, ...]:
    """The guards that keep every run from an assertion; none if they are not all there is to it."""
    found: dict[ClosedGuard, None] = {}
    try:
        for step in steps:
            closed = guards.before(*step)
            if not closed:
                return ()
            found.update(dict.fromkeys(_closed_guard(model, guard) for guard in closed))
    except (Fault, ZeroDivisionError):
        return ()
    return () if any(re.search(SPECIAL, guard.what) for guard in found) else tuple(found)


def _closed_guard(model: Model, guard: Edge) -> ClosedGuard:
    assert isinstance(guard.statement, Condition)
    where = model.locate(guard.statement)
    return ClosedGuard(model.written(guard.statement.expression), where.file, where.line)
