"""Which actors a reference may stand for: addresses flow from `create` and `this` through variables and messages.

    b = create buffer();  p = create producer(b)      ->   the parameter of producer's init may be a `buffer`

Every assignment counts wherever it stands, so what is found is never too small.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from penstock.dialects.actors.messages import message_named
from penstock.dialects.actors.nodes import Create, FunctionCall, Method, Tell, This
from penstock.dialects.actors.system import Body, Location, System, parameters_of
from penstock.graphs import breadth_first
from penstock.syntax.nodes import (
    Assignment,
    Conditional,
    Expression,
    ForEach,
    Node,
    Receive,
    Reference,
    VariableDeclaration,
)

Kinds = dict[str, int]
"""Actor types, each with the position of a place where such an actor comes from."""


@dataclass(eq=False)
class Inference:
    """The actors that variables may hold, and the messages that actors may get."""

    system: System
    held: dict[Location, Kinds] = field(default_factory=dict)
    _changed: bool = False

    def run(self) -> Inference:
        for location, declared in self.system.variables.items():
            if declared.type == "actor" and declared.subtype in self.system.types:
                self.held[location] = {declared.subtype: self.system.position(declared.at)}
        self._changed = True
        while self._changed:
            self._changed = False
            for body in self.system.bodies:
                for declaration in self.system.seen_by(body):
                    self._follow(body, declaration)
                for node in body.nodes:
                    self._follow(body, node)
        return self

    def kinds(self, body: Body, value: Expression | Node) -> Kinds:
        """The actors that a value may be."""
        match value:
            case This():
                owner = body.owner
                return {} if owner is None else {owner.name: self.system.position(owner.name_at)}
            case Create():
                known = value.type in self.system.types
                return {value.type: self.system.position(value.type_at)} if known else {}
            case FunctionCall():
                return self.kinds(body, value.value)
            case Reference() if self.system.is_itself(body, value):
                return self.kinds(body, This(value.first, value.last))
            case Reference():
                location = self.system.location(body, value)
                return self.held.get(location, {}) if location is not None else {}
            case Conditional():
                return self.kinds(body, value.when_true) | self.kinds(body, value.when_false)
            case _:
                return {}

    def _follow(self, body: Body, node: Node) -> None:
        match node:
            case Assignment():
                self._flow(self.system.location(body, node.target), self.kinds(body, node.value))
            case VariableDeclaration():
                for variable in node.variables:
                    if variable.initial is not None:
                        self._flow(self.system.declared[variable], self.kinds(body, variable.initial))
            case Create():
                owner = self.system.types.get(node.type)
                if owner is not None and owner.init is not None:
                    self._pass(body, (owner.name, "init"), owner.init, node.arguments)
            case Tell():
                for owner_name, method in self.handlers(body, node):
                    self._pass(body, (owner_name, method.key), method, node.arguments)
            case Receive():
                for pattern in node.patterns:
                    if isinstance(pattern, Reference):
                        self._fill(self.system.location(body, pattern))
            case ForEach():
                self._fill(self.system.location(body, node.variable))

    def _fill(self, location: Location | None) -> None:
        """What comes out of a channel of the user's own may be any actor, also in the fields of a record."""
        everything = {name: self.system.position(kind.name_at) for name, kind in self.system.types.items()}
        for place in breadth_first([] if location is None else [location], self._fields):
            if self.system.variables[place].type == "actor":
                self._flow(place, everything)

    def _fields(self, record: Location) -> list[Location]:
        kind = self.system.variables[record].type
        return [place for place in self.system.variables if place[:2] == (".", kind)]

    def receivers(self, body: Body, tell: Tell) -> Iterator[tuple[str, Method]]:
        """The actor types that handle a message, each with one of its methods."""
        for name in self.kinds(body, tell.target):
            message = message_named(self.system.types[name], tell.method)
            if message is not None:
                yield name, message.signature

    def handlers(self, body: Body, tell: Tell) -> Iterator[tuple[str, Method]]:
        """All methods that a message may reach."""
        for name in self.kinds(body, tell.target):
            for method in self.system.types[name].handlers:
                if method.name == tell.method:
                    yield name, method

    def _pass(self, body: Body, scope: tuple[str, str], method: Method, arguments: tuple[Expression, ...]) -> None:
        for (_, name, _), argument in zip(parameters_of(method), arguments, strict=False):
            self._flow((*scope, name), self.kinds(body, argument))

    def _flow(self, location: Location | None, kinds: Kinds) -> None:
        if location is None or not kinds:
            return
        known = self.held.setdefault(location, {})
        for kind, position in kinds.items():
            if kind not in known:
                known[kind] = position
                self._changed = True


def tells(system: System) -> Iterator[tuple[Body, Tell]]:
    for body in system.bodies:
        for node in body.nodes:
            if isinstance(node, Tell):
                yield body, node
