"""Keys for the steps of a model: the place of a statement, with a number where several share it.

A program built with a trace logs these keys; they identify the steps when the trace is followed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from penstock.control import Automaton, Edge
from penstock.resolve import Model
from penstock.syntax.nodes import BasicStatement, Node
from penstock.syntax.printer import statement_text


class StepKeys:
    """For each process the keys of its statements."""

    def __init__(
        self, model: Model, automata: Iterable[Automaton], left_out: Callable[[Node], bool] | None = None
    ) -> None:
        self.model = model
        self.left_out = left_out
        """What only the model, or only the program, does: it must not count where both are compared."""
        self._keys: dict[tuple[str, int, str], str] = {}
        self._counts: dict[tuple[str, str], int] = {}
        for automaton in automata:
            for edge in edges_of(automaton):
                self._enter(automaton.name, edge.statement)

    def _enter(self, process: str, statement: BasicStatement) -> None:
        identity = (process, statement.first, statement_text(statement))
        if identity in self._keys or (self.left_out is not None and self.left_out(statement)):
            return
        place = self.place(statement)
        count = self._counts[process, place] = self._counts.get((process, place), 0) + 1
        self._keys[identity] = place if count == 1 else f"{place}.{count}"

    def place(self, node: Node) -> str:
        where = self.model.locate(node)
        return f"{where.line}:{where.column}"

    def of(self, process: str, statement: BasicStatement) -> str | None:
        """The key of a statement; none if it is not a step, such as a `skip` that changes nothing."""
        return self._keys.get((process, statement.first, statement_text(statement)))


def edges_of(automaton: Automaton) -> Iterable[Edge]:
    for edge in automaton.edges:
        yield edge
        if edge.inner is not None:
            yield from edges_of(edge.inner)
