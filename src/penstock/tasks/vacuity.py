"""Whether properties that hold do so for an empty reason.

A formula such as `[] (asked -> <> answered)` holds where nobody ever asks.  That is said only if it is proved: a
trigger is looked at in each state that can be reached, an assertion is one that SPIN's complete search never came to.
Time for this is a small part of what the verification took.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from penstock.budget import Activity, Budget, Progress, Watch, in_time
from penstock.machine import Machine, build_machine
from penstock.machine import explore as visit
from penstock.machine.guards import KnownGuards
from penstock.machine.runtime import Fault, State
from penstock.reading.reading import Reading
from penstock.reasons.vacuity import Emptiness, EmptyReason
from penstock.resolve import Model
from penstock.spin.checking import Verdict
from penstock.spin.properties import PropertyKind
from penstock.syntax.nodes import Binary, CCode, CExpression, CState, Expression, Unary
from penstock.tasks.assertions import SPECIAL, empty_assertions, wants_states
from penstock.tasks.coverage import environment_of
from penstock.tasks.models import processes_of
from penstock.tasks.properties import formulas_of
from penstock.tasks.violations import Finding

_PART = 0.25
_LEAST_SECONDS = 0.2
_MOST_SECONDS = 2.0
_MOST_STATES = 40_000
_TEMPORAL = ("[]", "<>", "X", "U", "V", "W")


def with_empty_reasons(reading: Reading, found: list[Finding], spent: float, watch: Watch) -> list[Finding]:
    """The findings, each with the empty reasons of what holds, if they were looked for; `spent` seconds were used."""
    model = reading.model
    if environment_of(model) is not None or watch.stop.is_set():
        return found
    formulas = formulas_of(model)
    triggers = {name: list(triggers_of(formula)) for name, formula in formulas.items()}
    holding = [one for one in found if one.result.verdict is Verdict.HOLDS]
    asked = [one for one in holding if triggers.get(one.result.wanted.name) and not _is_special(one)]
    asked += [one for one in holding if _is_about_statements(one) and wants_states(one.result, reading)]
    seen = None if _has_c(model) else _seen(reading, asked, spent, watch)
    return [_judged(one, reading, triggers, seen if one in asked else None) for one in found]


def _is_special(one: Finding) -> bool:
    """Whether a formula is about what is not in the states of the processes: there SPIN's claim has a say."""
    return re.search(SPECIAL, one.result.wanted.formula) is not None


def _has_c(model: Model) -> bool:
    return any(model.nodes.of(kind) for kind in (CCode, CExpression, CState))


def _is_about_statements(one: Finding) -> bool:
    return one.result.wanted.kind in (PropertyKind.SAFETY, PropertyKind.ASSERTIONS)


def _judged(one: Finding, reading: Reading, triggers: dict[str, list[Trigger]], seen: _Reachable | None) -> Finding:
    wanted, model = one.result.wanted, reading.model
    if one.result.verdict is not Verdict.HOLDS:
        return one
    if _is_about_statements(one):
        known = one.result.unreached is not None
        guards = None if seen is None else seen.guards
        return replace(one, empty=tuple(empty_assertions(one.result, reading, guards)) if known else None)
    if wanted.kind is not PropertyKind.LTL:
        return one
    if not triggers[wanted.name]:
        return replace(one, empty=())
    if seen is None:
        return one
    try:
        never = [trigger for trigger in triggers[wanted.name] if seen.never(trigger.condition, trigger.always)]
    except (Fault, ZeroDivisionError):
        return one
    return replace(one, empty=tuple(_reason(model, trigger.condition, len(seen.states)) for trigger in never))


def _reason(model: Model, condition: Expression, states: int) -> EmptyReason:
    where = model.locate(condition)
    return EmptyReason(Emptiness.TRIGGER, model.written(condition), where.file, where.line, states, ())


# -- formulas ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Trigger:
    """What a formula waits for: in every state, or at the beginning only."""

    condition: Expression
    always: bool


