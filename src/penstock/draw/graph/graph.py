"""A graph to be drawn: what the drawings know of automata, nets and state spaces."""

from dataclasses import dataclass
from typing import Literal

Shape = Literal["round", "double", "box"]
Style = Literal["plain", "bold", "dashed"]


@dataclass(frozen=True, slots=True)
class GraphNode:
    """One node; its label may have several lines, and `note` is a smaller one below.

    `marked`: it stands out, where it is.  `detail` is all that is known about it.
    """

    id: str
    label: str
    shape: Shape = "round"
    note: str = ""
    marked: bool = False
    detail: str = ""


@dataclass(frozen=True, slots=True)
class GraphEdge:
    """One edge; `detail` says where it comes from, such as `model.pml:12`.

    `marked` edges stand out, whatever their style; they do not change where anything is placed.
    """

    source: str
    target: str
    label: str
    style: Style = "plain"
    detail: str = ""
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Graph:
    """Nodes and edges in the order in which a reader should meet them."""

    title: str
    subtitle: str
    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]
    initial: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        """Refuse a graph that no drawing could show faithfully."""
        known = {node.id for node in self.nodes}
        if len(known) != len(self.nodes):
            raise ValueError(f"graph {self.title!r} has two nodes with the same id")
        named = {end for edge in self.edges for end in (edge.source, edge.target)} | self.initial
        if named - known:
            raise ValueError(f"graph {self.title!r} names unknown nodes: {', '.join(sorted(named - known))}")
