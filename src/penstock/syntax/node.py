"""What all nodes of the syntax tree have in common."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

NodeType = TypeVar("NodeType")


@dataclass_transform(frozen_default=True, eq_default=False)
def node(cls: type[NodeType]) -> type[NodeType]:
    """A slotted record compared by identity.

    The type checker holds nodes immutable.  At run time they are not frozen: a frozen dataclass
    takes three times as long to create, and a parser does little else.
    """
    make: Callable[[type[NodeType]], type[NodeType]] = dataclass(slots=True, eq=False)
    return make(cls)


@node
class Node:
    first: int
    last: int
