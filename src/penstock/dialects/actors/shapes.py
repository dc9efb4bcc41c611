"""Parameters with parts: arrays and records, which a message carries as fields of its own.

method put(byte row[2]; point p)    ->    this?put(row[0], row[1], p.x, p.y)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from penstock.dialects.actors.nodes import Method
from penstock.dialects.actors.system import Body, Declared, Location, System
from penstock.resolve.constants import constant_value
from penstock.syntax.nodes import Declarator, Expression, Node, Reference, VariableDeclaration
from penstock.syntax.walk import parts

SENDABLE = frozenset(["bit", "bool", "byte", "pid", "short", "int", "mtype", "chan", "actor"])
"""The types of what one field of a message carries."""
LARGEST = 64
"""The most elements of an array that a message carries."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A plain part of a parameter: `suffix` is what follows the name, `type` what a field is declared as."""

    parameter: int
    name: str
    suffix: str
    type: str


@dataclass(frozen=True, slots=True)
class Shape:
    """What a variable or value is like: `size` is that of an array."""

    type: str
    subtype: str | None
    size: int | None

    @property
    def plain(self) -> str:
        if self.type == "actor":
            return "chan"
        if not self.type:
            return "byte"  # nothing tells it, which has been reported
        return self.type if self.subtype is None else f"{self.type}:{self.subtype}"


def size_of(declarator: Declarator) -> int | None:
    return constant_value(declarator.size) if declarator.size is not None else None


def shape_of(declaration: VariableDeclaration, declarator: Declarator) -> Shape:
    return Shape(declaration.type, declaration.subtype, size_of(declarator))


def leaves_of(system: System, method: Method | None) -> list[Leaf]:
    """What a message of a method carries."""
    given = [(each, one) for each in (method.parameters if method is not None else ()) for one in each.variables]
    return [
        Leaf(number, one.name, suffix, kind)
        for number, (each, one) in enumerate(given)
        for suffix, kind in _leaves(system, shape_of(each, one))
    ]


def _leaves(system: System, shape: Shape) -> Iterator[tuple[str, str]]:
    places = [""] if shape.size is None else [f"[{place}]" for place in range(shape.size)]
    fields = _fields(system, shape.type)
    for place in places:
        if not fields:
            yield place, shape.plain
        for location, field in fields:
            for suffix, kind in _leaves(system, field):
                yield f"{place}.{location[2]}{suffix}", kind


def _fields(system: System, record: str) -> list[tuple[Location, Shape]]:
    """The fields of a record."""
    return [
        (location, _declared_shape(system.variables[location], declarator))
        for declarator, location in system.declared.items()
        if location[:2] == (".", record)
    ]


def _declared_shape(declared: Declared, declarator: Declarator) -> Shape:
    return Shape(declared.type, declared.subtype, size_of(declarator))


def is_record(system: System, name: str) -> bool:
    return any(location[:2] == (".", name) for location in system.variables)


def leaf_types(system: System, shape: Shape) -> set[str]:
    return {kind for _, kind in _leaves(system, shape)}


def value_shape(system: System, body: Body, value: Expression | Node) -> Shape | None:
    """What a variable or a part of one is like; None of any other value."""
    if not isinstance(value, Reference):
        return None
    location = system.location(body, value)
    last = list(parts(value))[-1]
    found = [one for one, place in system.declared.items() if place == location]
    if location is None or not found:
        return None
    shape = _declared_shape(system.variables[location], found[0])
    return Shape(shape.type, shape.subtype, None) if last.index is not None else shape
