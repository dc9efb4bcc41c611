"""What things are called: processes, variables, channels, values, and the text that `printf` prints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from penstock.machine.build import Machine
from penstock.machine.carried import carried_names
from penstock.machine.channels import channel_cells, own_channels
from penstock.machine.runtime import FIRST_PROCESS, NO_CHANNEL, Queue, Row, State
from penstock.resolve.layout import Cell, Layout
from penstock.resolve.symbols import Variable
from penstock.syntax.nodes import Expression, MtypeDeclaration, PrintMtype, Reference
from penstock.syntax.walk import final

DEFAULT_SUBTYPE = "_unnamed_"
_INIT = "init"


class StateNames:
    """Names for the parts of a machine's states."""

    def __init__(self, machine: Machine) -> None:
        program = machine.program
        self.machine = machine
        self.program = program
        self.wording = program.model.wording
        self._mtypes: dict[str, dict[int, str]] = {}
        for declaration in program.model.nodes.of(MtypeDeclaration):
            names = self._mtypes.setdefault(declaration.subtype or DEFAULT_SUBTYPE, {})
            names.update({name.value: name.name for name in declaration.names if name.name is not None})
        fields = [
            (f"{kind.name}.{field.name}", field)
            for kind in program.model.types.values()
            for field in kind.fields.values()
        ]
        known = [*((variable.name, variable) for variable in program.model.globals), *fields]
        self._timers = {variable for name, variable in known if name in self.wording.timers}
        self._single = program.single_processes()
        self._carried = carried_names(program)
        self._global_channels = [cell.name for cell in channel_cells(program.globals)]

    def reference(self, proctype: str, pid: int) -> str:
        """What formulas call a process: nothing, if it is of none of the user's proctypes."""
        wording = self.wording
        foreign = proctype in wording.processes or proctype == wording.clock or wording.mailbox
        return "" if foreign or proctype == _INIT else f"{proctype}[{pid}]"

    # -- values ------------------------------------------------------------------------------

    def mtype(self, value: int, subtype: str | None = None) -> str:
        """The name of a message type, or the number if there is none."""
        named = self._mtypes.get(subtype or DEFAULT_SUBTYPE, {})
        if subtype is None and value not in named:
            named = next((names for names in self._mtypes.values() if value in names), {})
        name = named.get(value, str(int(value)))
        return self.wording.constants.get(name, name)

    def value(self, variable: Variable, value: int, channels: list[str]) -> str:
        if variable.type == "mtype":
            subtype = variable.subtype or self.program.model.assumed_subtypes.get(variable)
            return self.mtype(value, subtype) if value else "0"
        if variable.type == "bool":
            return "true" if value else "false"
        if variable.type == "chan":
            nothing = "nobody" if self.wording.mailbox else "no channel"
            return channels[value - 1] if 0 < value <= len(channels) else nothing
        if variable in self._timers:
            return f"on({value - 1})" if value else "off"
        return str(int(value))

    def is_timer(self, variable: Variable) -> bool:
        return variable in self._timers

    def cell(self, prefix: str, cell: Cell) -> str:
        """The name of a cell; `prefix` tells whose it is."""
        return prefix + self.wording.variable(cell.name)

    def message(self, queue: Queue, message: Row, channels: list[str]) -> tuple[str, ...]:
        kind = self.program.kind_of(queue)
        carried = self._carried.get(kind.number, {})
        texts = tuple(
            carried.get(place, {}).get(value) or self.value(field, value, channels)
            for place, (field, value) in enumerate(zip(kind.fields, message, strict=True))
        )
        owner = kind.variable.owner
        used = self.wording.fields.get((owner.name, texts[0])) if owner is not None else None
        return texts if used is None else (texts[0], *(texts[place] for place in used))

    def is_hidden(self, queue: Queue) -> bool:
        """Whether the messages of a channel are left out."""
        return self.program.kind_of(queue).variable.name in self.wording.hidden

    def contents(self, queue: Queue, channels: list[str]) -> str:
        messages = [",".join(self.message(queue, message, channels)) for message in queue[1:]]
        return " ".join(f"[{message}]" for message in messages) or "empty"

    # -- what is in a state --------------------------------------------------------------------

    def process(self, proctype: str, count: int) -> str:
        """The name of a process; `count` tells which one of its type, if there can be several."""
        shown = self.wording.processes.get(proctype, proctype)
        alone = proctype in self._single and proctype not in self.wording.numbered
        return shown if alone else f"{shown}#{count}"

    def processes(self, state: State) -> list[str]:
        """The processes of a state, as if no other had ended before."""
        counts: Counter[str] = Counter()
        names = []
        for row in state[FIRST_PROCESS:]:
            proctype = self.machine.places[row[0]].automaton.name
            counts[proctype] += 1
            names.append(self.process(proctype, counts[proctype]))
        return names

    def variables(self, state: State, processes: list[str]) -> list[tuple[str, str]]:
        """Every variable and channel of a state with its value."""
        channels = self.channels(state, processes)
        found = self._values(self.program.globals, state[0], channels, "")
        for process, row in zip(processes, state[FIRST_PROCESS:], strict=True):
            found += self._values(self.layout(row), row, channels, process + ".")
        named = zip(channels, state[1], strict=True)
        return found + [(name, self.contents(queue, channels)) for name, queue in named if not self.is_hidden(queue)]

    def _values(self, layout: Layout, row: Row, channels: list[str], prefix: str) -> list[tuple[str, str]]:
        return [
            (self.cell(prefix, cell), self.value(cell.variable, row[cell.slot], channels))
            for cell in self.cells(layout)
        ]

    def channels(self, state: State, processes: list[str]) -> list[str]:
        """The names of the channels by their place; those of a process begin with its name."""
        names = list(self._global_channels)
        for process, row in zip(processes, state[FIRST_PROCESS:], strict=True):
            owner = self.machine.places[row[0]].automaton.process
            cells = own_channels(owner, self.program.locals_of(owner))
            names.extend(self.wording.channel(process, cell.name) for cell in cells)
        return names

    def layout(self, row: Row) -> Layout:
        """The cells of a process."""
        return self.program.locals_of(self.machine.places[row[0]].automaton.process)

    def state_of(self, row: Row) -> str:
        """The state that an actor is in; nothing, if it has none or is in none yet."""
        cells = (cell for cell in self.layout(row).cells if cell.name == self.wording.state)
        return next((self.value(cell.variable, row[cell.slot], []) for cell in cells if row[cell.slot]), "")

    def cells(self, layout: Layout) -> list[Cell]:
        """The cells worth showing: not the channel variables that keep the channel they are declared with."""
        return [
            cell
            for cell in layout.cells
            if (cell.variable.channel is None or cell.variable in self.program.assigned)
            and cell.variable.name not in self.wording.hidden
        ]

    # -- printed text --------------------------------------------------------------------------

    def printed(self, key: int, values: tuple[int, ...]) -> str:
        """What a `printf` or `printm` prints for these values."""
        statement = self.program.prints[key]
        if isinstance(statement, PrintMtype):
            return self.mtype(values[0], self._subtype(statement.value))
        waiting = [
            (int(value), self._subtype(argument)) for value, argument in zip(values, statement.arguments, strict=True)
        ]
        return formatted(statement.text[1:-1], waiting, self.mtype)

    def _subtype(self, value: Expression) -> str | None:
        """The set of names that an argument's message types are from, if it says so."""
        if not isinstance(value, Reference):
            return None
        variable = self.program.model.variables[final(value)]
        return variable.subtype or self.program.model.assumed_subtypes.get(variable)


