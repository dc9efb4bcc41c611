"""Where the channels of a model are declared."""

from __future__ import annotations

from collections.abc import Iterator

from penstock.diagnostics.placed import TextPlace, text_place
from penstock.reading.reading import Reading
from penstock.resolve.layout import cells
from penstock.resolve.symbols import Variable


def channel_places(reading: Reading) -> dict[str, TextPlace]:
    """By the names that `bound` gives them."""
    model, positions = reading.model, reading.model.syntax.tokens.positions
    found = {name: text_place(model.sources, positions[variable.at]) for name, variable in _in(model.globals)}
    for process in model.processes.values():
        for name, variable in _in(process.locals):
            place = text_place(model.sources, positions[variable.at])
            found[model.wording.channel(process.name, name)] = place
    return found


def _in(variables: list[Variable]) -> Iterator[tuple[str, Variable]]:
    for variable in variables:
        if variable.channel is not None or variable.structure is not None:
            for cell in cells(variable, 0, ""):
                if cell.variable.channel is not None:
                    yield cell.name, variable
