"""An actor model as a whole: its types, its bodies of statements, and what the names in them stand for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from penstock.diagnostics.record import Diagnostics, renaming
from penstock.dialects.actors.choices import NetworkKind
from penstock.dialects.actors.messages import message_named
from penstock.dialects.actors.nodes import (
    NOBODY,
    SELF,
    STOP,
    ActorType,
    Create,
    FunctionCall,
    Main,
    Method,
    Monitor,
    Test,
    This,
)
from penstock.dialects.actors.rewriting import Rewritten
from penstock.syntax.layout import TokenTable
from penstock.syntax.macros import Directives
from penstock.syntax.nodes import (
    Condition,
    Conditional,
    Declarator,
    Expression,
    Node,
    Program,
    Reference,
    RemoteVariable,
    Sequence,
    Typedef,
    VariableDeclaration,
)
from penstock.syntax.walk import walk

Location = tuple[str, str, str]
"""Actor type, method and variable; empty where there is none of it.  A field of a record is `.`, its type, its name.

A second variable of the same name in another block of a method counts as one of a method `method'`.
"""


@dataclass(frozen=True, slots=True)
class Declared:
    """A variable: `subtype` is the actor type that the user named for it."""

    type: str
    subtype: str | None
    at: int


@dataclass(frozen=True, eq=False)
class Body:
    """Statements that belong together: a method, an `init`, `main`, or a test."""

    owner: ActorType | None
    method: Method | None
    sequence: Sequence
    driver: str = "main"
    """Who is it that executes this, if it is no actor: `main`, or a test."""

    @property
    def key(self) -> tuple[str, str]:
        return (self.owner.name if self.owner else "", self.method.key if self.method else self.driver)

    @cached_property
    def nodes(self) -> list[Node]:
        return list(walk(self.sequence))

    @property
    def roots(self) -> list[Node]:
        """The statements, and the conditions of the method."""
        clauses = self.method.clauses if self.method is not None else ()
        return [self.sequence, *(clause.condition for clause in clauses)]


@dataclass(eq=False)
class System:
    """What was read; `types` are by name, the first of each."""

    program: Program
    tokens: TokenTable
    diagnostics: Diagnostics
    directives: Directives = field(default_factory=Directives)
    rewritten: Rewritten = field(default_factory=dict)
    """By token what is written in the translation instead, and the last token that it stands for."""
    readable: bool = True
    """Whether all of the text could be read."""
    types: dict[str, ActorType] = field(default_factory=dict)
    mains: list[Main] = field(default_factory=list)
    bodies: list[Body] = field(default_factory=list)
    monitors: dict[Monitor, ActorType] = field(default_factory=dict)
    """Each with an owner of its bodies, which is like an actor type."""
    tests: dict[str, Test] = field(default_factory=dict)
    """By name, the first of each."""
    observations: list[tuple[Location, Location]] = field(default_factory=list)
    """The parameters of monitors, and those of methods that they get their values from."""
    networks: dict[str, frozenset[NetworkKind]] = field(default_factory=dict)
    """What may happen to messages on their way, by method; that of the empty name, to all of them."""
    variables: dict[Location, Declared] = field(default_factory=dict)
    declared: dict[Declarator, Location] = field(default_factory=dict)
    """What each declaration of a variable declares."""
    _local: dict[Reference, Location] = field(default_factory=dict)
    """References to variables that bodies declare themselves."""

    def position(self, at: int) -> int:
        return self.tokens.positions[at]

    def report(
        self,
        code: str,
        message: str,
        node: Node | int,
        hint: str | None = None,
        notes: list[tuple[str, int]] | None = None,
        meant: str | None = None,
    ) -> None:
        """A finding about a node or a token; `meant` is the word that should be there."""
        first, last = (node, node) if isinstance(node, int) else (node.first, node.last)
        start, length = self.tokens.stretch(first, last)
        fixes = (renaming(start, self.tokens.texts[first], meant),) if meant is not None else ()
        self.diagnostics.report(code, message, start, length, hint, notes or [], fixes=fixes)

    def location(self, body: Body | None, reference: Reference) -> Location | None:
        """The variable that a reference stands for, if it is declared; with no body, one that everybody sees."""
        return self.places(body, reference)[-1]

    def places(self, body: Body | None, reference: Reference) -> list[Location | None]:
        """What the parts of a reference stand for, from the first on; at the end None if a part is not declared."""
        return self._parts(self._local.get(reference) or self._visible(body, reference.name), reference)

    def remote(self, value: RemoteVariable) -> Iterator[Location]:
        """The variables that `type:variable` may stand for."""
        for location in self.variables:
            if (location[0], location[2]) == (value.proctype, value.variable.name):
                found = self._parts(location, value.variable)[-1]
                if found is not None:
                    yield found

    def _parts(self, found: Location | None, reference: Reference) -> list[Location | None]:
        parts = [found]
        while found is not None and reference.member is not None:
            reference = reference.member
            inner = (".", self.variables[found].type, reference.name)
            found = inner if inner in self.variables else None
            parts.append(found)
        return parts

    def _visible(self, body: Body | None, name: str) -> Location | None:
        owner, method = body.key if body is not None else ("", "")
        keys = ((owner, method, name), (owner, "", name), ("", "", name))
        return next((key for key in keys if key in self.variables), None)

    def seen_by(self, body: Body) -> Iterator[VariableDeclaration]:
        """The declarations outside a body: the global ones, and those of its actor."""
        for unit in self.program.units:
            if isinstance(unit, VariableDeclaration):
                yield unit
        yield from body.owner.variables if body.owner is not None else ()

    def find_locals(self, body: Body) -> None:
        """Promela lets no name hide another one: a name stands for what was declared last before it."""
        known: dict[str, Location] = {}
        for node in body.nodes:
            if isinstance(node, VariableDeclaration):
                for variable in node.variables:
                    known[variable.name] = self._declare(_unused(self.variables, body.key, variable), node, variable)
            elif isinstance(node, Reference) and node.name in known:
                self._local[node] = known[node.name]

    def declare(self, scope: tuple[str, str], declaration: VariableDeclaration) -> None:
        for variable in declaration.variables:
            self._declare((*scope, variable.name), declaration, variable)

    def _declare(self, location: Location, declaration: VariableDeclaration, variable: Declarator) -> Location:
        self.variables.setdefault(location, Declared(declaration.type, declaration.subtype, variable.first))
        self.declared[variable] = location
        return location

    def is_nobody(self, body: Body | None, name: Reference) -> bool:
        return name.name == NOBODY and self.places(body, name)[0] is None

    def is_itself(self, body: Body | None, value: Node) -> bool:
        """Whether a value is the actor that executes the body."""
        if isinstance(value, This):
            return True
        plain = isinstance(value, Reference) and value.name == SELF and value.index is None and value.member is None
        owned = body is not None and body.owner in self.types.values()
        return plain and owned and isinstance(value, Reference) and self.places(body, value)[0] is None

    def is_stop(self, body: Body | None, node: Node) -> bool:
        """Whether a statement is `stop`, where nothing else has that name."""
        name = node.expression if isinstance(node, Condition) else None
        if not isinstance(name, Reference) or name.name != STOP or name.index is not None or name.member is not None:
            return False
        return self.places(body, name)[0] is None

    def is_actor(self, body: Body, value: Expression | Node) -> bool | None:
        """Whether a value is an actor; None if nothing is known about it."""
        match value:
            case This() | Create():
                return True
            case FunctionCall():
                return self.is_actor(body, value.value)
            case Reference():
                found = self.location(body, value)
                if found is None:
                    if self.is_nobody(body, value) or self.is_itself(body, value):
                        return True
                    return False if value.name.startswith("_") else None  # `_pid` and its like are numbers
                return self.variables[found].type == "actor"
            case Conditional():
                one = self.is_actor(body, value.when_true)
                return self.is_actor(body, value.when_false) if one is None else one
            case _:
                return False


def system_of(system: System) -> System:
    """Gather what a model consists of."""
    for unit in system.program.units:
        node: Node = unit
        match node:
            case ActorType():
                system.types.setdefault(node.name, node)
            case Main():
                system.mains.append(node)
            case VariableDeclaration():
                system.declare(("", ""), node)
            case Typedef():
                for declaration in node.fields:
                    system.declare((".", node.name), declaration)
    for owner in system.types.values():
        for declaration in owner.variables:
            system.declare((owner.name, ""), declaration)
        for method in _first_of_each(owner):
            system.bodies.append(Body(owner, method, method.body))
    system.bodies.extend(Body(None, None, main.body) for main in system.mains)
    for body in system.bodies:
        _declare_body(system, body)
    return system


def _first_of_each(owner: ActorType) -> Iterator[Method]:
    if owner.init is not None:
        yield owner.init
    blocks = [block for state in owner.states for block in (*state.entries, *state.exits)]
    yield from {method.key: method for method in reversed((*owner.handlers, *blocks))}.values()


def _declare_body(system: System, body: Body) -> None:
    for declaration in body.method.parameters if body.method is not None else ():
        system.declare(body.key, declaration)
    system.find_locals(body)


def _unused(variables: dict[Location, Declared], scope: tuple[str, str], variable: Declarator) -> Location:
    owner, method = scope
    while (owner, method, variable.name) in variables:
        method += "'"
    return owner, method, variable.name


def parameters_of(method: Method | None) -> list[tuple[VariableDeclaration, str, int]]:
    """The parameters of a method: declaration, name, and the token of the name."""
    if method is None:
        return []
    return [(declaration, one.name, one.first) for declaration in method.parameters for one in declaration.variables]


def own_names(root: Node) -> Iterator[Reference]:
    """The names that stand for variables seen here: what comes after `.` or `:` is a name of something else."""
    inner: set[Node] = set()
    for node in walk(root):
        if isinstance(node, Reference | RemoteVariable):
            after = node.member if isinstance(node, Reference) else node.variable
            inner.update([after] if after is not None else [])
        if isinstance(node, Reference) and node not in inner:
            yield node


def having(system: System, name: str) -> Iterator[tuple[str, Method]]:
    """The actor types that handle messages of this name."""
    for kind in system.types.values():
        message = message_named(kind, name)
        if message is not None:
            yield kind.name, message.signature
