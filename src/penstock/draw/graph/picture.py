"""A graph with a place for everything: what the layout hands to the renderer."""

from dataclasses import dataclass

from penstock.draw.graph.graph import GraphEdge, GraphNode, Shape
from penstock.draw.shapes.shapes import Box, Point, Stroke

NODE_FONT = 11.0
NODE_LINE = 13.0
NOTE_FONT = 8.5
NOTE_LINE = 10.0
LABEL_FONT = 10.5
LABEL_LINE = 13.0

# Larger corners would take the sides away from a large node.
_ROUNDEST = 22.0


def corner(shape: Shape, width: float, height: float) -> float:
    """Return the radius of a node's corners."""
    return 2.0 if shape == "box" else min(width / 2, height / 2, _ROUNDEST)


@dataclass(frozen=True, slots=True)
class PlacedNode:
    """A node, its outline, and the lines of text inside it; those of the note are smaller and stand below."""

    node: GraphNode
    box: Box
    lines: tuple[str, ...]
    note: tuple[str, ...]


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
    """A laid out graph; `entries` are the short arrows into the initial nodes, from and to.

    `key` tells which long texts the short ones in it stand for.
    """

    width: float
    height: float
    nodes: tuple[PlacedNode, ...]
    edges: tuple[PlacedEdge, ...]
    entries: tuple[tuple[Point, Point], ...]
    key: tuple[tuple[str, str], ...] = ()


def node_baselines(placed: PlacedNode) -> list[tuple[str, float]]:
    """The lines of a node's label, and where each stands."""
    first = _text_top(placed) + NODE_FONT * 0.9
    return [(line, first + row * NODE_LINE) for row, line in enumerate(placed.lines)]


def note_baselines(placed: PlacedNode) -> list[tuple[str, float]]:
    """The same for its note."""
    first = _text_top(placed) + len(placed.lines) * NODE_LINE + NOTE_FONT * 0.8
    return [(line, first + row * NOTE_LINE) for row, line in enumerate(placed.note)]


def _text_top(placed: PlacedNode) -> float:
    taken = len(placed.lines) * NODE_LINE + len(placed.note) * NOTE_LINE
    return placed.box.y + (placed.box.height - taken) / 2
