"""Graphs as one self-contained SVG: no style sheet, no script, no font, no identifiers to clash."""

from collections.abc import Callable, Sequence
from html import escape

from penstock.draw.graph.graph import Graph, GraphEdge
from penstock.draw.graph.layered import lay_out
from penstock.draw.graph.markup import MONOSPACE as _MONOSPACE
from penstock.draw.graph.markup import SANS as _SANS
from penstock.draw.graph.markup import arrow_head, escaped
from penstock.draw.graph.markup import inside as _text
from penstock.draw.graph.markup import number as _n
from penstock.draw.graph.markup import point as _p
from penstock.draw.graph.picture import (
    ARROW,
    LABEL_FONT,
    LABEL_LINE,
    NODE_FONT,
    NOTE_FONT,
    Box,
    Picture,
    PlacedEdge,
    PlacedNode,
    Point,
    corner,
    node_baselines,
    note_baselines,
)
from penstock.draw.text import flatten, sans_width, shorten

_INK, _LINE, _PALE, _FILL = "#1a1a1a", "#404040", "#666666", "#eef2f7"
# Thick and with bold text: marks must be seen on grey paper, too.
_MARK, _MARK_WIDTH = "#b3261e", 3.6
_MARGIN, _BETWEEN, _TITLE, _SUBTITLE = 16.0, 32.0, 20.0, 16.0


def svg(graphs: Sequence[Graph], arrange: Callable[[Graph], Picture] = lay_out) -> str:
    """Draw the graphs under each other; `arrange` gives everything its place."""
    body: list[str] = []
    width, y = 0.0, _MARGIN
    for graph in graphs:
        picture = arrange(graph)
        heading = _heading(graph)
        body += [f'<g transform="translate({_n(_MARGIN)} {_n(y)})">', *heading]
        top = _heading_height(graph)
        body += [f'<g transform="translate(0 {_n(top)})">', *_picture(picture), "</g>", "</g>"]
        width = max(width, picture.width, _heading_width(graph))
        y += top + picture.height + _BETWEEN
    height = max(y - _BETWEEN + _MARGIN, 2 * _MARGIN) if graphs else 2 * _MARGIN
    return "\n".join([*_opening(graphs, width + 2 * _MARGIN, height), *body, "</svg>", ""])


def _opening(graphs: Sequence[Graph], width: float, height: float) -> list[str]:
    w, h = _n(width), _n(height)
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}"'
        f' role="img" aria-label="{escape(_summary(graphs))}">',
        f'<rect width="{w}" height="{h}" fill="#ffffff"/>',
    ]


def _summary(graphs: Sequence[Graph]) -> str:
    return "; ".join(map(_count, graphs)) or "no graphs"


def _count(graph: Graph) -> str:
    marked = sum(edge.marked for edge in graph.edges)
    said = f"{flatten(graph.title) or 'graph'}: {len(graph.nodes)} nodes, {len(graph.edges)} edges"
    return f"{said}, {marked} of them marked" if marked else said


def _heading(graph: Graph) -> list[str]:
    title, subtitle = _shown(graph.title), _shown(graph.subtitle)
    lines = []
    if title:
        lines.append(
            f'<text y="12" font-family="{_SANS}" font-size="14" font-weight="600" fill="{_INK}">{title}</text>'
        )
    if subtitle:
        y = 12 + (_SUBTITLE if title else 0)
        lines.append(f'<text y="{_n(y)}" font-family="{_SANS}" font-size="11" fill="{_PALE}">{subtitle}</text>')
    return lines


def _heading_height(graph: Graph) -> float:
    title, subtitle = flatten(graph.title), flatten(graph.subtitle)
    return (_TITLE if title else 0) + (_SUBTITLE if subtitle else 0) + (4 if title or subtitle else 0)


def _heading_width(graph: Graph) -> float:
    return max(
        sans_width(shorten(flatten(graph.title), 120), 14), sans_width(shorten(flatten(graph.subtitle), 120), 11)
    )


def _picture(picture: Picture) -> list[str]:
    return [
        f'<g fill="none" stroke="{_LINE}" stroke-width="1.1">',
        *(_entry(start, tip) for start, tip in picture.entries),
        *_edges(picture.edges),
        "</g>",
        f'<g fill="{_INK}" font-family="{_MONOSPACE}" text-anchor="middle">',
        *map(_node, picture.nodes),
        "</g>",
        f'<g fill="{_INK}" font-family="{_MONOSPACE}" font-size="{_n(LABEL_FONT)}">',
        *(_label(edge, edge.label) for edge in picture.edges if edge.label),
        "</g>",
    ]


