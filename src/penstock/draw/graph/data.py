"""A laid out graph as data, for programs that draw it themselves: where everything is, and what is written there."""

from __future__ import annotations

from penstock.draw.graph.graph import Graph, Shape, Style
from penstock.draw.graph.layered import lay_out
from penstock.draw.graph.picture import Picture, PlacedEdge, PlacedNode
from penstock.draw.shapes.shapes import Box, Point, Stroke
from penstock.records import data, record


@record
class DrawnNode:
    """A node: its outline by the upper left corner, and the lines of text in its middle."""

    id: str
    x: float
    y: float
    width: float
    height: float
    shape: Shape
    lines: tuple[str, ...]
    note: tuple[str, ...] = data(text="smaller lines below the others")
    marked: bool = data(text="something is wrong here, or this is where one is")
    detail: str = data(text="all that is known about it, line by line")


@record
class DrawnLabel:
    """The lines of an edge's label, in a box by its upper left corner."""

    x: float
    y: float
    width: float
    height: float
    lines: tuple[str, ...]


@record
class DrawnEdge:
    """An edge: a line that begins at `start`, and the head of an arrow at its `tip`."""

    source: str
    target: str
    start: tuple[float, float]
    strokes: tuple[tuple[tuple[float, float], ...], ...] = data(
        text="where the line goes: one point is the end of a straight stroke, three are a cubic curve"
    )
    tip: tuple[float, float]
    heading: tuple[float, float] = data(text="the direction of the head, of length one")
    style: Style
    label: DrawnLabel | None
    text: str = data(text="the whole label")
    detail: str = data(text="where it comes from, such as model.pml:12")
    marked: bool


@record
class DrawnGraph:
    """A graph with a place for everything; the arrows `entries` lead into the initial nodes, from and to."""

    title: str
    subtitle: str
    width: float
    height: float
    nodes: tuple[DrawnNode, ...]
    edges: tuple[DrawnEdge, ...]
    entries: tuple[tuple[tuple[float, float], tuple[float, float]], ...]
    key: tuple[tuple[str, str], ...] = data(text="short texts, and the long ones that they stand for")


def drawn_graph(graph: Graph, picture: Picture | None = None) -> DrawnGraph:
    """The graph as data; without a picture it is laid out."""
    placed = lay_out(graph) if picture is None else picture
    return DrawnGraph(
        graph.title,
        graph.subtitle,
        round(placed.width, 1),
        round(placed.height, 1),
        tuple(map(_node, placed.nodes)),
        tuple(map(_edge, placed.edges)),
        tuple((_point(start), _point(tip)) for start, tip in placed.entries),
        placed.key,
    )


def _node(placed: PlacedNode) -> DrawnNode:
    box, node = placed.box, placed.node
    return DrawnNode(node.id, *_place(box), node.shape, placed.lines, placed.note, node.marked, node.detail)


def _edge(placed: PlacedEdge) -> DrawnEdge:
    edge, box = placed.edge, placed.label
    label = None if box is None else DrawnLabel(*_place(box), placed.lines)
    return DrawnEdge(
        edge.source,
        edge.target,
        _point(placed.start),
        tuple(map(_stroke, placed.strokes)),
        _point(placed.tip),
        (round(placed.heading[0], 3), round(placed.heading[1], 3)),
        edge.style,
        label,
        edge.label,
        edge.detail,
        edge.marked,
    )


def _place(box: Box) -> tuple[float, float, float, float]:
    return round(box.x, 1), round(box.y, 1), round(box.width, 1), round(box.height, 1)


def _point(point: Point) -> Point:
    return round(point[0], 1), round(point[1], 1)


def _stroke(stroke: Stroke) -> Stroke:
    return tuple(map(_point, stroke))
