"""Selections that are a `switch` in C: every guard compares one variable with a constant of its own."""

from __future__ import annotations

from dataclasses import dataclass

from penstock.codegen.beginnings import Beginnings
from penstock.syntax.nodes import Binary, Condition, Constant, Do, Else, If, Reference, Statement
from penstock.syntax.printer import reference_text

FEWEST = 2


@dataclass(frozen=True, slots=True)
class Switch:
    """The variable, and for each constant, or `else`, the statements of its option, the guard first."""

    variable: Reference
    cases: tuple[tuple[Constant | None, list[Statement]], ...]
    guards: tuple[Condition | Else, ...]

    @property
    def has_default(self) -> bool:
        return any(case is None for case, _ in self.cases)


def as_switch(statement: If | Do, body: Beginnings) -> Switch | None:
    """The switch that a selection is; nobody must be able to change the variable while it waits."""
    variable: Reference | None = None
    cases: list[tuple[Constant | None, list[Statement]]] = []
    for option in statement.options:
        steps = body.option(option)
        if not steps:
            return None
        if isinstance(steps[0], Else):
            cases.append((None, steps))
            continue
        found = _comparison(steps[0])
        if found is None or (variable is not None and reference_text(found[0]) != reference_text(variable)):
            return None
        variable = variable or found[0]
        cases.append((found[1], steps))
    values = [case.value for case, _ in cases if case is not None]
    defaults = len(cases) - len(values)
    if variable is None or len(values) < FEWEST or len(set(values)) != len(values) or defaults > 1:
        return None
    if not defaults and body.plan.is_global(variable):
        return None
    if body.plan.model.variables[variable].structure is None and variable.member is not None:
        return None
    cases.sort(key=lambda case: case[0] is None)
    guards = [steps[0] for _, steps in cases if isinstance(steps[0], Condition | Else)]
    return Switch(variable, tuple(cases), tuple(guards))


def _comparison(statement: Statement) -> tuple[Reference, Constant] | None:
    if not isinstance(statement, Condition) or not isinstance(statement.expression, Binary):
        return None
    comparison = statement.expression
    if comparison.operator != "==" or not isinstance(comparison.left, Reference):
        return None
    plain = comparison.left.index is None and comparison.left.member is None
    return (comparison.left, comparison.right) if plain and isinstance(comparison.right, Constant) else None
