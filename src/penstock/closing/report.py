"""What the analyses found, line by line: each variable that a statement reads or sets, and whether it is reliable."""

from __future__ import annotations

from collections.abc import Iterator

from penstock.closing.influence import Influence, MadeOf
from penstock.closing.knowledge import Knowledge, Reliability
from penstock.closing.method import ClosingMethod
from penstock.closing.reading import leaves
from penstock.control.flat import flat_steps
from penstock.graphs import grouped
from penstock.records import data, record
from penstock.resolve.symbols import PREDEFINED
from penstock.syntax.nodes import Node, Reference
from penstock.syntax.printer import reference_text
from penstock.syntax.walk import final


@record
class Influenced:
    """A variable that a line mentions; `value` is what it is after the line if that sets it, otherwise before."""

    process: str
    line: int = data(least=1)
    variable: str
    value: Reliability


def findings(influence: Influence) -> list[Influenced]:
    """In the order of the text; where a line says several things about a variable, what it is depends on the run."""
    knowledge = Knowledge(influence, ClosingMethod.OPTIMISED)
    ways = grouped(
        ((process, line, reference_text(reference)), made) for process, line, reference, made in _mentioned(influence)
    )
    found = [Influenced(*key, knowledge.analysed(made)) for key, made in ways.items()]
    return sorted(found, key=lambda one: (one.line, one.process, one.variable))


def _mentioned(influence: Influence) -> Iterator[tuple[str, int, Reference, MadeOf]]:
    for automaton in influence.automata:
        scope = influence.scopes[automaton.name]
        for source, _, edge in flat_steps(automaton):
            if edge is None or edge.statement.first == 0:
                continue
            line = influence.model.locate(edge.statement).line
            written: set[str] = set()
            for write in influence.writes(edge.statement, scope, source):
                if write.target is not None and _is_data(influence, write.target):
                    written.add(reference_text(write.target))
                    yield from ((automaton.name, line, write.target, made) for made in write.choices)
            for reference in _read(edge.statement):
                if _is_data(influence, reference) and reference_text(reference) not in written:
                    made = frozenset(influence.reference_spots(reference, scope, source))
                    yield automaton.name, line, reference, made


def _read(statement: Node) -> Iterator[Reference]:
    return (leaf for leaf in leaves(statement) if isinstance(leaf, Reference))


def _is_data(influence: Influence, reference: Reference) -> bool:
    variables = influence.model.variables
    if variables.get(reference) is None or variables[reference] in PREDEFINED.values():
        return False
    return variables[final(reference)].type != "chan"
