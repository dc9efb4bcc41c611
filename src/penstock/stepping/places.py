"""Where processes stand: the statements that they are about to execute, in the lines of the user."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from penstock.control import Edge
from penstock.machine.build import Machine
from penstock.machine.engine import MachineStep
from penstock.resolve.model import Model
from penstock.source import Sources
from penstock.syntax.nodes import Node


@dataclass(frozen=True, slots=True)
class TextSpan:
    """A stretch of one line; columns count characters from one.  `text` is the whole line."""

    file: str
    line: int
    column: int
    length: int
    text: str


@dataclass(frozen=True, slots=True)
class ProcessPlace:
    """A place of a process: in an inline with this `name`, called at this position; or in its own text, without."""

    name: str
    call: int
    span: TextSpan


def span_at(sources: Sources, position: int, length: int = 1) -> TextSpan:
    length = sources.shown_length(position, length)
    position = sources.shown(position)
    file = sources.file_at(position)
    where = file.location(position - file.base)
    return TextSpan(where.file, where.line, where.column, length, file.line_text(where.line))


def span_of(model: Model, node: Node) -> TextSpan:
    return span_at(model.sources, *model.stretch(node))


def standing(machine: Machine, place: int, edge: Edge | None = None) -> list[ProcessPlace]:
    """Where a process at this place stands, the innermost inline first; at one of its steps if that is given."""
    model = machine.program.model
    here = machine.places[place]
    edges = [move.edge for move in here.moves if move.edge is not None]
    if not edges:
        node = here.automaton.process.node
        return [ProcessPlace("", 0, span_at(model.sources, model.syntax.tokens.positions[node.last]))]
    position, length = model.stretch((edge or edges[0]).statement)
    return list(_nested(model.sources, position, length))


def _nested(sources: Sources, position: int, length: int) -> Iterator[ProcessPlace]:
    """A place, and the calls of the inlines that it is inside of."""
    calls: list[tuple[str, int]] = []
    at = position
    while (expansion := sources.expansion(at)) is not None:
        if expansion.inline:
            calls.append((expansion.name, expansion.call))
        at = expansion.spelling if expansion.inline else expansion.call
    name, call = calls[0] if calls else ("", 0)
    yield ProcessPlace(name, call, span_at(sources, position, length))
    if calls:
        yield from _nested(sources, call, len(name))


def lines_of(model: Model, edge: Edge) -> set[tuple[str, int]]:
    """The files and lines that a step executes: those inside of a `d_step` too."""
    found = {model.locate(edge.statement)[:2]}
    if edge.inner is not None:
        for inner in edge.inner.edges:
            found |= lines_of(model, inner)
    return found


class StepLines:
    """Which lines steps execute; looked up once for each step of the automata."""

    def __init__(self, machine: Machine) -> None:
        self.model = machine.program.model
        self._known: dict[Edge, frozenset[tuple[str, int]]] = {}
        self.all: dict[str, set[int]] = {}
        """All lines with statements, by file."""
        for automaton in machine.program.automata:
            for edge in automaton.edges:
                for file, line in self.of(edge):
                    self.all.setdefault(file, set()).add(line)

    def of(self, edge: Edge) -> frozenset[tuple[str, int]]:
        if edge not in self._known:
            self._known[edge] = frozenset(lines_of(self.model, edge))
        return self._known[edge]

    def executed(self, step: MachineStep) -> frozenset[tuple[str, int]]:
        """The lines of a step, those of its partner in a rendezvous too."""
        moves = [step.move] if step.partner_move is None else [step.move, step.partner_move]
        return frozenset().union(*(self.of(move.edge) for move in moves if move.edge is not None))