def spoken_fault(machine: Machine, text: str) -> str:
    """What went wrong, in the words that the model asks for."""
    wording = machine.program.model.wording
    return wording.no_channel if text == NO_CHANNEL and wording.no_channel else text


def formatted(text: str, values: list[tuple[int, str | None]], mtype: Callable[[int, str | None], str]) -> str:
    """`printf` as SPIN has it: `%d %c %e %o %u %x %%`, and backslash with `n` or `t`."""
    waiting = iter(values)
    parts: list[str] = []
    letters = iter(text)
    for letter in letters:
        if letter == "\\":
            following = next(letters, "")
            parts.append({"n": "\n", "t": "\t"}.get(following, following))
        elif letter == "%":
            parts.append(_conversion(next(letters, ""), waiting, mtype))
        elif letter != '"':
            parts.append(letter)
    return "".join(parts)


def _conversion(letter: str, waiting: Iterator[tuple[int, str | None]], mtype: Callable[[int, str | None], str]) -> str:
    if letter == "%":
        return "%"
    value, subtype = next(waiting, (None, None))
    if value is None:
        return ""
    unsigned = value & 0xFFFFFFFF
    match letter:
        case "d":
            return str(value)
        case "c":
            return chr(value & 255)
        case "e":
            return mtype(value, subtype)
        case "o":
            return f"{unsigned:o}"
        case "u":
            return str(unsigned)
        case "x":
            return f"{unsigned:x}"
        case _:
            return ""
