"""Processes as far as they are told apart before they run, and what each of them touches.

chan q[2] = [1] of { byte }; active [2] proctype P() { q[_pid]!1 }      P (0) sends to q[0], P (1) to q[1]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum

from penstock.codegen.creation import from_the_start
from penstock.codegen.plan import ProgramPlan
from penstock.codegen.steps import edges_of
from penstock.control import Automaton, Edge
from penstock.resolve.constants import apply_binary, apply_unary
from penstock.resolve.symbols import PREDEFINED, Variable
from penstock.syntax.nodes import (
    Assignment,
    Binary,
    ChannelInitial,
    ChannelQuery,
    Constant,
    Else,
    Expression,
    Node,
    Poll,
    Receive,
    Reference,
    Run,
    Send,
    Unary,
)
from penstock.syntax.walk import final, runs_in, walk

Place = tuple[object, Variable, int | None]
"""A channel, or a variable: who owns it (none if it is global), its declaration, and which element; None for any."""


@dataclass(eq=False, slots=True)
class Member:
    """A process that is there from the start, or all those that one `run` of another member starts."""

    automaton: Automaton
    pid: int | None = None
    run: Run | None = None
    creator: Member | None = None
    numbers: dict[Variable, int] = field(default_factory=dict)
    """Parameters that are never assigned and whose value is known."""
    channels: dict[Variable, frozenset[Place]] = field(default_factory=dict)
    """What channels parameters stand for."""

    @property
    def shown(self) -> str:
        return f"{self.automaton.name} ({self.pid})" if self.pid is not None else f"{self.automaton.name} (run)"


class Way(Enum):
    """What is done to a channel."""

    SENDS = "send to"
    RECEIVES = "receive from"
    LOOKS = "look into"


@dataclass(frozen=True, slots=True)
class ChannelUse:
    """A member does something with a channel; `waits`: it waits for nothing else than a message, or room, to come."""

    member: Member
    way: Way
    waits: bool
    at: Node


@dataclass(frozen=True, slots=True)
class Touch:
    """A member reads or writes a variable that others see."""

    member: Member
    writes: bool
    at: Node


class Members:
    """All members of a program, and what they touch."""

    def __init__(self, plan: ProgramPlan) -> None:
        self.plan = plan
        self.globals = set(plan.model.globals)
        self.all: list[Member] = []
        self.uses: dict[Place, list[ChannelUse]] = {}
        self.accesses: dict[Place, list[Touch]] = {}
        self.escapes: list[Reference] = []
        """Where a channel is a value like others, so that there is no telling who uses it."""
        self._automata = {automaton.name: automaton for automaton in plan.automata}
        for automaton in plan.automata:
            for _ in range(from_the_start(plan.model, automaton)):
                self.all.append(Member(automaton, len(self.all)))
        for member in self.all:  # those that are started are appended meanwhile
            for run in _runs(member.automaton):
                self.all.append(self._started(member, run))
        for member in self.all:
            self._look_at(member)
        for variable in plan.model.globals:  # `chan c = q`: another name for a channel
            self.escapes += self._channels_in(variable.initial)

    def _started(self, creator: Member, run: Run) -> Member:
        automaton = self._automata[run.proctype]
        started = Member(automaton, run=run, creator=creator)
        for parameter, argument in zip(automaton.process.parameters, run.arguments, strict=False):
            if parameter in self.plan.assigned:
                continue
            value = self.number(creator, argument)
            if parameter.type == "chan" and isinstance(argument, Reference):
                started.channels[parameter] = self.channels(creator, argument)
            elif value is not None and parameter.range[0] <= value <= parameter.range[1]:
                started.numbers[parameter] = value
        return started

    # -- values --------------------------------------------------------------------------------

    def number(self, member: Member, value: Expression) -> int | None:
        """What an expression is worth for this member, if that is known."""
        match value:
            case Constant():
                return value.value
            case Reference(index=None, member=None):
                variable = self.plan.model.variables.get(value)
                if variable is PREDEFINED["_pid"]:
                    return member.pid
                return member.numbers.get(variable) if variable is not None else None
            case Unary():
                operand = self.number(member, value.operand)
                return None if operand is None else apply_unary(value.operator, operand)
            case Binary():
                left, right = self.number(member, value.left), self.number(member, value.right)
                return None if left is None or right is None else apply_binary(value.operator, left, right)
            case _:
                return None

    def places(self, member: Member, reference: Reference) -> frozenset[Place]:
        """The variables that a reference may mean; with the fields of a structure as one."""
        variable = self.plan.model.variables[reference]
        owner = None if variable in self.globals else member
        if variable.size is None or variable.structure is not None:
            return frozenset([(owner, variable, None)])
        index = None if reference.index is None else self.number(member, reference.index)
        elements = range(variable.size) if index is None else [index]
        return frozenset((owner, variable, element) for element in elements)

    def channels(self, member: Member, reference: Reference) -> frozenset[Place]:
        variable = self.plan.model.variables[reference]
        return member.channels[variable] if variable in member.channels else self.places(member, reference)

    # -- what is touched -------------------------------------------------------------------------

    def _look_at(self, member: Member) -> None:
        automaton = member.automaton
        calm = _Calm(automaton)
        for edge in automaton.edges:
            self._statement(member, edge, calm.waits(edge))
            for inner in edges_of(edge.inner) if edge.inner is not None else ():
                self._statement(member, inner, False)
        # What a process begins with is found out where it is started, and it may be started elsewhere.
        for variable in automaton.process.locals:
            if isinstance(variable.initial, Node) and not isinstance(variable.initial, ChannelInitial):
                for reader in filter(None, (member, member.creator)):
                    self._expressions(reader, variable.initial)

    def _statement(self, member: Member, edge: Edge, waits: bool) -> None:
        statement = edge.statement
        if isinstance(statement, Send | Receive):
            way = Way.SENDS if isinstance(statement, Send) else Way.RECEIVES
            for place in self.channels(member, statement.channel):
                self.uses.setdefault(place, []).append(ChannelUse(member, way, waits, statement))
        written: Iterable[object] = ()
        if isinstance(statement, Assignment):
            written = (statement.target,)
        elif isinstance(statement, Receive):
            written = statement.patterns
        for target in written:
            if isinstance(target, Reference):
                self._access(member, target, True)
        self._expressions(member, statement)

    def _expressions(self, member: Member, root: Node) -> None:
        operands = {id(node.channel) for node in walk(root) if isinstance(node, Send | Receive | Poll | ChannelQuery)}
        operands |= {id(argument) for run in runs_in(root) for argument in self._channel_arguments(run)}
        for node in walk(root):
            if isinstance(node, Poll | ChannelQuery):
                for place in self.channels(member, node.channel):
                    self.uses.setdefault(place, []).append(ChannelUse(member, Way.LOOKS, False, node))
        for reference in _references(root):
            if self.plan.model.variables[final(reference)].type != "chan":
                self._access(member, reference, False)
        self.escapes += [found for found in self._channels_in(root) if id(found) not in operands]

    def _channels_in(self, root: object) -> Iterator[Reference]:
        for reference in _references(root) if isinstance(root, Node) else ():
            if self.plan.model.variables[final(reference)].type == "chan":
                yield reference

    def _channel_arguments(self, run: Run) -> Iterator[Expression]:
        """Those that only tell the new process which channel its parameter is."""
        parameters = self._automata[run.proctype].process.parameters
        for parameter, argument in zip(parameters, run.arguments, strict=False):
            if parameter.type == "chan" and parameter not in self.plan.assigned:
                yield argument

    def _access(self, member: Member, reference: Reference, writes: bool) -> None:
        if self.plan.model.variables[reference] in self.globals:
            for place in self.places(member, reference):
                self.accesses.setdefault(place, []).append(Touch(member, writes, reference))


def _runs(automaton: Automaton) -> Iterator[Run]:
    found = {run.first: run for edge in edges_of(automaton) for run in runs_in(edge.statement)}
    yield from found.values()


def _references(root: Node) -> Iterator[Reference]:
    """Those that are not members of others, with those in their brackets."""
    members = {id(node.member) for node in walk(root) if isinstance(node, Reference)}
    return (node for node in walk(root) if isinstance(node, Reference) and id(node) not in members)


class _Calm:
    """Which steps of a process may wait for a message, or for room, and nothing depends on it that none comes."""

    def __init__(self, automaton: Automaton) -> None:
        edges = automaton.edges
        self._held = {edge.target for edge in edges if edge.keeps_control or edge.lingers is not None}
        self._restless = {edge.source for edge in edges if edge.escape or isinstance(edge.statement, Else)}

    def waits(self, edge: Edge) -> bool:
        statement = edge.statement
        plain = isinstance(statement, Send | Receive) and not (
            statement.sorted if isinstance(statement, Send) else statement.random or statement.peek
        )
        return plain and edge.inner is None and edge.source not in self._held and edge.source not in self._restless
