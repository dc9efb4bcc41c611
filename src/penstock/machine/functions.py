"""The Python functions of a model: one for each step of each process, one that starts each proctype.

x < 3 -> ...     ->     def step_4(state, at):
                            g = state[0]
                            if not g[0] < 3: return None
                            s = [*state]
                            s[at] = (5, *state[at][1:])
                            return tuple(s)
"""

from __future__ import annotations

import re

from penstock.control import Automaton, Edge
from penstock.machine.channels import channel_cells
from penstock.machine.expressions import PythonExpressionWriter
from penstock.machine.numbers import Number, constant, stored
from penstock.machine.program import MachineProgram
from penstock.machine.statements import PythonStatementWriter
from penstock.resolve.layout import Cell, Layout
from penstock.resolve.symbols import ProcessNames, Variable
from penstock.syntax.nodes import ArrayInitial, ChannelInitial, Constant, Send


class Functions:
    """Writes the functions of a program."""

    def __init__(self, program: MachineProgram) -> None:
        self.program = program

    # -- steps -------------------------------------------------------------------------------

    def step(self, name: str, automaton: Automaton, edge: Edge, resets: tuple[Variable, ...]) -> list[str]:
        writer = PythonStatementWriter(self.program, automaton.process)
        written = writer.write(edge)
        body = list(written.setup)
        if written.guard is not None:
            body.append(f"if not ({written.guard}): return None")
        body.extend(written.effect)
        layout = self.program.locals_of(automaton.process)
        for variable in resets:
            writer.changed.add("me")
            body.append(f"me[{layout.base[variable]}] = 0")
        slot, value = (
            (self.program.claim_slot, str(edge.target))
            if automaton.kind == "never"
            else (self.program.last_slot, "at - 2")
        )
        if slot is not None:
            writer.changed.add("g")
            body.append(f"g[{slot}] = {value}")
        place = None if automaton.kind == "never" else self._target(automaton, edge)
        return [f"def {name}(state, at):", *_indented(self._framed(body, place, writer))]

    def _target(self, automaton: Automaton, edge: Edge) -> int:
        lingering = self.program.lingering_places(automaton)
        return lingering.get(edge, self.program.places_of(automaton.process)[0] + edge.target)

    def _framed(self, body: list[str], place: int | None, writer: PythonStatementWriter) -> list[str]:
        """The body between taking the state apart and putting the new one together."""
        text = "\n".join(body)
        changed, starts = writer.changed, writer.starts
        opening = ["s = [*state]"] if starts else []
        for row, where in (("g", "state[0]"), ("q", "state[1]"), ("me", "state[at]")):
            if row in changed:
                opening.append(f"{row} = [*{where}]")
            elif re.search(rf"\b{row}\b", text):
                opening.append(f"{row} = {where}")
        closing = [] if starts else ["s = [*state]"]
        closing += [f"s[{number}] = tuple({row})" for number, row in ((0, "g"), (1, "q")) if row in changed]
        if place is not None:
            row = "tuple(me)" if "me" in changed else f"({place}, *state[at][1:])"
            closing += [f"me[0] = {place}"] * ("me" in changed) + [f"s[at] = {row}"]
        return [*opening, *body, *closing, "return tuple(s)"]

    def meeting(self, name: str, automaton: Automaton, edge: Edge) -> list[str]:
        """Where the channel is on which this send meets its receiver; -1 if it is a buffered one."""
        assert isinstance(edge.statement, Send)
        writer = PythonExpressionWriter(self.program, automaton.process)
        kinds = self.program.kinds_of(edge.statement.channel)
        number = writer.variable(edge.statement.channel)
        body = [f"c = place_of(q, {number.text})", "return c if rendezvous[q[c][0]] else -1"]
        if all(kind.rendezvous for kind in kinds):
            body[1] = "return c"
        return [f"def {name}(state, at):", *_indented(["g, q, me = state[0], state[1], state[at]", *body])]

    def condition(self, name: str, text: str) -> list[str]:
        return [f"def {name}(state, at):", *_indented(["g, q, me = state[0], state[1], state[at]", f"return {text}"])]

    # -- beginnings --------------------------------------------------------------------------

    def start(self, process: ProcessNames) -> list[str]:
        """A new process with its arguments, its locals and their channels; the value is its pid."""
        parameters = self.program.parameter_cells(process)
        layout = self.program.locals_of(process)
        names = [f"p{cell.slot}" for cell in parameters]
        priority = ["priority"] if self.program.priority_slot else []
        first, _ = self.program.places_of(process)
        cells = [str(first), *priority, *names]
        body = [
            "room_for_process(s)",
            "state, g, q, at = s, s[0], s[1], len(s)",
            f"me = [{', '.join(cells)}] + [0] * {layout.size - len(cells)}",
            *self._initial(process, layout.cells[len(parameters) :], "me", layout),
            "s.append(tuple(me))",
            "return at - 2",
        ]
        signature = ", ".join(["s", *priority, *names])
        return [f"def start_{self.program.number_of(process)}({signature}):", *_indented(body)]

    def initial(self) -> list[str]:
        """The state before any process exists, as a list."""
        program = self.program
        body = ["s = [(), ()]", f"me = g = [0] * {program.global_size}"]
        body += self._initial(None, program.globals.cells, "g", program.globals)
        if program.claim is not None:
            claimed = program.locals_of(program.claim.process)
            body += self._initial(program.claim.process, claimed.cells, "g", claimed)
        return ["def initial():", *_indented([*body, "s[0] = tuple(g)", "return s"])]

    def _initial(self, process: ProcessNames | None, cells: list[Cell], row: str, layout: Layout) -> list[str]:
        writer = PythonExpressionWriter(self.program, process)
        lines: list[str] = []
        made = {cell.slot for cell in channel_cells(layout)}
        for cell in cells:
            if cell.slot in made:
                kind = self.program.kinds[cell.variable].number
                lines += [f"{row}[{cell.slot}] = len(s[1]) + 1", f"s[1] = (*s[1], ({kind},))"]
                continue
            value = self._initial_value(writer, cell)
            if value is not None and value.constant != 0:
                lines.append(f"{row}[{cell.slot}] = {stored(value, *cell.variable.range)}")
        return lines

    def _initial_value(self, writer: PythonExpressionWriter, cell: Cell) -> Number | None:
        initial = cell.variable.initial
        if initial is None or isinstance(initial, ChannelInitial) or cell.variable.late:
            return None
        if isinstance(initial, ArrayInitial):
            # SPIN repeats the last value for the elements that are not listed.
            return writer.number(initial.values[min(cell.element, len(initial.values) - 1)])
        return constant(initial.value) if isinstance(initial, Constant) else writer.number(initial)


def _indented(lines: list[str]) -> list[str]:
    return ["    " + line for line in lines]
