"""Replays SPIN's trail to a violation in Penstock's machine and compares the states in which that ends."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.judge.final_state import FinalState, Messages, ProcessState, final_state
from tests.judge.running import text_and_directory
from tests.loading import load_automata, load_text

from penstock.machine import Machine, build_machine
from penstock.machine.naming import StateNames
from penstock.machine.replay import TrailEntry, replay
from penstock.machine.runtime import FIRST_PROCESS
from penstock.reading.includes import includer
from penstock.resolve import Model
from penstock.resolve.layout import Layout
from penstock.resolve.symbols import Variable
from penstock.syntax.nodes import MtypeDeclaration


def compare_trails(model: Path | str, directory: Path | None = None) -> list[str] | None:
    """What differs in the final state of SPIN's first trail; None if there is nothing to compare."""
    name = str(model) if isinstance(model, Path) else "model.pml"
    text, directory = text_and_directory(model, directory)
    theirs = final_state(text, directory)
    if theirs is None:
        return None
    loaded = load_text(text, name, (), includer([]))
    machine = build_machine(loaded, load_automata(loaded))
    if _has_arrays_of_bits(machine):
        return None
    entries = [TrailEntry(step.number, step.pid, step.line, step.statement) for step in theirs.steps]
    steps = replay(machine, entries)
    return list(_Comparer(loaded, machine, steps[-1][0].state if steps else machine.initial, theirs).differences())


def _has_arrays_of_bits(machine: Machine) -> bool:
    """Their elements are bytes for SPIN's verifier and bits for its simulator, which therefore replays another run."""
    program = machine.program
    processes = {place.automaton.process for place in machine.places}
    layouts = [program.globals, *(program.locals_of(process) for process in processes)]
    variables = (cell.variable for layout in layouts for cell in layout.cells)
    return any(variable.size is not None and variable.type in ("bit", "bool") for variable in variables)


def _wrapped(value: int, variable: Variable) -> int:
    """SPIN's simulator does not wrap what it puts into a record; its verifier does."""
    low, high = variable.range
    return low + (value - low) % (high - low + 1)


class _Comparer:
    """Looks up what SPIN shows in a state of the machine."""

    def __init__(self, model: Model, machine: Machine, state: tuple[Any, ...], theirs: FinalState) -> None:
        self.machine = machine
        self.names = StateNames(machine)
        self.state = state
        self.theirs = theirs
        declared = [name for unit in model.nodes.of(MtypeDeclaration) for name in unit.names]
        self.message_types = {name.name: name.value for name in declared}
        shown = [f"{process.proctype}({process.pid})" for process in theirs.processes]
        self.channels = self.names.channels(state, shown) if len(shown) == len(state) - FIRST_PROCESS else []

    def differences(self) -> Iterator[str]:
        rows = self.state[FIRST_PROCESS:]
        if len(rows) != len(self.theirs.processes):
            yield f"{len(rows)} processes but SPIN {len(self.theirs.processes)}"
            return
        layout = self.machine.program.globals
        yield from self._values("", layout, self.state[0], self.theirs.variables, self.theirs.channels)
        for row, process in zip(rows, self.theirs.processes, strict=True):
            yield from self._process(row, process)

    def _process(self, row: tuple[int, ...], process: ProcessState) -> Iterator[str]:
        owner = f"{process.proctype}({process.pid}):"
        place = self.machine.places[row[0]]
        name = ":init:" if place.automaton.name == "init" else place.automaton.name
        if name != process.proctype:
            yield f"process {process.pid} is a {name} but SPIN {process.proctype}"
            return
        yield from self._values(owner, self.names.layout(row), row, process.variables, process.channels)

    def _values(
        self,
        owner: str,
        layout: Layout,
        row: tuple[int, ...],
        variables: dict[str, str],
        channels: dict[str, Messages],
    ) -> Iterator[str]:
        # Variables of different blocks, or of two calls of an inline, can have one name: any of them will do.
        cells = {name: [cell for cell in layout.cells if cell.name == name] for name in (*variables, *channels)}
        for name, value in variables.items():
            if not any(row[cell.slot] == _wrapped(self._number(value), cell.variable) for cell in cells[name]):
                yield f"{owner}{name} is {[int(row[cell.slot]) for cell in cells[name]]} but SPIN {value}"
        for name, messages in channels.items():
            queues = [self.state[1][row[cell.slot] - 1] for cell in cells[name] if row[cell.slot] > 0]
            if not any(self._same_messages(queue, messages) for queue in queues):
                yield f"{owner}{name} holds {[queue[1:] for queue in queues]} but SPIN {messages}"

    def _same_messages(self, queue: tuple[Any, ...], messages: Messages) -> bool:
        if len(queue) - 1 != len(messages):
            return False
        fields = list(self.machine.program.kinds.values())[queue[0]].fields
        return all(
            self._same(field.type, int(value), text)
            for message, texts in zip(queue[1:], messages, strict=True)
            for field, value, text in zip(fields, message, texts, strict=True)
        )

    def _same(self, type_: str, value: int, text: str) -> bool:
        if type_ != "chan":
            return value == self._number(text)
        known = self.theirs.queues.get(int(text))
        return known is None or self.channels[value - 1].replace(").", "):") in known

    def _number(self, text: str) -> int:
        return self.message_types[text] if text in self.message_types else int(text)
