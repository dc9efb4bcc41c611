"""What is found out about a model before C is written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from penstock.codegen.c_world import CWorld, c_world
from penstock.codegen.choices import Choice, Runtime, Target
from penstock.codegen.naming import LocalNames, c_name
from penstock.codegen.placement import LoopPlacement
from penstock.codegen.steps import StepKeys, edges_of
from penstock.control import Automaton, Edge
from penstock.graphs import grouped
from penstock.resolve import Model
from penstock.resolve.constants import constant_value
from penstock.resolve.layout import Cell, Layout
from penstock.resolve.symbols import PREDEFINED, ProcessNames, UserType, Variable, flat_fields
from penstock.source import Location
from penstock.syntax.nodes import (
    Assignment,
    CCode,
    CExpression,
    ChannelInitial,
    ChannelQuery,
    DStep,
    Init,
    MtypeDeclaration,
    Node,
    Poll,
    Proctype,
    Receive,
    Reference,
    Send,
    Word,
)
from penstock.syntax.walk import final, walk

LONGEST_TEXT = 200
"""More of a statement does not help in a report."""
_WORD_OF_C = re.compile(r"c_(code|expr|decl)")


@dataclass(frozen=True, slots=True)
class Specification:
    """What a `.pch` file says beyond its Promela.

    `regions`: where code for the program only stands; `declared`: names that its C declares and its Promela uses;
    `fields`: for a typedef the C fields, each with its place in the text.
    """

    regions: tuple[tuple[int, int], ...]
    declared: frozenset[str] = frozenset()
    fields: Mapping[str, tuple[tuple[int, str], ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ProgramSettings:
    """How the program is to be: what is done where several guards are executable."""

    choice: Choice = Choice.FIRST
    runtime: Runtime = Runtime.SINGLE
    specification: Specification | None = None
    capacities: Mapping[tuple[str, str], int] = field(default_factory=dict)
    """For channels, by the name of their process (none for globals) and their own: how much is always enough."""
    tick: float = 1.0
    """How long a tick takes where the model has timers, in milliseconds."""
    target: Target = Target.HOST
    processes: int | None = None
    """How many processes a small machine has room for, where the model does not tell."""
    main: bool = True
    """Whether the program is to have a beginning of its own."""
    posts: frozenset[str] = frozenset()
    """Global channels that only the outside sends to."""
    takes: frozenset[str] = frozenset()
    """Global channels that only the outside receives from."""
    cores: int = 1
    """On how many processors it may run at a time: with more than one, there are several loops."""


@dataclass(frozen=True, slots=True)
class CChannelKind:
    """The channels of one declaration; a width is the bits of a field, negative with a sign."""

    c_name: str
    name: str
    capacity: int
    widths: tuple[int, ...]
    carried: tuple[str, ...] = ()
    """The C names of structures in a message that have fields in C."""

    @property
    def extra(self) -> str:
        """How many cells structures need that go along; only the compiler knows."""
        return " + ".join(f"PS_CELLS({name})" for name in self.carried) or "0"

    @property
    def cells(self) -> str:
        if not self.carried:
            return str(max(self.capacity, 1) * len(self.widths))
        return f"{max(self.capacity, 1)} * ({len(self.widths)} + {self.extra})"


@dataclass(eq=False)
class ProgramPlan:
    model: Model
    automata: list[Automaton]
    """Those of the processes that become part of the program."""
    settings: ProgramSettings
    keys: StepKeys
    c: CWorld
    kinds: dict[Variable, CChannelKind] = field(default_factory=dict)
    assigned: set[Variable] = field(default_factory=set)
    after: dict[tuple[str, int], bool] = field(default_factory=dict)
    """For the first token of a statement of a process: whether it may be followed by receiving without a buffer."""
    held: dict[tuple[str, int], bool] = field(default_factory=dict)
    """The same: whether control may be held there, after a step before it in an atomic sequence."""
    placement: LoopPlacement | None = None
    """Where there are several loops: what runs on which."""

    @property
    def is_embedded(self) -> bool:
        return self.settings.target is Target.EMBEDDED

    @property
    def is_specification(self) -> bool:
        return self.settings.specification is not None

    def place_text(self, where: Location, said: str, key: str | None = None) -> str:
        """A place and what stands there, as the runtime reports it; a d_step's key may be of another line."""
        line = "" if key is None or key.removeprefix("is").startswith(f"{where.line}:") else where.line
        main = where.file == self.model.sources.files[0].name and not line
        file = "" if main else f"@{where.file.replace('@', '')}@{line} "
        said = said if len(said) <= LONGEST_TEXT else said[:LONGEST_TEXT] + " ..."
        return f"{key or f'{where.line}:{where.column}'} {file}{said}"

    def is_program_only(self, node: Node) -> bool:
        """Whether the model knows nothing of a statement."""
        return self.keys.left_out is not None and self.keys.left_out(node)

    def c_fields(self, structure: UserType) -> tuple[tuple[int, str], ...]:
        """The fields of a structure that are declared in C, each with its place in the text."""
        specification = self.settings.specification
        return () if specification is None else specification.fields.get(structure.name, ())

    def has_c_fields(self, structure: UserType) -> bool:
        """Whether a structure, or one in it, has fields in C: then it travels as a whole."""
        inner = [field.structure for field in structure.fields.values() if field.structure is not None]
        return bool(self.c_fields(structure)) or any(map(self.has_c_fields, inner))

    def carried(self, references: Iterable[object]) -> list[tuple[Reference, str]]:
        """Those of the fields of a message, or arguments, that travel as a whole, with the C names of their types."""
        found = []
        for reference in references:
            if isinstance(reference, Reference):
                structure = self.model.variables[final(reference)].structure
                if structure is not None and self.has_c_fields(structure):
                    found.append((reference, c_name(structure.name)))
        return found

    @property
    def globals(self) -> list[Variable]:
        """The global variables that are not declared in C."""
        specification = self.settings.specification
        declared = specification.declared if specification is not None else frozenset()
        return [variable for variable in self.model.globals if variable.name not in declared]

    @cached_property
    def has_instances(self) -> bool:
        """Whether what all processes see is kept in a structure, so that a program can have several of them."""
        return self.is_embedded and not any(self.model.nodes.of(kind) for kind in (CCode, CExpression))

    # -- names -------------------------------------------------------------------------------

    def shared_name(self, variable: Variable) -> str:
        """What a global variable is called in C."""
        return ("our->" if self.has_instances else "") + c_name(variable.name)

    def global_names(self) -> set[str]:
        names = {c_name(variable.name) for variable in self.model.globals} | {c_name(name) for name in self.model.types}
        for declaration in self.model.nodes.of(MtypeDeclaration):
            names.update(c_name(constant.name) for constant in declaration.names if constant.name is not None)
        return names

    def local_names(self, process: ProcessNames) -> LocalNames:
        names = LocalNames({name for name in self.global_names() if name in {c_name(t) for t in self.model.types}})
        for variable in [*process.parameters, *process.locals]:
            names.of(variable, variable.name)
        return names

    # -- channels ----------------------------------------------------------------------------

    def may_meet(self, channel: Reference) -> bool:
        """Whether a channel may be one without a buffer."""
        variable = self.model.variables[final(channel)]
        if variable in self.kinds and variable not in self.assigned:
            return self.kinds[variable].capacity == 0
        return any(kind.capacity == 0 for kind in self.kinds.values())

    def listens(self, edges: Sequence[Edge]) -> bool:
        """Whether one of the steps from a place receives from a channel without a buffer."""
        for edge in edges:
            first = edge.inner.edges if edge.inner is not None else (edge,)
            for step in first:
                statement = step.statement
                if isinstance(statement, Receive) and self.may_meet(statement.channel):
                    return True
        return False

    # -- what expressions look at ---------------------------------------------------------------

    def looks_at(self, nodes: Iterable[Node]) -> str:
        """The runtime's names for what may change the value of these expressions."""
        found: set[str] = set()
        for root in nodes:
            for node in walk(root):
                if isinstance(node, Reference):
                    found.update(self._seen_by(node))
                elif isinstance(node, ChannelQuery | Poll):
                    found.add("PS_CHANNELS")
                elif isinstance(node, CExpression):
                    found.add("PS_VARIABLES")
                elif isinstance(node, Word):
                    found.add("PS_TIMEOUT")
        return " | ".join(sorted(found)) or "PS_LOCAL"

    def _seen_by(self, reference: Reference) -> Iterable[str]:
        variable = self.model.variables.get(reference)
        if variable is PREDEFINED["_nr_pr"]:
            yield "PS_PROCESSES_CHANGE"
        elif variable is not None and variable in self._globals and not self._is_constant(variable):
            yield "PS_VARIABLES"

    @property
    def _globals(self) -> set[Variable]:
        return set(self.model.globals)

    def is_global(self, reference: Reference) -> bool:
        return self.model.variables[reference] in self._globals

    def _is_constant(self, variable: Variable) -> bool:
        return variable.channel is not None and variable not in self.assigned


