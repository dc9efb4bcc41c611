"""Which declared channels a channel variable can stand for, where that can be read from the text.

chan q = [1] of { byte };  proctype P(chan c) { c!1 }  init { run P(q) }     ->     c stands for q
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from penstock.graphs import breadth_first
from penstock.resolve.model import Model
from penstock.resolve.symbols import ProcessNames, Variable
from penstock.syntax.nodes import Expression, Reference, Run
from penstock.syntax.walk import final


class Passing:
    """Follows channels from their declarations through arguments and initial values."""

    def __init__(self, model: Model, proctypes: Mapping[str, ProcessNames], changed: set[Variable]) -> None:
        self.model = model
        self.changed = changed
        """These are assigned or received into, and may stand for anything."""
        self._given: dict[Variable, list[Expression]] = {}
        self._unknown: set[Variable] = set()
        for run in model.nodes.of(Run):
            if run.proctype in proctypes:
                self._note(run, proctypes[run.proctype])

    def _note(self, run: Run, process: ProcessNames) -> None:
        plain = all(parameter.structure is None for parameter in process.parameters)
        if not plain or len(run.arguments) != len(process.parameters):
            self._unknown.update(process.parameters)
            return
        for parameter, argument in zip(process.parameters, run.arguments, strict=True):
            self._given.setdefault(parameter, []).append(argument)

    def channels(self, reference: Reference) -> frozenset[Variable] | None:
        """The declarations of all channels that a reference may mean; None if there may be others."""
        found: set[Variable] = set()
        for variable in breadth_first([self._variable(reference)], self._sources):
            if variable is None or variable.type != "chan" or variable in self.changed or variable in self._unknown:
                return None
            if _is_declared(variable):
                found.add(variable)
        return frozenset(found)

    def _sources(self, variable: Variable | None) -> Iterator[Variable | None]:
        """What a parameter or a variable is given; without anything it stands for no channel."""
        if variable is None or _is_declared(variable):
            return
        for value in self._given.get(variable, []) if variable.parameter else [variable.initial]:
            if value is not None:
                yield self._variable(value) if isinstance(value, Reference) else None

    def _variable(self, reference: Reference) -> Variable | None:
        """The variable itself, which must not be a part of a structure: another one may be passed with it."""
        return self.model.variables.get(final(reference)) if reference.member is None else None


def _is_declared(variable: Variable) -> bool:
    """Whether it is a channel itself, not a name for one."""
    return variable.channel is not None and not variable.parameter
