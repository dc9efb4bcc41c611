"""Which variables decide where messages go and of which type they are; all others are left out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from penstock.bounds.abstraction.graphs import Graph
from penstock.budget import check
from penstock.resolve.model import Model
from penstock.resolve.symbols import PREDEFINED, Variable
from penstock.syntax.nodes import (
    Assignment,
    Constant,
    Eval,
    Node,
    Receive,
    Reference,
    Run,
    Send,
)
from penstock.syntax.walk import runs_in, walk

Field = tuple[int, int]
"""A field of the messages of one length: (number of fields, place)."""


class Relevance:
    """Variables by their root, and fields of messages whose contents matter; those in `also` matter in any case."""

    def __init__(self, model: Model, graphs: Sequence[Graph], also: Iterable[Variable] = ()) -> None:
        self.model = model
        self.variables: set[Variable] = set(also)
        self.fields: set[Field] = set()
        self._parameters = {graph.automaton.name: list(graph.automaton.process.parameters) for graph in graphs}
        self._statements = [arc.statement for graph in graphs for arc in graph.arcs]
        self._seed()
        while self._close():
            pass

    def _seed(self) -> None:
        for statement in self._statements:
            if isinstance(statement, Send | Receive):
                self._need(statement.channel)
            if isinstance(statement, Receive):
                for place, pattern in enumerate(statement.patterns):
                    if isinstance(pattern, Constant | Eval):
                        self.fields.add((len(statement.patterns), place))

    def _need(self, node: Node) -> None:
        for reference in walk(node):
            variable = self.model.variables.get(reference) if isinstance(reference, Reference) else None
            if variable is not None and variable not in PREDEFINED.values():
                self.variables.add(variable)

    def _close(self) -> bool:
        """One round of what follows from what is relevant; whether there was anything new."""
        before = len(self.variables), len(self.fields)
        for statement in self._statements:
            check()
            match statement:
                case Assignment():
                    if self._matters(statement.target):
                        self._need(statement.target)
                        self._need(statement.value)
                case Send():
                    for place, argument in enumerate(statement.arguments):
                        if (len(statement.arguments), place) in self.fields:
                            self._need(argument)
                case Receive():
                    self._received(statement)
            for run in runs_in(statement):
                self._passed(run)
        return (len(self.variables), len(self.fields)) != before

    def _matters(self, reference: Reference) -> bool:
        return self.model.variables[reference] in self.variables

    def _received(self, statement: Receive) -> None:
        for place, pattern in enumerate(statement.patterns):
            if isinstance(pattern, Eval):
                self._need(pattern.value)
            elif isinstance(pattern, Reference) and self._matters(pattern):
                self._need(pattern)
                self.fields.add((len(statement.patterns), place))

    def _passed(self, run: Run) -> None:
        for parameter, argument in zip(_flat(self._parameters[run.proctype]), run.arguments, strict=False):
            if parameter in self.variables:
                self._need(argument)


def _flat(parameters: list[Variable]) -> list[Variable]:
    """For each argument of a `run` the parameter it belongs to: structures take several."""
    found = []
    for parameter in parameters:
        found.extend([parameter] * _cells(parameter))
    return found


def _cells(variable: Variable) -> int:
    if variable.structure is None:
        return variable.size or 1
    return (variable.size or 1) * sum(_cells(field) for field in variable.structure.fields.values())
