"""Timers: they are set, reset, waited for and asked about, and nothing else.

A condition that `expire` is a part of turns the timer off when it is passed, if the timer has run down: surely where
`expire` stands alone or joined by `&&`, perhaps where it is negated or joined by `||`.  In other expressions `expire`
is only a test.
"""

from __future__ import annotations

from collections.abc import Iterator

from penstock.resolve.constants import constant_value
from penstock.resolve.model import Model
from penstock.resolve.symbols import Variable, flat_fields
from penstock.syntax.cursor import TIMER
from penstock.syntax.nodes import (
    Binary,
    Expire,
    Expression,
    InlineCall,
    Never,
    Node,
    ResetTimer,
    Run,
    SetTimer,
    TimerQuery,
    Trace,
    VariableDeclaration,
)
from penstock.syntax.walk import walk

MOST_TICKS = (1 << 31) - 2
"""The longest time that a timer can be set to."""
_AS_ARGUMENT = "a question about a timer cannot be an argument of an inline"


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


def doubtful_timers(condition: Expression) -> list[Expire]:
    """The timers that may or may not have run down when a condition is passed: `a || expire(t)`."""
    surely = set(expired_timers(condition))
    return [found for found in walk(condition) if isinstance(found, Expire) and found not in surely]


def check_timers(model: Model) -> None:
    if not model.nodes.has(SetTimer, ResetTimer, Expire, TimerQuery):
        return
    for process in model.processes:
        match process:
            case Never():
                _refuse(model, process, "a never claim cannot change timers", (SetTimer, ResetTimer))
            case Trace():
                kinds = (SetTimer, ResetTimer, Expire, TimerQuery)
                _refuse(model, process, "an event sequence cannot use timers", kinds)
    for call in model.nodes.of(InlineCall):
        for argument in call.arguments:
            for found in walk(argument):
                if isinstance(found, Expire | TimerQuery):
                    model.report("E442", _AS_ARGUMENT, found, hint="pass the timer, and ask about it in the inline")
    for setting in model.nodes.of(SetTimer):
        _check_value(model, setting)


def _refuse(model: Model, process: Never | Trace, message: str, kinds: tuple[type[Node], ...]) -> None:
    for found in walk(process.body):
        if isinstance(found, kinds):
            model.report("E442", message, found, hint="look at variables instead")


def _check_value(model: Model, setting: SetTimer) -> None:
    ticks = constant_value(setting.value)
    if ticks is not None and not 0 <= ticks <= MOST_TICKS:
        model.report("E443", f"a timer can be set to between 0 and {MOST_TICKS:,} ticks, not {ticks}", setting.value)
    for found in walk(setting.value):
        if isinstance(found, Run):
            model.report("E420", "`run` cannot be used in the time of a timer", found)
