"""An actor model as a whole: its types, its bodies of statements, and what the names in them stand for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from penstock.actors.nodes import ActorType, Create, Main, Method, This
from penstock.diagnostics.record import Diagnostics
from penstock.syntax.layout import TokenTable
from penstock.syntax.nodes import (
    Conditional,
    Expression,
    Node,
    Program,
    Reference,
    Sequence,
    Typedef,
    VariableDeclaration,
)
from penstock.syntax.walk import final, walk

Location = tuple[str, str, str]
"""Actor type, method and variable; empty where there is none of it.  A field of a record is `.`, its type, its name."""


@dataclass(frozen=True, slots=True)
class Declared:
    """A variable: `subtype` is the actor type that the user named for it."""

    type: str
    subtype: str | None
    at: int


@dataclass(frozen=True, eq=False)
class Body:
    """Statements that belong together: a method, an `init`, or `main`."""

    owner: ActorType | None
    method: Method | None
    sequence: Sequence

    @property
    def key(self) -> tuple[str, str]:
        return (self.owner.name if self.owner else "", self.method.name if self.method else "main")

    @cached_property
    def nodes(self) -> list[Node]:
        return list(walk(self.sequence))


@dataclass(eq=False)
class System:
    """What was read; `types` are by name, the first of each."""

    program: Program
    tokens: TokenTable
    diagnostics: Diagnostics
    readable: bool = True
    """Whether all of the text could be read."""
    types: dict[str, ActorType] = field(default_factory=dict)
    mains: list[Main] = field(default_factory=list)
    bodies: list[Body] = field(default_factory=list)
    variables: dict[Location, Declared] = field(default_factory=dict)

    def position(self, at: int) -> int:
        return self.tokens.positions[at]

    def report(
        self,
        code: str,
        message: str,
        node: Node | int,
        hint: str | None = None,
        notes: list[tuple[str, int]] | None = None,
    ) -> None:
        first, last = (node, node) if isinstance(node, int) else (node.first, node.last)
        start, length = self.tokens.stretch(first, last)
        self.diagnostics.report(code, message, start, length, hint, notes or [])

    def location(self, body: Body, reference: Reference) -> Location | None:
        """The variable that a reference stands for, if it is declared."""
        if reference.member is not None:
            name = final(reference).name
            return next((key for key in self.variables if key[0] == "." and key[2] == name), None)
        owner, method = body.key
        for key in ((owner, method, reference.name), (owner, "", reference.name), ("", "", reference.name)):
            if key in self.variables:
                return key
        return None

    def is_actor(self, body: Body, value: Expression | Node) -> bool | None:
        """Whether a value is an actor; None if nothing is known about it."""
        match value:
            case This() | Create():
                return True
            case Reference():
                found = self.location(body, value)
                return None if found is None else self.variables[found].type == "actor"
            case Conditional():
                return self.is_actor(body, value.when_true)
            case _:
                return False


def system_of(program: Program, tokens: TokenTable, diagnostics: Diagnostics, readable: bool) -> System:
    """Gather what a model consists of."""
    system = System(program, tokens, diagnostics, readable)
    for unit in program.units:
        node: Node = unit
        match node:
            case ActorType():
                system.types.setdefault(node.name, node)
            case Main():
                system.mains.append(node)
            case VariableDeclaration():
                _declare(system, ("", ""), node)
            case Typedef():
                for declaration in node.fields:
                    _declare(system, (".", node.name), declaration)
    for owner in system.types.values():
        for declaration in owner.variables:
            _declare(system, (owner.name, ""), declaration)
        for method in _first_of_each(owner):
            system.bodies.append(Body(owner, method, method.body))
    system.bodies.extend(Body(None, None, main.body) for main in system.mains)
    for body in system.bodies:
        _declare_body(system, body)
    return system


def _first_of_each(owner: ActorType) -> Iterator[Method]:
    if owner.init is not None:
        yield owner.init
    yield from {method.name: method for method in reversed(owner.methods)}.values()


def _declare_body(system: System, body: Body) -> None:
    for declaration in body.method.parameters if body.method is not None else ():
        _declare(system, body.key, declaration)
    for node in body.nodes:
        if isinstance(node, VariableDeclaration):
            _declare(system, body.key, node)


def _declare(system: System, scope: tuple[str, str], declaration: VariableDeclaration) -> None:
    for variable in declaration.variables:
        declared = Declared(declaration.type, declaration.subtype, variable.first)
        system.variables.setdefault((*scope, variable.name), declared)


def parameters_of(method: Method | None) -> list[tuple[VariableDeclaration, str, int]]:
    """The parameters of a method: declaration, name, and the token of the name."""
    if method is None:
        return []
    return [(declaration, one.name, one.first) for declaration in method.parameters for one in declaration.variables]


def method_named(owner: ActorType, name: str) -> Method | None:
    return next((method for method in owner.methods if method.name == name), None)
