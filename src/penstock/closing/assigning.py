"""Assignments of the closed model, and processes that are started: flags go with the values."""

from __future__ import annotations

from collections.abc import Sequence

from penstock.closing.changes import StatementChange
from penstock.closing.outside import Outside
from penstock.closing.ranges import Site
from penstock.closing.texts import FALSE, TRUE, Cannot
from penstock.resolve.symbols import PREDEFINED
from penstock.syntax.nodes import Assignment, Expression, Reference, Run
from penstock.syntax.printer import reference_text, statement_text
from penstock.syntax.walk import final, indices, runs_in

MOST_CELLS = 64
"""More than this is not forgotten element by element."""


class Assigning:
    def __init__(self, outside: Outside) -> None:
        self.outside = outside
        self.texts = outside.texts
        self.model = outside.model

    def assignment(self, statement: Assignment, sites: Sequence[Site]) -> StatementChange | None:
        target = statement.target
        variable = self.model.variables[final(target)]
        if variable.type == "chan" or self.model.variables[target] in PREDEFINED.values():
            return None
        runs = self.with_flags(statement.value, sites)
        index = self.index_unknown(target, sites)
        value, unknown = self.texts.value(statement.value, sites)
        value = value if runs is None else runs
        told = self.outside.flag_is(target, unknown)
        if index == FALSE and unknown == FALSE and not told and runs is None:
            return None
        # The flag first: the new value might be part of what it is made of (`i = a[i]`).
        known = [*told, f"{reference_text(target)} = {value}"]
        change = StatementChange(
            [(known, statement_text(statement))], comment=self.outside.why_unknown(statement.value, sites)
        )
        if unknown == FALSE:
            change.comment = f"/* {reference_text(target)} is known now */" if told else ""
        return change if index == FALSE else self._anywhere(change, target, index)

    def _anywhere(self, change: StatementChange, target: Reference, index: str) -> StatementChange:
        """An element that nobody knows is written: afterwards nothing is known of any."""
        elements = self.forget_all(target)
        self.texts.flags.notes[target.first] = (
            f"an index of `{target.name}` may come from outside: any element may change"
        )
        known, said = change.options[0]
        change.options = (
            [(elements, said)]
            if index == TRUE
            else [([f"!({index})", *known], said), ([f"({index})", *elements], said)]
        )
        change.comment = f"/* the index of {target.name} may come from outside: any element may change */"
        change.chooses |= index != TRUE
        return change

    def index_unknown(self, target: Reference, sites: Sequence[Site]) -> str:
        found = [self.texts.unknown(index, sites) for index in indices(target)]
        found = [text for text in found if text != FALSE]
        return TRUE if TRUE in found else " || ".join(found) or FALSE

    def forget_all(self, target: Reference) -> list[str]:
        """Forget all elements that a reference may mean, whatever its indices are."""
        found: list[str] = []
        for text, flag in self._elements(target, ""):
            found.append(f"{text} = 0")
            if self.texts.flagged(target):
                self.texts.flag(target)
                found.append(f"{self.texts.flags.prefix}{flag} = true")
        if len(found) > 2 * MOST_CELLS:
            raise Cannot(
                target,
                f"an index of `{target.name}` may come from outside, and the array has too many elements",
                f"at most {MOST_CELLS} elements can become unknown at once",
            )
        return found

    def _elements(self, part: Reference, before: str) -> list[tuple[str, str]]:
        variable = self.model.variables[part]
        sizes = range(variable.size) if variable.size is not None else [None]
        found: list[tuple[str, str]] = []
        for element in sizes:
            name = before + part.name + ("" if element is None else f"[{element}]")
            found += [(name, name)] if part.member is None else self._elements(part.member, name + ".")
        return found

    def with_flags(self, value: Expression, sites: Sequence[Site]) -> str | None:
        """An expression with a `run` whose process gets flags for its arguments; None if there is nothing to do."""
        runs = list(runs_in(value))
        if not runs:
            return None
        if runs != [value]:
            if any(self._added(run, sites) is not None for run in runs):
                raise Cannot(
                    value,
                    "a `run` inside an expression passes on what may come from outside",
                    "make it a separate statement",
                )
            return None
        assert isinstance(value, Run)
        return self._added(value, sites)

    def _added(self, run: Run, sites: Sequence[Site]) -> str | None:
        process = next((found for found in self.model.processes.values() if found.name == run.proctype), None)
        parameters = process.parameters if process is not None else []
        values, flags, changed = [], [], False
        for parameter, argument in zip(parameters, run.arguments, strict=False):
            if parameter.type == "chan":
                values.append(self.texts.edits.raw(argument))
                continue
            value, unknown = self.texts.value(argument, sites)
            values.append(value)
            changed |= unknown != FALSE
            if parameter in self.texts.flags.variables:
                flags.append(unknown)
        if not flags and not changed:
            return None
        priority = f" priority {run.priority}" if run.priority is not None else ""
        return f"run {run.proctype}({', '.join([*values, *flags])}){priority}"
