"""A laid out graph as plain data, for whoever draws it with elements of its own: numbers, texts, paths, no markup."""

from penstock.draw.graph.graph import Graph, Shape, Style
from penstock.draw.graph.layered import lay_out
from penstock.draw.graph.markup import arrow_head, point
from penstock.draw.graph.picture import ARROW, PlacedEdge, PlacedNode, Point, corner
from penstock.records import data, record


@record
class DrawnNode:
    id: str
    x: float = data(text="of the upper left corner")
    y: float
    width: float
    height: float
    radius: float = data(text="of its corners")
    shape: Shape
    label: str
    note: str = data(text="a second, smaller line")
    title: str = data(text="the label in full")
    marked: bool


@record
class DrawnEdge:
    source: str
    target: str
    path: str = data(text="its line, in the language of SVG's paths")
    arrow: str = data(text="the outline of its head")
    lines: tuple[str, ...] = data(text="of its label")
    x: float = data(text="of the left upper corner of the label")
    y: float
    style: Style
    title: str = data(text="the label in full")
    detail: str = data(text="where it comes from, such as `model.pml:12`")
    marked: bool


@record
class Drawing:
    title: str
    subtitle: str
    width: float
    height: float
    nodes: tuple[DrawnNode, ...]
    edges: tuple[DrawnEdge, ...]
    entries: tuple[str, ...] = data(text="paths of the short arrows into initial nodes, heads included")


def drawing_of(graph: Graph, sideways: bool | None = None) -> Drawing:
    """Give everything in a graph its place."""
    picture = lay_out(graph, sideways)
    return Drawing(
        graph.title,
        graph.subtitle,
        round(picture.width, 1),
        round(picture.height, 1),
        tuple(map(_node, picture.nodes)),
        tuple(map(_edge, picture.edges)),
        tuple(_entry(start, tip) for start, tip in picture.entries),
    )


def _node(placed: PlacedNode) -> DrawnNode:
    node, box = placed.node, placed.box
    radius = corner(node.shape, box.width, box.height)
    x, y, width, height, radius = (round(value, 1) for value in (box.x, box.y, box.width, box.height, radius))
    return DrawnNode(
        node.id, x, y, width, height, radius, node.shape, placed.label, placed.note, node.label, node.marked
    )


def _edge(placed: PlacedEdge) -> DrawnEdge:
    edge, box = placed.edge, placed.label
    x, y = (round(box.x, 1), round(box.y, 1)) if box is not None else placed.start
    strokes = (f"{'C' if len(stroke) == 3 else 'L'}{' '.join(map(point, stroke))}" for stroke in placed.strokes)
    path = " ".join([f"M{point(placed.start)}", *strokes])
    arrow = arrow_head(placed.tip, placed.heading)
    lines = placed.lines if box is not None else ()
    return DrawnEdge(
        edge.source, edge.target, path, arrow, lines, x, y, edge.style, edge.label, edge.detail, edge.marked
    )


def _entry(start: Point, tip: Point) -> str:
    across, down = tip[0] - start[0], tip[1] - start[1]
    length = abs(across) + abs(down)
    heading = (across / length, down / length)
    base = (tip[0] - heading[0] * ARROW, tip[1] - heading[1] * ARROW)
    return f"M{point(start)} L{point(base)} {arrow_head(tip, heading)}"
