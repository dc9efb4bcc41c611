"""The channels that a model declares: what they hold, and which variables always mean the same one.

In a state a channel is a tuple: the number of its kind, then its messages from the oldest to the
newest.  A channel variable holds the place of its channel in the state, counted from 1; 0 is no channel.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from penstock.control import Automaton, Edge
from penstock.resolve import Model
from penstock.resolve.constants import constant_value
from penstock.resolve.layout import Cell, Layout
from penstock.resolve.symbols import RANGES, ProcessNames, Variable, flat_fields
from penstock.syntax.nodes import Assignment, ChannelInitial, Receive, Reference
from penstock.syntax.walk import final

NO_LIMIT = 1 << 60


@dataclass(frozen=True, slots=True)
class ChannelKind:
    """All channels of one declaration: how many messages they take, and what a message consists of."""

    number: int
    variable: Variable
    capacity: int
    fields: tuple[Variable, ...]

    @property
    def rendezvous(self) -> bool:
        return self.capacity == 0

    @property
    def ranges(self) -> tuple[tuple[int, int], ...]:
        """The values that each field holds: a message that is nothing but a bit is kept as a byte."""
        if len(self.fields) == 1 and self.fields[0].type in ("bit", "bool"):
            return (RANGES["byte"],)
        return tuple(field.range for field in self.fields)


def channel_kinds(model: Model, layouts: Iterable[Layout]) -> dict[Variable, ChannelKind]:
    """A kind for each declaration of a channel."""
    kinds: dict[Variable, ChannelKind] = {}
    for layout in layouts:
        for cell in channel_cells(layout):
            declared = cell.variable.channel
            if declared is not None and cell.variable not in kinds:
                capacity = constant_value(declared.capacity) or 0
                kinds[cell.variable] = ChannelKind(len(kinds), cell.variable, capacity, _fields(model, declared))
    return kinds


def channel_cells(layout: Layout) -> list[Cell]:
    """The cells for which a channel is made when they come into being."""
    return [cell for cell in layout.cells if cell.variable.channel is not None]


def own_channels(process: ProcessNames, layout: Layout) -> list[Cell]:
    """Those that are made for a process: not the ones in its parameters, which it is given."""
    given = {slot for parameter in process.parameters for slot in layout.slots(parameter)}
    return [cell for cell in channel_cells(layout) if cell.slot not in given]


def _fields(model: Model, declared: ChannelInitial) -> tuple[Variable, ...]:
    fields: list[Variable] = []
    for field in declared.fields:
        structure = model.types.get(field.type)
        if structure is not None:
            fields.extend(flat_fields(structure))
        else:
            assert field.type in RANGES or field.type == "unsigned"
            fields.append(Variable(field.type, field.type, field.first, subtype=field.subtype))
    return tuple(fields)


def assigned_variables(model: Model, automata: Iterable[Automaton]) -> set[Variable]:
    """Every variable, or field, that some statement gives a value."""
    found: set[Variable] = set()
    for edge in all_edges(automata):
        targets: Sequence[object] = ()
        if isinstance(edge.statement, Assignment):
            targets = (edge.statement.target,)
        elif isinstance(edge.statement, Receive):
            targets = edge.statement.patterns
        for target in targets:
            if isinstance(target, Reference):
                found.add(model.variables[final(target)])
    return found


def all_edges(automata: Iterable[Automaton]) -> Iterable[Edge]:
    for automaton in automata:
        for edge in automaton.edges:
            yield edge
            if edge.inner is not None:
                yield from all_edges([edge.inner])
