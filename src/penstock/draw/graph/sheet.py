"""Graphs as a picture: drawings with their headings, set in rows like words in lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from penstock.draw.graph.graph import Graph
from penstock.draw.graph.layered import lay_out
from penstock.draw.graph.picture import (
    LABEL_FONT,
    LABEL_LINE,
    NODE_FONT,
    NOTE_FONT,
    Picture,
    PlacedEdge,
    PlacedNode,
    corner,
    node_baselines,
    note_baselines,
)
from penstock.draw.shapes.look import USUAL, PictureLook
from penstock.draw.shapes.shapes import (
    ARROW,
    Box,
    Line,
    Pen,
    Point,
    Rectangle,
    Role,
    Shape,
    ShapeGroup,
    Sheet,
    TextLine,
    arrow_head,
    straight,
)
from penstock.draw.text import flatten, fold
from penstock.errors import UsageError

_MARGIN, _BETWEEN, _BESIDE = 16.0, 32.0, 40.0
_PAGE = 700.0
_TITLE, _SUBTITLE, _KEY = 14.0, 11.0, 10.0
# Thick and with bold text: marks must be seen on grey paper, too.
_MARK_WIDTH = 3.6
_PATIENCE = 600
"""With more edges than this in all, drawings must be made quickly."""
MOST_EDGES = 9_000
MOST_IN_ONE = 3_000
"""More cannot be drawn within seconds, in all and in one graph."""
_ADVICE = "draw one process at a time (--process NAME), or use a form without a layout (dot, text, json)"


@dataclass(frozen=True, slots=True)
class _Cell:
    """A graph with its heading and its key."""

    shapes: tuple[Shape, ...]
    width: float
    height: float


def graph_sheet(
    graphs: Sequence[Graph], look: PictureLook = USUAL, arrange: Callable[[Graph], Picture] | None = None
) -> Sheet:
    """Draw the graphs; `arrange` gives everything its place, if somebody knows it already."""
    edges = sum(len(graph.edges) for graph in graphs)
    if arrange is None and (edges > MOST_EDGES or max((len(graph.edges) for graph in graphs), default=0) > MOST_IN_ONE):
        raise UsageError(f"a picture with {edges:,} arrows is too large to be drawn and to be read: {_ADVICE}")
    hurried = edges > _PATIENCE
    place = arrange or (lambda graph: lay_out(graph, look=look, hurried=hurried))
    cells = [_cell(graph, place(graph), look) for graph in graphs]
    groups, width, height = _set_in_rows(cells, look)
    title = "; ".join(flatten(graph.title) for graph in graphs) if len(graphs) < 9 else f"{len(graphs)} graphs"
    return Sheet(width, height, title or "no graphs", "; ".join(map(_count, graphs)) or "no graphs", tuple(groups))


def _set_in_rows(cells: Sequence[_Cell], look: PictureLook) -> tuple[list[ShapeGroup], float, float]:
    area = sum((cell.width + _BESIDE) * (cell.height + _BETWEEN) for cell in cells)
    usual = max(_PAGE, (area * 0.8) ** 0.5)
    line = max([look.page(usual) - 2 * _MARGIN, *(cell.width for cell in cells)])
    x = y = tallest = widest = 0.0
    groups = []
    for cell in cells:
        if x and x + cell.width > line:
            x, y, tallest = 0.0, y + tallest + _BETWEEN, 0.0
        groups.append(ShapeGroup(cell.shapes, "graph", shift=(x + _MARGIN, y + _MARGIN)))
        widest, tallest = max(widest, x + cell.width), max(tallest, cell.height)
        x += cell.width + _BESIDE
    return groups, widest + 2 * _MARGIN, y + tallest + 2 * _MARGIN


def _count(graph: Graph) -> str:
    marked = sum(edge.marked for edge in graph.edges)
    said = f"{flatten(graph.title) or 'graph'}: {len(graph.nodes)} nodes, {len(graph.edges)} edges"
    return f"{said}, {marked} of them marked" if marked else said


def _cell(graph: Graph, picture: Picture, look: PictureLook) -> _Cell:
    room = max(picture.width, 260.0)
    heading, top = _heading(graph, room, look)
    key, height = _key(picture, room, top + picture.height, look)
    width = max([picture.width, *(words.left + words.width for words in (*heading, *key))])
    return _Cell((*heading, ShapeGroup(tuple(_picture(picture, look)), shift=(0.0, top)), *key), width, height)


def _heading(graph: Graph, room: float, look: PictureLook) -> tuple[list[TextLine], float]:
    lines: list[TextLine] = []
    y = 0.0
    for text, size, role, bold in ((graph.title, _TITLE, "ink", True), (graph.subtitle, _SUBTITLE, "pale", False)):
        for line in fold(text, max(int(room / (size * 0.55)), 24)):
            y += size + 4
            lines.append(TextLine(line, (0.0, y - 6), size, _role(role), look.words, bold))
    return lines, y + 4 if lines else 0.0


def _role(name: str) -> Role:
    return "pale" if name == "pale" else "ink"


def _key(picture: Picture, room: float, top: float, look: PictureLook) -> tuple[list[TextLine], float]:
    """The long texts that short ones stand for."""
    lines: list[TextLine] = []
    y = top
    for short, text in picture.key:
        y += 6
        for row, line in enumerate(fold(f"{short} = {text}", max(int(room / (_KEY * 0.6)), 40))):
            y += _KEY + 3
            lines.append(TextLine(line, (12.0 if row else 0.0, y), _KEY, "pale", look.code))
    return lines, y + (4 if lines else 0)


def _picture(picture: Picture, look: PictureLook) -> Iterator[Shape]:
    for start, tip in picture.entries:
        yield _entry(start, tip)
    yield from _edges(picture.edges)
    for node in picture.nodes:
        yield _node(node, look)
    for edge in picture.edges:
        if edge.label is not None:
            yield _label(edge, edge.label, look)


def _entry(start: Point, tip: Point) -> ShapeGroup:
    length = abs(tip[0] - start[0]) + abs(tip[1] - start[1])
    unit = ((tip[0] - start[0]) / length, (tip[1] - start[1]) / length)
    base = (tip[0] - unit[0] * ARROW, tip[1] - unit[1] * ARROW)
    return ShapeGroup((straight(start, base, weight=1.1), arrow_head(tip, unit)), "entry")


def _edges(placed: Sequence[PlacedEdge]) -> list[ShapeGroup]:
    # What several edges share is drawn once: drawn twice, thin lines look bold and dashed ones solid.
    # Marked ones come last, so that nothing lies on top of them.
    drawn: set[object] = set()
    return [_edge(edge, drawn) for edge in sorted(placed, key=lambda edge: edge.edge.marked)]


def _edge(placed: PlacedEdge, drawn: set[object]) -> ShapeGroup:
    edge = placed.edge
    role: Role = "alarm" if edge.marked else "line"
    weight = _MARK_WIDTH if edge.marked else 2.2 if edge.style == "bold" else 1.1
    shapes: list[Shape] = []
    if pens := tuple(_pens(placed, drawn)):
        shapes.append(Line(pens, role, weight, (5.0, 3.0) if edge.style == "dashed" else ()))
    # An outline makes a marked head larger, or the thick line would hide it; what is too much lies under the node.
    head = arrow_head(placed.tip, placed.heading, role, 3.0 if edge.marked else 0.0)
    shapes += [] if head in drawn else [head]
    drawn.add(head)
    return ShapeGroup(tuple(shapes), "edge", told=_told(placed))


def _pens(placed: PlacedEdge, drawn: set[object]) -> Iterator[Pen]:
    """The parts of an edge's line that were not drawn yet."""
    strokes: list[tuple[Point, ...]] = []
    point = start = placed.start
    for stroke in placed.strokes:
        whole = placed.edge.style, placed.edge.marked, _rounded(point), tuple(map(_rounded, stroke))
        if whole in drawn:
            if strokes:
                yield Pen(start, tuple(strokes))
            strokes, start = [], stroke[-1]
        else:
            strokes.append(stroke)
        point = stroke[-1]
        drawn.add(whole)
    if strokes:
        yield Pen(start, tuple(strokes))


