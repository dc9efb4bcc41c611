"""Where each variable lives: a flat row of cells for the globals, one for the locals of each process.

typedef pair { byte a; int b[2] };  byte x;  pair p[2];     ->     x p[0].a p[0].b[0] p[0].b[1] p[1].a ...
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from penstock.budget import check
from penstock.resolve.symbols import UserType, Variable


@dataclass(frozen=True, slots=True)
class Cell:
    """One number of the state: a scalar variable, an element of an array, a field of a structure."""

    slot: int
    name: str
    variable: Variable
    element: int


def width(variable: Variable) -> int:
    """The cells of a variable, or of one element of an array."""
    return structure_width(variable.structure) if variable.structure is not None else 1


def structure_width(structure: UserType) -> int:
    return sum(width(field) * (field.size or 1) for field in structure.fields.values())


def field_offset(structure: UserType, name: str) -> int:
    """How many cells stand before a field."""
    offset = 0
    for field in structure.fields.values():
        if field.name == name:
            break
        offset += width(field) * (field.size or 1)
    return offset


class Layout:
    """The cells of a list of variables, from the slot `first` on."""

    def __init__(self, variables: Iterable[Variable], first: int = 0) -> None:
        self.base: dict[Variable, int] = {}
        self.cells: list[Cell] = []
        self.size = first
        for variable in variables:
            self.add(variable)

    def add(self, variable: Variable) -> int:
        slot = self.base[variable] = self.size
        for cell in cells(variable, slot, ""):
            self.cells.append(cell)
            if not cell.slot & 255:
                check()
            self.size = cell.slot + 1
        return slot

    def slots(self, variable: Variable) -> range:
        """Where the cells of a variable are; a structure has one for each of its fields."""
        first = self.base[variable]
        return range(first, first + width(variable) * (variable.size or 1))


def cells(variable: Variable, slot: int, prefix: str) -> Iterator[Cell]:
    """The cells of a variable that begins at `slot`, in order."""
    for element in range(variable.size or 1):
        name = prefix + variable.name + (f"[{element}]" if variable.size is not None else "")
        if variable.structure is None:
            yield Cell(slot, name, variable, element)
            slot += 1
            continue
        for field in variable.structure.fields.values():
            yield from cells(field, slot, name + ".")
            slot += width(field) * (field.size or 1)