def make_plan(model: Model, automata: list[Automaton], settings: ProgramSettings) -> ProgramPlan:
    processes = [automaton for automaton in automata if automaton.kind in ("proctype", "init")]
    left_out = inside(model, settings.specification.regions) if settings.specification is not None else None
    plan = ProgramPlan(model, processes, settings, StepKeys(model, processes, left_out), c_world(model))
    plan.assigned = _assigned(model, processes)
    for owner, layout in _layouts(model, processes):
        for cell in layout.cells:
            if cell.variable.channel is not None and cell.variable not in plan.kinds:
                kind = _kind(model, owner, cell, len(plan.kinds) + 1)
                enough = settings.capacities.get((owner.rstrip("."), cell.variable.name), kind.capacity)
                carried = tuple(_carried_types(plan, cell.variable.channel))
                plan.kinds[cell.variable] = replace(kind, capacity=min(kind.capacity, enough), carried=carried)
    for automaton in processes:
        _note_followers(plan, automaton)
        _note_control(plan, automaton)
    return plan


def inside(model: Model, regions: Sequence[tuple[int, int]]) -> Callable[[Node], bool]:
    """Whether something is written in one of these stretches of the first file, be it in a macro.

    One token is enough to tell: others may be arguments of the macro.
    """
    sources, positions = model.sources, model.syntax.tokens.positions
    known: dict[tuple[int, int], bool] = {}

    def is_inside(node: Node) -> bool:
        alone = isinstance(node, DStep | Proctype | Init)
        tokens = (node.first, node.first if alone else max(node.first, node.last))
        if tokens not in known:
            places = [sources.original(sources.written(positions[at])) for at in range(tokens[0], tokens[1] + 1)]
            known[tokens] = any(start <= place < end for start, end in regions for place in places)
        return known[tokens]

    return is_inside


