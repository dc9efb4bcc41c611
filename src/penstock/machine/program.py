"""What a model consists of once it is to run: numbers for its places, rows of cells, kinds of channels."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from penstock.control import Automaton, Edge
from penstock.machine.channels import NO_LIMIT, ChannelKind, assigned_variables, channel_cells, channel_kinds
from penstock.machine.dead import unread_globals
from penstock.machine.runtime import Queue
from penstock.resolve import Model
from penstock.resolve.layout import Cell, Layout
from penstock.resolve.processes import instance_count
from penstock.resolve.symbols import PREDEFINED, ProcessNames, Variable
from penstock.syntax.nodes import (
    Assert,
    Init,
    Print,
    PrintMtype,
    ProcessQuery,
    Proctype,
    Reference,
    RemoteVariable,
    Run,
    Send,
    SetPriority,
)
from penstock.syntax.walk import final


@dataclass(frozen=True, slots=True)
class Options:
    """How a machine differs from the plain one.

    `unlimited`: buffered channels are never full.  `lossy`: a full channel loses what is sent to it.
    `reset_dead`: local variables go back to 0 when their value can no longer matter, and globals
    that are never read keep their first value, as in SPIN's verifier; states that differ in nothing
    else are then the same.  `tracing`: keep a log of what steps print, send and receive.  `measuring`:
    keep the largest number of messages that each channel ever held, also in the middle of a step.
    """

    unlimited: bool = False
    lossy: bool = False
    reset_dead: bool = False
    tracing: bool = False
    measuring: bool = False


@dataclass(frozen=True, slots=True)
class ConstantChannel:
    """A global channel variable that is never assigned: the number of its (first) channel is known."""

    first: int
    variable: Variable


class MachineProgram:
    """The processes, variables and channels of a model, numbered.

    A place is a number that tells the proctype and the state of its automaton.  The row of a process
    is its place, its priority if the model uses any, then its parameters and locals.
    """

    def __init__(self, model: Model, automata: list[Automaton], options: Options) -> None:
        self.model = model
        self.options = options
        self.claim = next((found for found in automata if found.kind == "never"), None)
        self.automata = [found for found in automata if found.kind in ("proctype", "init")]
        self._processes = {automaton.process.name: automaton for automaton in self.automata}
        self._numbers = {automaton.process: number for number, automaton in enumerate(self.automata)}
        self.priority_slot = 1 if self._uses_priorities() else 0
        self._first_place: dict[ProcessNames, int] = {}
        place = 0
        for automaton in self.automata:
            self._first_place[automaton.process] = place
            place += automaton.states + len(self._lingering_numbers(automaton))
        self.unread = unread_globals(model) if options.reset_dead else set()
        self.assertions: list[Assert] = []
        self.prints: list[Print | PrintMtype] = []
        self.assigned = assigned_variables(model, automata)
        self._lay_out()

    def _lay_out(self) -> None:
        self.globals = Layout(self.model.globals)
        self.last_slot = self.globals.size if self._uses("_last") else None
        if self.last_slot is not None:
            self.globals.size += 1
        self.claim_slot: int | None = None
        self._locals: dict[ProcessNames, Layout] = {}
        if self.claim is not None:
            self.claim_slot = self.globals.size
            self._locals[self.claim.process] = Layout(self.claim.process.locals, self.claim_slot + 1)
        self.global_size = self._locals[self.claim.process].size if self.claim is not None else self.globals.size
        for automaton in self.automata:
            process = automaton.process
            self._locals[process] = Layout([*process.parameters, *process.locals], 1 + self.priority_slot)
        self.kinds = channel_kinds(self.model, [self.globals, *self._locals.values()])
        self.limits = [self._limit(kind) for kind in self.kinds.values()]

    def _limit(self, kind: ChannelKind) -> int:
        if self.options.unlimited and not kind.rendezvous:
            return NO_LIMIT
        return max(kind.capacity, 1)

    def _uses(self, name: str) -> bool:
        return any(variable is PREDEFINED[name] for variable in self.model.variables.values())

    def _uses_priorities(self) -> bool:
        nodes = self.model.nodes
        declared = [
            automaton.process.node.priority
            for automaton in self.automata
            if isinstance(automaton.process.node, Proctype | Init)
        ]
        declared += [run.priority for run in nodes.of(Run)]
        queried = any(query.query == "get_priority" for query in nodes.of(ProcessQuery))
        changed = any(True for _ in nodes.of(SetPriority))
        return any(declared) or changed or queried or self._uses("_priority")

    @cached_property
    def resets_locals(self) -> bool:
        """Whether dead locals are reset; never where another process, or a claim, may look at a local variable."""
        return self.options.reset_dead and not self.model.nodes.has(RemoteVariable)

    # -- processes ---------------------------------------------------------------------------

    def proctype(self, name: str) -> ProcessNames:
        return self._processes[name].process

    def single_processes(self) -> set[str]:
        """The names of processes of which there can be only one: `init`, and what is active once and never run."""
        started = {run.proctype for run in self.model.nodes.of(Run)}
        return {
            automaton.name
            for automaton in self.automata
            if isinstance(node := automaton.process.node, Init)
            or (isinstance(node, Proctype) and node.name not in started and instance_count(self.model, node) == 1)
        }

    def automaton_of(self, process: ProcessNames) -> Automaton:
        return self._processes[process.name]

    def number_of(self, process: ProcessNames) -> int:
        return self._numbers[process]

    def places_of(self, process: ProcessNames) -> tuple[int, int]:
        first = self._first_place[process]
        automaton = self.automaton_of(process)
        return first, first + automaton.states + len(self._lingering_numbers(automaton))

    def _lingering_edges(self, automaton: Automaton) -> list[Edge]:
        """Steps after which SPIN's verifier has one more place: it shows only where states are counted as there.

        Control is lost there after a rendezvous, and where the process may not go on, by `provided` or its priority.
        """
        if not self.options.reset_dead or self.options.unlimited:
            return []
        provided = isinstance(node := automaton.process.node, Proctype) and node.provided is not None
        guarded = provided or self.priority_slot
        return [
            edge
            for edge in automaton.edges
            if edge.lingers is not None and (guarded or isinstance(edge.statement, Send))
        ]

    def lingering_places(self, automaton: Automaton) -> dict[Edge, int]:
        """The further places, after those of the automaton's states."""
        if automaton.process not in self._first_place:
            return {}
        first = self._first_place[automaton.process] + automaton.states
        numbers = self._lingering_numbers(automaton)
        return {edge: first + numbers.index(edge.lingers) for edge in self._lingering_edges(automaton)}

    def _lingering_numbers(self, automaton: Automaton) -> list[int | None]:
        return list(dict.fromkeys(edge.lingers for edge in self._lingering_edges(automaton)))

    def label_places(self, process: ProcessNames, label: str) -> list[int]:
        first = self._first_place[process]
        labels = self.automaton_of(process).labels
        return [first + state for state, names in labels.items() if label in names]

    def locals_of(self, process: ProcessNames | None) -> Layout:
        return self._locals[process] if process is not None else Layout([])

    def row_of(self, process: ProcessNames | None) -> str:
        """Where the locals of a process are: those of the claim come after the globals."""
        return "g" if self.claim is not None and process is self.claim.process else "me"

    def parameter_cells(self, process: ProcessNames) -> list[Cell]:
        layout = self.locals_of(process)
        count = Layout(process.parameters).size
        return layout.cells[:count]

    def assertion_key(self, statement: Assert) -> int:
        """A number under which compiled code reports that an assertion failed."""
        self.assertions.append(statement)
        return len(self.assertions) - 1

    def print_key(self, statement: Print | PrintMtype) -> int:
        self.prints.append(statement)
        return len(self.prints) - 1

    # -- channels ----------------------------------------------------------------------------

    @cached_property
    def _constant_channels(self) -> dict[Variable, int]:
        """Global channel variables that keep the channels they are declared with."""
        found: dict[Variable, int] = {}
        for number, cell in enumerate(channel_cells(self.globals), 1):
            if cell.variable in self.globals.base and cell.variable not in self.assigned:
                found.setdefault(cell.variable, number)
        return found

    def constant_channel(self, reference: Reference) -> ConstantChannel | None:
        variable = self.model.variables[reference]
        first = self._constant_channels.get(variable)
        return ConstantChannel(first, variable) if first is not None else None

    def kind_of(self, queue: Queue) -> ChannelKind:
        """The kind of a channel of a state."""
        return list(self.kinds.values())[queue[0]]

    def kinds_of(self, reference: Reference) -> list[ChannelKind]:
        """The kinds of channel that a reference may mean."""
        known = self.constant_channel(reference)
        if known is not None:
            return [self.kinds[known.variable]]
        variable = self.model.variables[final(reference)]
        if variable.channel is not None and variable not in self.assigned and not variable.parameter:
            return [self.kinds[variable]]
        return list(self.kinds.values())
