"""Visiting the nodes of a tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from functools import cache

from penstock.syntax.nodes import InlineCall, Node


@cache
def _child_fields(kind: type[Node]) -> tuple[str, ...]:
    if kind is InlineCall:
        # The arguments stand again, substituted, in the body.
        return ("body",)
    return tuple(found.name for found in fields(kind) if found.name not in ("first", "last"))  # type: ignore[arg-type]


def children(node: Node) -> Iterator[Node]:
    """The nodes directly below `node`, in the order of the text."""
    for name in _child_fields(type(node)):
        value = getattr(node, name)
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple):
            for item in value:
                if isinstance(item, Node):
                    yield item


def walk(node: Node) -> Iterator[Node]:
    """`node` and everything below it, parents first; without recursion, so depth is no matter."""
    pending = [node]
    while pending:
        current = pending.pop()
        yield current
        pending.extend(reversed(list(children(current))))
