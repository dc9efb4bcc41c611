"""A graph with a place for everything: what the layout hands to the renderer."""

from dataclasses import dataclass

from penstock.draw.graph.graph import GraphEdge, GraphNode, Shape

Point = tuple[float, float]
# One point is a straight line, three are a cubic curve.
Stroke = tuple[Point, ...]

NODE_FONT = 11.0
NOTE_FONT = 8.5
LABEL_FONT = 10.5
LABEL_LINE = 13.0
ARROW = 7.0


# Larger corners would take the sides away from a large node.
_ROUNDEST = 22.0


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle by its upper left corner."""

    x: float
    y: float
    width: float
    height: float


def corner(shape: Shape, width: float, height: float) -> float:
    """Return the radius of a node's corners."""
    return 2.0 if shape == "box" else min(width / 2, height / 2, _ROUNDEST)


@dataclass(frozen=True, slots=True)
class PlacedNode:
    """A node, its outline, and the text inside it."""

    node: GraphNode
    box: Box
    label: str
    note: str


@dataclass(frozen=True, slots=True)
class PlacedEdge:
    """An edge: its line from `start`, the tip of its arrow with the direction it points in, and its label."""

    edge: GraphEdge
    start: Point
    strokes: tuple[Stroke, ...]
    tip: Point
    heading: Point
    lines: tuple[str, ...]
    label: Box | None


@dataclass(frozen=True, slots=True)
class Picture:
    """A laid out graph; `entries` are the short arrows into the initial nodes, from and to."""

    width: float
    height: float
    nodes: tuple[PlacedNode, ...]
    edges: tuple[PlacedEdge, ...]
    entries: tuple[tuple[Point, Point], ...]
