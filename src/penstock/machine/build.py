"""From automata to a machine: Python text for all steps, compiled once, arranged by place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from penstock.budget import check
from penstock.control import Automaton, Edge, as_tried, waits
from penstock.machine import numbers, runtime
from penstock.machine.channels import own_channels
from penstock.machine.dead import dead_after
from penstock.machine.engine import Engine, Move, Place
from penstock.machine.expressions import PythonExpressionWriter
from penstock.machine.functions import Functions
from penstock.machine.program import MachineProgram, Options
from penstock.machine.runtime import FIRST_PROCESS, Fault, Queue, Row, State
from penstock.resolve.model import Model
from penstock.resolve.processes import instance_count
from penstock.resolve.symbols import ProcessNames
from penstock.syntax.nodes import Expression, Init, Proctype, Receive, Send

PLAIN = Options()
LINES_AT_ONCE = 2000


class Machine(Engine):
    """A model that can run: where it begins, and the Python text that was compiled for its steps."""

    def __init__(self, program: MachineProgram) -> None:
        super().__init__(program)
        self.source = ""
        self.names: dict[str, Any] = {}
        """What the text and questions about a state can refer to."""
        self.initial: State = ()

    def value(self, process: ProcessNames, value: Expression, state: State, at: int) -> int:
        """The value of an expression of a process in a state."""
        return self.question(process, value)(state, at)

    def question(self, process: ProcessNames | None, value: Expression) -> Callable[[State, int], int]:
        """What tells the value of an expression in any state; of a process, or of the whole model."""
        text = PythonExpressionWriter(self.program, process).plain(value)
        ask = eval(f"lambda state, at, g, q, me: {text}", self.names)
        return lambda state, at: int(ask(state, at, state[0], state[1], state[at]))


def build_machine(model: Model, automata: list[Automaton], options: Options = PLAIN) -> Machine:
    """Compile a model.  It must not contain embedded C, which cannot be run here."""
    machine = Machine(MachineProgram(model, automata, options))
    _Builder(machine).run()
    return machine


class _Builder:
    """Writes the functions of a model, compiles them and gives them to its machine."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.program = machine.program
        self.functions = Functions(machine.program)
        self.lines: list[str] = []
        self.step_names: dict[Edge, str] = {}
        self._lingers = {
            edge for automaton in self.program.automata for edge in self.program.lingering_places(automaton)
        }

    def run(self) -> None:
        automata = self.program.automata
        claims = [self.program.claim] if self.program.claim is not None else []
        for automaton in [*automata, *claims]:
            self._write(automaton)
        for automaton in automata:
            self.lines.extend(self.functions.start(automaton.process))
        self.lines.extend(self.functions.initial())
        self.machine.source = "\n".join(self.lines) + "\n"
        names = self._environment()
        for text in _pieces(self.lines):
            check()
            exec(compile(text, "<model>", "exec"), names)
        self.machine.places = [place for automaton in automata for place in self._places(automaton, names)]
        self.machine.claim = [place for automaton in claims for place in self._places(automaton, names)]
        self.machine.names = names
        self.machine.initial = self._initial(names)

    # -- text --------------------------------------------------------------------------------

    def _write(self, automaton: Automaton) -> None:
        resets = dead_after(self.program.model, automaton) if self.program.resets_locals else {}
        for edge in automaton.edges:
            check()
            name = self.step_names[edge] = f"step_{len(self.step_names)}"
            self.lines.extend(self.functions.step(name, automaton, edge, resets.get(edge, ())))
            if self._may_meet(edge):
                self.lines.extend(self.functions.meeting(f"meeting_{name}", automaton, edge))
        node = automaton.process.node
        if isinstance(node, Proctype) and node.provided is not None:
            text = PythonExpressionWriter(self.program, automaton.process).condition(node.provided)
            self.lines.extend(self.functions.condition(self._provided_name(automaton), text))

    def _may_meet(self, edge: Edge) -> bool:
        statement = edge.statement
        return isinstance(statement, Send) and any(kind.rendezvous for kind in self.program.kinds_of(statement.channel))

    def _provided_name(self, automaton: Automaton) -> str:
        return f"provided_{self.program.number_of(automaton.process)}"

    def _environment(self) -> dict[str, Any]:
        """The names that the text uses."""
        machine, program = self.machine, self.program
        kinds = list(program.kinds.values())

        def check_fields(queue: Queue, count: int) -> None:
            fields = len(kinds[queue[0]].fields)
            if fields != count:
                raise Fault(f"{count} fields, but the messages of this channel have {fields}")

        def cut(queue: Queue, message: Row) -> Row:
            ranges = kinds[queue[0]].ranges
            return tuple((value - low & high - low) + low for value, (low, high) in zip(message, ranges, strict=True))

        return {
            **{name: getattr(runtime, name) for name in runtime.CALLED},
            "check_time": check,
            "divide": numbers.divide,
            "remainder": numbers.remainder,
            "check_fields": check_fields,
            "cut": cut,
            "limits": program.limits,
            "rendezvous": [kind.rendezvous for kind in kinds],
            "timeout": machine.timeout,
            "failed": machine.failed,
            "log": machine.log,
            "measure": machine.lengths.note,
            "enabled": machine.enabled,
            "pc_value": machine.place_number,
            "get_priority": machine.priority,
            "non_progress": machine.non_progress,
            "set_priority": machine.change_priority,
        }

    # -- places ------------------------------------------------------------------------------

    def _places(self, automaton: Automaton, names: dict[str, Any]) -> list[Place]:
        node = automaton.process.node
        guarded = isinstance(node, Proctype) and node.provided is not None
        provided = names[self._provided_name(automaton)] if guarded else None
        places = [
            Place(automaton, state, provided=provided, labels=automaton.labels.get(state, ()))
            for state in range(automaton.states)
        ]
        for edge in as_tried(automaton.edges):
            places[edge.source].moves.append(self._move(edge, names))
        for place in places:
            self._complete(place)
        leading = {place: edge for edge, place in self.program.lingering_places(automaton).items()}
        return places + [self._lingering(places[leading[place].target], leading[place]) for place in sorted(leading)]

    def _lingering(self, following: Place, edge: Edge) -> Place:
        """A place with nothing to do but to go on."""
        automaton = following.automaton
        target = self.program.places_of(automaton.process)[0] + edge.target

        def go_on(state: State, at: int) -> State:
            return (*state[:at], (target, *state[at][1:]), *state[at + 1 :])

        move = Move(None, go_on, keeps_control=edge.keeps_control, silent=True)
        plain = following.provided is None and not self.program.priority_slot
        return Place(automaton, edge.target, [move], plain=plain, provided=following.provided)

    def _move(self, edge: Edge, names: dict[str, Any]) -> Move:
        name = self.step_names[edge]
        firsts = [inner.statement for inner in edge.inner.edges if not inner.source] if edge.inner else [edge.statement]
        return Move(
            edge,
            names[name],
            keeps_control=edge.keeps_control or edge in self._lingers,
            rank=edge.escape,
            is_else=waits(edge.statement),
            receives=any(isinstance(first, Receive) for first in firsts),
            meeting=names.get(f"meeting_{name}"),
        )

    def _complete(self, place: Place) -> None:
        if not place.moves and place.automaton.kind != "never":
            place.moves.append(Move(None, self._ending(place.automaton)))
            place.final = True
        place.plain = (
            not any(move.rank or move.is_else or move.meeting is not None for move in place.moves)
            and place.provided is None
            and not self.program.priority_slot
        )

    def _ending(self, automaton: Automaton) -> Any:
        """The last step: the youngest process goes, and its channels with it."""
        channels = len(own_channels(automaton.process, self.program.locals_of(automaton.process)))
        last_slot = self.program.last_slot

        def end(state: State, at: int) -> State | None:
            if at != len(state) - 1:
                return None
            s = list(state[:at])
            if channels:
                s[1] = s[1][:-channels]
            if last_slot is not None:
                s[0] = (*s[0][:last_slot], at - FIRST_PROCESS, *s[0][last_slot + 1 :])
            return tuple(s)

        return end

    def _initial(self, names: dict[str, Any]) -> State:
        s: list[Any] = names["initial"]()
        for automaton in self.program.automata:
            node = automaton.process.node
            count = 1 if isinstance(node, Init) else 0
            if isinstance(node, Proctype):
                count = instance_count(self.program.model, node)
            priority = [getattr(node, "priority", None) or 1] if self.program.priority_slot else []
            arguments = [0] * len(self.program.parameter_cells(automaton.process))
            for _ in range(count):
                names[f"start_{self.program.number_of(automaton.process)}"](s, *priority, *arguments)
        return tuple(s)


def _pieces(lines: list[str]) -> Iterator[str]:
    """The text in pieces of whole functions: compiling the text of a large model at once takes long."""
    begin = 0
    for number, line in enumerate(lines):
        if number - begin >= LINES_AT_ONCE and line.startswith("def "):
            yield "\n".join(lines[begin:number])
            begin = number
    yield "\n".join(lines[begin:])