def where_c_begins(model: Model, node: CCode | CExpression) -> Location:
    """The place right after the brace that opens a piece of C; where a macro made it, that of the macro's call."""
    sources = model.sources
    place = sources.shown(model.position(node))
    file = sources.file_at(place)
    offset = place - file.base
    begin = file.text.find(node.text, offset) if _WORD_OF_C.match(file.text, offset) else -1
    return file.location(max(begin, offset))


def _layouts(model: Model, automata: list[Automaton]) -> list[tuple[str, Layout]]:
    own = [(automaton.name + ".", local_layout(automaton.process)) for automaton in automata]
    return [("", Layout(model.globals)), *own]


def local_layout(process: ProcessNames) -> Layout:
    return Layout([*process.parameters, *process.locals])


def _kind(model: Model, owner: str, cell: Cell, number: int) -> CChannelKind:
    declared = cell.variable.channel
    assert declared is not None
    name = cell.name.partition("[")[0]
    return CChannelKind(
        f"ps_kind_{number}", owner + name, constant_value(declared.capacity) or 0, _widths(_fields(model, declared))
    )


def _carried_types(plan: ProgramPlan, declared: ChannelInitial) -> Iterable[str]:
    for item in declared.fields:
        structure = plan.model.types.get(item.type)
        if structure is not None and plan.has_c_fields(structure):
            yield c_name(structure.name)


def _fields(model: Model, declared: ChannelInitial) -> list[Variable]:
    fields: list[Variable] = []
    for item in declared.fields:
        structure = model.types.get(item.type)
        if structure is not None:
            fields.extend(flat_fields(structure))
        else:
            fields.append(Variable(item.type, item.type, item.first, subtype=item.subtype))
    return fields


def _widths(fields: list[Variable]) -> tuple[int, ...]:
    if len(fields) == 1 and fields[0].type in ("bit", "bool"):
        return (8,)  # SPIN keeps a message that is nothing but a bit as a byte
    return tuple(_width(*item.range) for item in fields)


def _width(low: int, high: int) -> int:
    return -(high.bit_length() + 1) if low < 0 else high.bit_length()


def _assigned(model: Model, automata: list[Automaton]) -> set[Variable]:
    """Every variable that some statement gives a value."""
    found: set[Variable] = set()
    for automaton in automata:
        for edge in edges_of(automaton):
            statement = edge.statement
            targets: Iterable[object] = ()
            if isinstance(statement, Assignment):
                targets = (statement.target,)
            elif isinstance(statement, Receive):
                targets = statement.patterns
            found.update(model.variables[final(target)] for target in targets if isinstance(target, Reference))
    return found


def _note_followers(plan: ProgramPlan, automaton: Automaton) -> None:
    leaving = grouped((edge.source, edge) for edge in automaton.edges)
    for edge in automaton.edges:
        if isinstance(edge.statement, Send | Receive):
            place = (automaton.name, edge.statement.first)
            follows = plan.listens(leaving.get(edge.target, []))
            plan.after[place] = plan.after.get(place, False) or follows


def _note_control(plan: ProgramPlan, automaton: Automaton) -> None:
    held = {edge.target for edge in automaton.edges if edge.keeps_control}
    for edge in automaton.edges:
        place = (automaton.name, edge.statement.first)
        plan.held[place] = plan.held.get(place, False) or edge.source in held
