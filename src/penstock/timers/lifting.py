"""Timers of processes as global variables, because the clock must reach them.

active proctype P() { timer t; ...        ->     int P_t;   active proctype P() { ... P_t ...
active [2] proctype P() { timer t; ...    ->     typedef P_timers { int t };  P_timers P_timed[3];
                                                 ... P_timed[_pid].t ...
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from penstock.resolve.layout import Cell, cells
from penstock.resolve.model import Model
from penstock.resolve.symbols import ProcessNames, Variable
from penstock.resolve.timers import first_timer
from penstock.syntax.cursor import TIMER
from penstock.timers.edits import TextEdits
from penstock.timers.instances import Instances

CELL_TYPE = "int"
"""A timer is 0 when it is off, and one more than the ticks that are left when it is on."""


@dataclass(frozen=True, slots=True)
class Lifted:
    """The variables with timers of one process type; `family` is 0 if there is only one such process.

    `paths` are how the process itself speaks of each variable.
    """

    process: ProcessNames
    variables: tuple[tuple[Variable, str], ...]
    type: str
    array: str
    family: int

    def path(self, name: str, index: str = "_pid") -> str:
        return f"{self.array}[{index}].{name}" if self.family else name

    @property
    def declarations(self) -> str:
        fields = "; ".join(dict.fromkeys(_declared(variable, name) for variable, name in self.variables))
        if not self.family:
            return f"{fields};\n"
        return f"typedef {self.type} {{ {fields} }};\n{self.type} {self.array}[{self.family}];\n"

    def cells(self) -> list[str]:
        """All timers that the clock has to know."""
        indices = [str(number) for number in range(self.family)] if self.family else [""]
        return [timer for index in indices for timer in self.own_cells(index)]

    def own_cells(self, index: str = "_pid") -> list[str]:
        """The timers of one process."""
        cells = (
            self.path(name, index) + cell.name.removeprefix(variable.name)
            for variable, name in self.variables
            for cell in timer_cells(variable)
        )
        return list(dict.fromkeys(cells))


def timer_cells(variable: Variable) -> Iterator[Cell]:
    return (cell for cell in cells(variable, 0, "") if cell.variable.type == TIMER)


def _declared(variable: Variable, name: str) -> str:
    size = f"[{variable.size}]" if variable.size is not None else ""
    kind = CELL_TYPE if variable.type == TIMER else variable.type
    return f"{kind} {name}{size}"


class Fresh:
    """Names that the text does not have."""

    def __init__(self, taken: set[str]) -> None:
        self._taken = taken

    def name(self, wanted: str) -> str:
        found, number = wanted, 1
        while found in self._taken:
            number += 1
            found = f"{wanted}_{number}"
        self._taken.add(found)
        return found


def lift(model: Model, edits: TextEdits, fresh: Fresh) -> list[Lifted]:
    """The process types that have timers of their own."""
    instances = Instances(model)
    found = []
    for process in model.processes.values():
        timed = [variable for variable in process.locals if first_timer(variable) is not None]
        if not timed:
            continue
        several = instances.of(process.node) > 1
        room = min(255, instances.all() + 1) if several else 0  # the clock has a number too
        own = Fresh(set()) if several else fresh
        prefix = "" if several else f"{process.name}_"
        # A declaration in an inline gives one variable for all calls: it is turned off wherever it is passed.
        written = {edits.start(variable.at): variable for variable in timed}
        known = {place: own.name(prefix + variable.name) for place, variable in written.items()}
        names = tuple((variable, known[edits.start(variable.at)]) for variable in timed)
        kind = fresh.name(f"{process.name}_timers") if several else ""
        array = fresh.name(f"{process.name}_timed") if several else ""
        found.append(Lifted(process, names, kind, array, room))
    return found
