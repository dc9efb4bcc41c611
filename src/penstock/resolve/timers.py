"""Timers: they are set, reset and waited for, and nothing else.

A condition that `expire` is a part of turns the timer off when it is passed.  So `expire` stands where passing means
that the timer has run down: alone, or joined by `&&`.
"""

from __future__ import annotations

from collections.abc import Iterator

from penstock.resolve.constants import constant_value
from penstock.resolve.model import Model
from penstock.resolve.symbols import Variable, flat_fields
from penstock.syntax.cursor import TIMER
from penstock.syntax.nodes import (
    Binary,
    Condition,
    Expire,
    Expression,
    InlineCall,
    Never,
    ResetTimer,
    Run,
    SetTimer,
    Trace,
    VariableDeclaration,
)
from penstock.syntax.walk import walk

MOST_TICKS = (1 << 31) - 2
"""The longest time that a timer can be set to."""


def first_timer(variable: Variable) -> Variable | None:
    """The variable itself if it is a timer, or the first timer among its fields."""
    parts = [variable] if variable.structure is None else flat_fields(variable.structure)
    return next((part for part in parts if part.type == TIMER), None)


def has_timers(model: Model) -> bool:
    """Whether anything in the model is declared as a timer; `timer` may be a type of the user's own."""
    declared = (declaration.type for declaration in model.nodes.of(VariableDeclaration))
    return TIMER not in model.types and TIMER in declared


def expired_timers(condition: Expression) -> Iterator[Expire]:
    """The timers that have run down when a condition is passed: `a && expire(t)`."""
    while isinstance(condition, Binary) and condition.operator == "&&":
        yield from expired_timers(condition.right)
        condition = condition.left
    if isinstance(condition, Expire):
        yield condition


def check_timers(model: Model) -> None:
    if not model.nodes.has(SetTimer, ResetTimer, Expire):
        return
    for process in model.processes:
        if isinstance(process, Never | Trace):
            _refuse_timers(model, process)
    passed = {found for condition in model.nodes.of(Condition) for found in expired_timers(condition.expression)}
    for expire in model.nodes.of(Expire):
        if expire not in passed:
            model.report(
                "E442",
                "`expire` can only be used as a condition, alone or joined by `&&`",
                expire,
                hint="passing it turns the timer off; otherwise, keep what you need to know in a variable",
            )
    for call in model.nodes.of(InlineCall):
        for found in (found for argument in call.arguments for found in walk(argument) if isinstance(found, Expire)):
            model.report("E442", "`expire` cannot be an argument of an inline", found, hint="write it in the inline")
    for setting in model.nodes.of(SetTimer):
        _check_value(model, setting)


def _refuse_timers(model: Model, process: Never | Trace) -> None:
    what = "a never claim" if isinstance(process, Never) else "an event sequence"
    for found in walk(process.body):
        if isinstance(found, SetTimer | ResetTimer | Expire):
            model.report("E442", f"{what} cannot use timers", found, hint="look at variables instead")


def _check_value(model: Model, setting: SetTimer) -> None:
    ticks = constant_value(setting.value)
    if ticks is not None and not 0 <= ticks <= MOST_TICKS:
        model.report("E443", f"a timer can be set to between 0 and {MOST_TICKS:,} ticks, not {ticks}", setting.value)
    for found in walk(setting.value):
        if isinstance(found, Run):
            model.report("E420", "`run` cannot be used in the time of a timer", found)
