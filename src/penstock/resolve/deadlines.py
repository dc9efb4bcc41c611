"""Formulas with a deadline: something happens before more than so many ticks have passed.

[] (asked -> within(5) answered)        whenever `asked` holds, `answered` does by then
[] (asked -> !within(5) answered)       whenever `asked` holds, `answered` does not until then
[] (begins(asked) -> ...)               the same, only from where `asked` did not hold before
within(5) started                       from the beginning
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from penstock.resolve.constants import constant_value
from penstock.resolve.model import Model
from penstock.resolve.timers import MOST_TICKS, has_timers
from penstock.syntax.nodes import Begins, Binary, Expression, Ltl, Unary, Within
from penstock.syntax.walk import walk

_TEMPORAL = frozenset(["[]", "<>", "X", "U", "W", "V"])
_FORM = "write `[] (p -> within(n) q)` or `[] (begins(p) -> !within(n) q)`, with conditions `p` and `q`"


@dataclass(frozen=True, slots=True)
class Deadline:
    """`goal` holds before more than `ticks` have passed since `trigger` (None: anything) held, or not `until` then.

    This is so each time, or only if the trigger holds in the beginning.
    """

    always: bool
    until: bool
    begins: bool
    """Whether only a trigger counts that did not hold in the state before."""
    trigger: Expression | None
    ticks: int
    goal: Expression


def deadline_of(formula: Expression) -> Deadline | None:
    """What a formula asks; None if it has no deadline, or stands for something else."""
    always = isinstance(formula, Unary) and formula.operator == "[]"
    inner = formula.operand if isinstance(formula, Unary) and always else formula
    trigger = None
    if isinstance(inner, Binary) and inner.operator == "->":
        trigger, inner = inner.left, inner.right
    begins = isinstance(trigger, Begins)
    trigger = trigger.value if isinstance(trigger, Begins) else trigger
    until = isinstance(inner, Unary) and inner.operator == "!"
    inner = inner.operand if isinstance(inner, Unary) and until else inner
    if not isinstance(inner, Within):
        return None
    ticks = constant_value(inner.limit)
    if ticks is None or any(_is_temporal(part) for part in (trigger, inner.value) if part is not None):
        return None
    return Deadline(always, until, begins, trigger, ticks, inner.value)


def deadlines(model: Model) -> Iterator[tuple[Ltl, Deadline]]:
    for unit in model.nodes.of(Ltl):
        deadline = deadline_of(unit.formula)
        if deadline is not None:
            yield unit, deadline


def check_deadlines(model: Model) -> None:
    known = {node for unit, _ in deadlines(model) for node in walk(unit)}
    for begins in model.nodes.of(Begins):
        if begins not in known:
            model.report("E445", "`begins` cannot stand here", begins.first, hint=_FORM)
    for within in model.nodes.of(Within):
        ticks = constant_value(within.limit)
        if ticks is None:
            model.report("E445", "the number of ticks in `within` is not a constant", within.limit)
        elif not 0 <= ticks < MOST_TICKS:
            model.report("E445", f"`within` takes between 0 and {MOST_TICKS - 1:,} ticks, not {ticks}", within.limit)
        elif within not in known:
            model.report("E445", "`within` cannot stand here", within.first, hint=_FORM)
        elif not has_timers(model):
            hint = "declare a timer: time passes where one runs"
            model.report("E445", "no time passes in this model", within.first, hint=hint)


def _is_temporal(value: Expression) -> bool:
    return any(
        isinstance(node, Within | Begins) or (isinstance(node, Unary | Binary) and node.operator in _TEMPORAL)
        for node in walk(value)
    )
