"""Visiting the nodes of a tree."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import TypeVar

from penstock.graphs import descend
from penstock.syntax.nodes import Expression, InlineCall, Labelled, Node, Reference, Run, Statement

NodeType = TypeVar("NodeType", bound=Node)

_PLAIN = frozenset(["int", "str", "bool", "int | None", "str | None", "tuple[str, ...]"])
"""The types of fields below which there are no nodes."""


_child_fields: dict[type, tuple[str, ...]] = {
    # The arguments of an inline stand again, substituted, in its body.
    InlineCall: ("body",)
}


def _fields_of(kind: type[Node]) -> tuple[str, ...]:
    """The fields that hold nodes, from the last to the first."""
    if kind not in _child_fields:
        names = [found.name for found in fields(kind) if str(found.type) not in _PLAIN]
        _child_fields[kind] = tuple(reversed(names))
    return _child_fields[kind]


def children(node: Node) -> list[Node]:
    """The nodes directly below `node`, from the last to the first."""
    found: list[Node] = []
    for name in _child_fields.get(type(node)) or _fields_of(type(node)):
        value = getattr(node, name)
        if value.__class__ is tuple:
            found.extend(reversed(value))
        elif value is not None:
            found.append(value)
    return found


def walk(node: Node) -> Iterator[Node]:
    """`node` and everything below it, parents first; without recursion, so depth is no matter."""
    return descend(node, children)


def walk_outside(node: Node, kinds: tuple[type[Node], ...]) -> Iterator[Node]:
    """`node` and everything below it, but nothing below nodes of these kinds."""
    return descend(node, lambda inner: () if isinstance(inner, kinds) else children(inner))


def runs_in(node: Node) -> Iterator[Run]:
    """Every `run` in something."""
    return (found for found in walk(node) if isinstance(found, Run))


def parts(reference: Reference) -> Iterator[Reference]:
    """A reference and its members, the references that begin with `a`, `b` and `c` of `a.b.c`."""
    part: Reference | None = reference
    while part is not None:
        yield part
        part = part.member


def final(reference: Reference) -> Reference:
    """The last part of a reference, `c` in `a.b.c`."""
    while reference.member is not None:
        reference = reference.member
    return reference


def indices(reference: Reference) -> Iterator[Expression]:
    """The expressions in the brackets of a reference."""
    return (part.index for part in parts(reference) if part.index is not None)


def unlabelled(statement: Statement) -> Statement:
    """The statement behind its labels."""
    while isinstance(statement, Labelled):
        statement = statement.statement
    return statement


class NodeIndex:
    """The nodes below some others by type, in the order of the text."""

    def __init__(self, roots: Iterable[Node]) -> None:
        self._nodes: defaultdict[type[Node], list[Node]] = defaultdict(list)
        for root in roots:
            for node in walk(root):
                self._nodes[type(node)].append(node)

    def of(self, kind: type[NodeType]) -> list[NodeType]:
        return self._nodes.get(kind, [])  # type: ignore[return-value]

    def has(self, *kinds: type[Node]) -> bool:
        return any(kind in self._nodes for kind in kinds)
