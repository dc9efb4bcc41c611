"""The buffered channels of a model as they are declared: all that is known without an analysis."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from penstock.control import Automaton
from penstock.resolve.constants import constant_value
from penstock.resolve.layout import cells
from penstock.resolve.model import Model
from penstock.resolve.symbols import Variable

MOST_LISTED = 1000
Declared = list[tuple[str, int]]
"""Channels by name, with their capacities."""


def declared_channels(model: Model, automata: list[Automaton]) -> Declared:
    """The first of the buffered channels."""
    return list(islice(_declared(model, automata), MOST_LISTED))


def _declared(model: Model, automata: list[Automaton]) -> Iterator[tuple[str, int]]:
    yield from _channels_in(model.globals)
    for automaton in automata:
        for name, capacity in _channels_in(automaton.process.locals):
            yield model.wording.channel(automaton.name, name), capacity


def _channels_in(variables: list[Variable]) -> Iterator[tuple[str, int]]:
    for variable in variables:
        if not _holds_channels(variable):
            continue  # arrays of numbers may be large
        for cell in cells(variable, 0, ""):
            capacity = 0 if cell.variable.channel is None else constant_value(cell.variable.channel.capacity)
            if capacity:
                yield cell.name, capacity


def _holds_channels(variable: Variable) -> bool:
    if variable.structure is None:
        return variable.channel is not None
    return any(map(_holds_channels, variable.structure.fields.values()))