def _entry(start: Point, tip: Point) -> str:
    heading = ((tip[0] - start[0]), (tip[1] - start[1]))
    length = abs(heading[0]) + abs(heading[1])
    unit = (heading[0] / length, heading[1] / length)
    base = (tip[0] - unit[0] * ARROW, tip[1] - unit[1] * ARROW)
    return f'<path class="entry" d="M{_p(start)} L{_p(base)}"/>{_arrow(tip, unit)}'


def _edges(placed: Sequence[PlacedEdge]) -> list[str]:
    # What several edges share is drawn once: drawn twice, thin lines look bold and dashed ones solid.
    # Marked ones come last, so that nothing lies on top of them.
    drawn: set[str] = set()
    return [_edge(edge, drawn) for edge in sorted(placed, key=lambda edge: edge.edge.marked)]


def _edge(placed: PlacedEdge, drawn: set[str]) -> str:
    head = _marked_arrow(placed) if placed.edge.marked else _arrow(placed.tip, placed.heading)
    shown = "" if head in drawn else head
    path = _path(placed, drawn)
    drawn.add(head)
    return f'<g class="edge"{_look(placed.edge)}>{_tooltip(placed)}<path d="{path}"/>{shown}</g>'


def _look(edge: GraphEdge) -> str:
    dashes = ' stroke-dasharray="5 3"' if edge.style == "dashed" else ""
    if edge.marked:
        return f'{dashes} stroke="{_MARK}" stroke-width="{_n(_MARK_WIDTH)}"'
    return ' stroke-width="2.2"' if edge.style == "bold" else dashes


def _path(placed: PlacedEdge, drawn: set[str]) -> str:
    steps: list[str] = []
    point, lifted = placed.start, True
    for stroke in placed.strokes:
        step = f"{'C' if len(stroke) == 3 else 'L'}{' '.join(map(_p, stroke))}"
        whole = f"{placed.edge.style} {placed.edge.marked} {_p(point)} {step}"
        if whole not in drawn:
            steps += [f"M{_p(point)}", step] if lifted else [step]
        point, lifted = stroke[-1], whole in drawn
        drawn.add(whole)
    return " ".join(steps)


def _arrow(tip: Point, heading: Point) -> str:
    return f'<path d="{arrow_head(tip, heading)}" fill="{_LINE}" stroke="none"/>'


def _marked_arrow(placed: PlacedEdge) -> str:
    # An outline makes the head larger, or the thick line would hide it; what is too much lies under the node.
    outline = f'stroke="{_MARK}" stroke-width="3" stroke-dasharray="none"'
    return f'<path d="{arrow_head(placed.tip, placed.heading)}" fill="{_MARK}" {outline}/>'


def _tooltip(placed: PlacedEdge) -> str:
    edge = placed.edge
    said = [f"{edge.source} -> {edge.target}", edge.label, edge.detail]
    return f"<title>{_text(chr(10).join(part for part in said if part))}</title>"


def _label(placed: PlacedEdge, box: Box) -> str:
    rows = "".join(
        f'<tspan x="{_n(box.x)}" y="{_n(box.y + (row + 1) * LABEL_LINE - 3.2)}">{escaped(line)}</tspan>'
        for row, line in enumerate(placed.lines)
    )
    look = f' fill="{_MARK}" font-weight="bold"' if placed.edge.marked else ""
    return f'<text class="label"{look}>{_tooltip(placed)}{rows}</text>'


def _node(placed: PlacedNode) -> str:
    box, node = placed.box, placed.node
    x = _n(box.x + box.width / 2)
    said = "\n".join(part for part in (node.label, node.note, node.detail) if part)
    parts = [f'<g class="node"><title>{_text(said)}</title>', _outline(placed, 0.0)]
    if node.shape == "double":
        parts.append(_outline(placed, 3.0))
    for line, y in node_baselines(placed):
        parts.append(f'<text x="{x}" y="{_n(y)}" font-size="{_n(NODE_FONT)}">{escaped(line)}</text>')
    for line, y in note_baselines(placed):
        look = f'font-size="{_n(NOTE_FONT)}" fill="{_PALE}"'
        parts.append(f'<text x="{x}" y="{_n(y)}" {look}>{escaped(line)}</text>')
    return "".join([*parts, "</g>"])


def _outline(placed: PlacedNode, inset: float) -> str:
    box = placed.box
    width, height = box.width - 2 * inset, box.height - 2 * inset
    radius = max(corner(placed.node.shape, box.width, box.height) - inset, 0.0)
    color, line = (_MARK, _MARK_WIDTH) if placed.node.marked else (_LINE, 1.1)
    look = f'stroke="{color}" stroke-width="{_n(line)}"'
    return (
        f'<rect x="{_n(box.x + inset)}" y="{_n(box.y + inset)}" width="{_n(width)}" height="{_n(height)}"'
        f' rx="{_n(radius)}" fill="{_FILL}" {look}/>'
    )


def _shown(text: str) -> str:
    return escaped(shorten(flatten(text), 120))
