"""The limits of variables against runs: with an environment process, no variable is ever beyond what is said of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from tests import loading as load
from tests.judge.closing import closed_machine
from tests.support import no_include

from penstock.closing.closing import find_influence
from penstock.closing.influence import Scope
from penstock.closing.interface import interface_of
from penstock.closing.ranges import Ranges
from penstock.control import Automaton, build_automata
from penstock.machine import Machine
from penstock.machine.runs import OpenRun
from penstock.machine.runtime import FIRST_PROCESS, State
from penstock.resolve.layout import Cell


@dataclass(slots=True)
class Compared:
    """How many values were looked at, how many of the limits say more than the type, and what is wrong."""

    values: int = 0
    narrow: int = 0
    wrong: list[str] = field(default_factory=list)


def compare_ranges(text: str, seed: int, runs: int = 4, steps: int = 100) -> Compared:
    """Only models without timers: their automata are the same with an environment process."""
    model = load.load_text(text, "model.pml", (), no_include, lowered=False)
    machine = closed_machine(text, "process")
    found = Compared()
    if machine is None or "timer" in text:
        return found
    influence = find_influence(model, build_automata(model), interface_of(model))
    ranges = Ranges(influence, taught=True)
    watch = _Watch(ranges, influence.scopes, {one.name: one for one in influence.automata}, machine, found)
    for number in range(runs):
        run, chance = OpenRun(machine), Random(seed * 1000 + number)
        for _ in range(steps):
            choices = run.choices()
            if machine.faults or not choices:
                break
            run.go(chance.choice(choices))
            watch.look(run.state)
    return found


@dataclass(frozen=True, slots=True)
class _Watch:
    ranges: Ranges
    scopes: dict[str, Scope]
    automata: dict[str, Automaton]
    machine: Machine
    found: Compared

    def look(self, state: State) -> None:
        program = self.machine.program
        some = next(iter(self.scopes.values()))
        shared = {cell.name: cell.slot for cell in some.shared.cells}
        for cell in program.globals.cells:
            if cell.name in shared:
                self._compare(cell, state[0][cell.slot], some, (0, 0), shared[cell.name])
        for row in state[FIRST_PROCESS:]:
            place = self.machine.places[row[0]]
            scope = self.scopes.get(place.automaton.name)
            if scope is None or place.automaton.states != self.automata[place.automaton.name].states:
                continue
            own = {cell.name: cell.slot for cell in scope.own.cells}
            for cell in program.locals_of(place.automaton.process).cells:
                if cell.name in own:
                    self._compare(cell, row[cell.slot], scope, (0, place.state), own[cell.name])

    def _compare(self, cell: Cell, value: int, scope: Scope, place: tuple[int, int], slot: int) -> None:
        if cell.variable.type in ("chan", "timer"):
            return
        low, high = self.ranges.at(slot, [(scope, place)])
        self.found.values += 1
        self.found.narrow += (low, high) != cell.variable.range
        if not low <= value <= high:
            self.found.wrong.append(f"{cell.name} is {value} at {place} of {scope.process.name}, not {low} to {high}")