def _rounded(point: Point) -> Point:
    return round(point[0], 1), round(point[1], 1)


def _told(placed: PlacedEdge) -> str:
    edge = placed.edge
    return "\n".join(part for part in (f"{edge.source} -> {edge.target}", edge.label, edge.detail) if part)


def _label(placed: PlacedEdge, box: Box, look: PictureLook) -> ShapeGroup:
    role: Role = "alarm" if placed.edge.marked else "ink"
    lines = (
        TextLine(line, (box.x, box.y + (row + 1) * LABEL_LINE - 3.2), LABEL_FONT, role, look.code, placed.edge.marked)
        for row, line in enumerate(placed.lines)
    )
    return ShapeGroup(tuple(lines), "label", told=_told(placed))


def _node(placed: PlacedNode, look: PictureLook) -> ShapeGroup:
    node, middle = placed.node, placed.box.x + placed.box.width / 2
    shapes: list[Shape] = [_outline(placed, 0.0)]
    shapes += [_outline(placed, 3.0)] if node.shape == "double" else []
    for line, y in node_baselines(placed):
        shapes.append(TextLine(line, (middle, y), NODE_FONT, "ink", look.code, anchor="middle"))
    for line, y in note_baselines(placed):
        shapes.append(TextLine(line, (middle, y), NOTE_FONT, "pale", look.code, anchor="middle"))
    told = "\n".join(part for part in (node.label, node.note, node.detail) if part)
    return ShapeGroup(tuple(shapes), "node", told=told)


def _outline(placed: PlacedNode, inset: float) -> Rectangle:
    box, marked = placed.box, placed.node.marked
    inner = Box(box.x + inset, box.y + inset, box.width - 2 * inset, box.height - 2 * inset)
    radius = max(corner(placed.node.shape, box.width, box.height) - inset, 0.0)
    return Rectangle(inner, radius, "fill", "alarm" if marked else "line", _MARK_WIDTH if marked else 1.1)