def triggers_of(formula: Expression, always: bool = False) -> Iterator[Trigger]:
    """The left sides of implications that must hold for the formula to hold."""
    match formula:
        case Unary(operator="[]"):
            yield from triggers_of(formula.operand, True)
        case Binary(operator="&&"):
            yield from triggers_of(formula.left, always)
            yield from triggers_of(formula.right, always)
        case Binary(operator="->"):
            yield Trigger(formula.left, always)
            yield from triggers_of(formula.right, always)
        case Binary(operator="||", left=Unary(operator="!", operand=condition)):
            yield Trigger(condition, always)
            yield from triggers_of(formula.right, always)


def is_temporal(formula: Expression) -> bool:
    match formula:
        case Unary(operator=operator) if operator in _TEMPORAL:
            return True
        case Binary(operator=operator) if operator in _TEMPORAL:
            return True
        case Unary(operator="!"):
            return is_temporal(formula.operand)
        case Binary(operator="&&" | "||" | "->" | "<->"):
            return is_temporal(formula.left) or is_temporal(formula.right)
    return False


# -- states --------------------------------------------------------------------------------------


def _seen(reading: Reading, asked: list[Finding], spent: float, watch: Watch) -> _Reachable | None:
    """All states that can be reached; None if nobody asks, or there was no time to visit them."""
    if not asked or max(one.result.states for one in asked) > _MOST_STATES:
        return None
    watch.tell(Progress(Activity.LOOKING_FOR_TRIGGERS, tuple(one.result.wanted.name for one in asked)))
    seconds = min(_MOST_SECONDS, max(_LEAST_SECONDS, _PART * spent))
    with Budget(time.monotonic() + seconds, watch, partial=True):
        machine = in_time(lambda: build_machine(reading.model, processes_of(reading.automata)))
        found = None if machine is None else visit(machine, _MOST_STATES, partial=True)
        if found is None or not found.complete:
            return None
        asked_guards = any(map(_is_about_statements, asked))
        guards = in_time(lambda: KnownGuards(found.machine, found.order)) if asked_guards else None
    return _Reachable(found.machine, found.order, guards)


class _Reachable:
    """What is true in the states that can be reached."""

    def __init__(self, machine: Machine, states: list[State], guards: KnownGuards | None) -> None:
        self.machine = machine
        self.states = states
        self.guards = guards

    def never(self, formula: Expression, always: bool) -> bool:
        """Whether a formula is true in no state, or at the beginning of no run."""
        if not is_temporal(formula):
            return not any(self._values(formula, self.states if always else self.states[:1]))
        match formula:
            case Unary(operator="<>" | "X"):
                return self.never(formula.operand, True)
            case Unary(operator="[]"):
                return self.never(formula.operand, always)
            case Unary(operator="!"):
                return self._surely(formula.operand, always)
            case Binary(operator="&&"):
                return self.never(formula.left, always) or self.never(formula.right, always)
            case Binary(operator="||"):
                return self.never(formula.left, always) and self.never(formula.right, always)
            case Binary(operator="U"):
                return self.never(formula.right, True)
        return False

    def _surely(self, formula: Expression, always: bool) -> bool:
        """Whether a formula is true in every state, or at the beginning of every run."""
        if not is_temporal(formula):
            return all(self._values(formula, self.states if always else self.states[:1]))
        match formula:
            case Unary(operator="[]" | "X"):
                return self._surely(formula.operand, True)
            case Unary(operator="<>"):
                return self._surely(formula.operand, always)
            case Unary(operator="!"):
                return self.never(formula.operand, always)
            case Binary(operator="&&"):
                return self._surely(formula.left, always) and self._surely(formula.right, always)
            case Binary(operator="||"):
                return self._surely(formula.left, always) or self._surely(formula.right, always)
        return False

    def _values(self, condition: Expression, states: list[State]) -> Iterator[bool]:
        ask: Callable[[State, int], int] = self.machine.question(None, condition)
        return (bool(ask(state, 0)) for state in states)
