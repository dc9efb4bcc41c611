"""Layered layout: from a graph to a picture of it, top to bottom or left to right."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from penstock.draw.graph.graph import Graph, GraphEdge, GraphNode
from penstock.draw.graph.ordering import crossings, order
from penstock.draw.graph.picture import Picture, PlacedEdge
from penstock.draw.graph.placement import GraphPart, place
from penstock.draw.graph.ranking import Arc, narrow
from penstock.draw.graph.sizes import LONGEST, label_extent, measure_label, node_parts
from penstock.draw.graph.skeleton import assign_ranks, build
from penstock.draw.shapes.look import USUAL, PictureLook
from penstock.draw.shapes.shapes import Box, Point
from penstock.draw.text import flatten, short_forms
from penstock.graphs import grouped, joined

# What a page of a paper holds at full size; the direction that needs less shrinking wins.
_PAGE = (700.0, 950.0)
_Page = tuple[float, float]
_BETWEEN_PARTS = 16.0
# A drawing wider than a page is tried again with fewer labels beside each other, if it is not too large for that.
_NARROWED = 200
_SHARES = (0.85, 0.7, 0.6, 0.5, 0.4)


@dataclass(frozen=True, slots=True)
class _Task:
    """What all parts of a drawing have in common: the forms of texts, the page, and whether there is time."""

    initial: frozenset[str]
    texts: Mapping[str, str]
    look: PictureLook
    page: _Page
    hurried: bool


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A layering to choose, and the width its picture should keep to."""

    part: GraphPart
    width: float


def lay_out(graph: Graph, sideways: bool | None = None, look: PictureLook = USUAL, hurried: bool = False) -> Picture:
    """Give every node, edge and label of the graph a place, in the direction asked for or the one that fits better."""
    texts = short_forms(_texts(graph), LONGEST)
    page = (look.page(_PAGE[0]), _PAGE[1])
    task = _Task(graph.initial, texts, look, page, hurried)
    choices = [_choose(task, nodes, edges) for nodes, edges in _components(graph)]
    pictures = [_pack([choice[turned] for choice in choices], page) for turned in (0, 1)]
    best = min(pictures, key=lambda one: _shrinking(one, page)) if sideways is None else pictures[sideways]
    key = tuple((short, text) for text, short in texts.items() if short != text)
    return replace(_in_order(graph, best), key=key)


def _texts(graph: Graph) -> Iterator[str]:
    for node in graph.nodes:
        yield from (*node_parts(node), flatten(node.note))
    yield from (flatten(edge.label) for edge in graph.edges)


def _choose(task: _Task, nodes: Sequence[GraphNode], edges: Sequence[GraphEdge]) -> tuple[Picture, Picture]:
    """Return the best upright picture of a connected part, and a sideways one."""
    number = {node.id: position for position, node in enumerate(nodes)}
    arcs = [(number[edge.source], number[edge.target]) for edge in edges]
    ranks = assign_ranks(len(nodes), arcs, [number[node.id] for node in nodes if node.id in task.initial])
    part = _part(task, nodes, edges, arcs, ranks)
    sketch = place(part, sideways=False, polished=False)
    if task.hurried:
        return sketch, sketch if sketch.width < task.page[0] else place(part, sideways=True, polished=False)
    best = _Candidate(part, _page_width(sketch, task.page))
    if sketch.width > task.page[0] and len(nodes) <= _NARROWED:
        widths = [label_extent(label, sideways=False).after + 7 for label in part.labels]
        layerings = [narrow(ranks, arcs, widths, sketch.width * share) for share in _SHARES]
        others = [other for other in layerings if other != ranks]
        parts = [part, *(_part(task, nodes, edges, arcs, other) for other in others)]
        candidates = [_candidate(one, task.page) for one in parts]
        best = min(candidates, key=lambda one: _drawback(one, task.page))
    return place(best.part, sideways=False, width=best.width), place(part, sideways=True)


def _candidate(part: GraphPart, page: _Page) -> _Candidate:
    return _Candidate(part, _page_width(place(part, sideways=False, polished=False), page))


def _drawback(candidate: _Candidate, page: _Page) -> float:
    part = candidate.part
    picture = place(part, sideways=False, width=candidate.width, polished=False)
    bends = len(part.skeleton.ranks) - len(part.nodes) - len(part.skeleton.labels)
    tangle = 2 * crossings(part.skeleton, part.layers) + 0.15 * bends
    return _shrinking(picture, page) * (1 + tangle / max(1, len(part.edges)))


def _page_width(picture: Picture, page: _Page) -> float:
    """Return the width that gives a picture of this height the shape of a page."""
    return max(page[0], picture.height * page[0] / page[1])


def _part(
    task: _Task,
    nodes: Sequence[GraphNode],
    edges: Sequence[GraphEdge],
    arcs: Sequence[Arc],
    ranks: Sequence[int],
) -> GraphPart:
    skeleton = build(ranks, arcs, [edge.style for edge in edges])
    loops = grouped((source, position) for position, (source, target) in enumerate(arcs) if source == target)
    labels = [measure_label(task.texts[flatten(edge.label)], task.look) for edge in edges]
    layers = order(skeleton, task.hurried)
    return GraphPart(nodes, edges, task.initial, task.texts, task.look, labels, skeleton, layers, loops)


def _components(graph: Graph) -> list[tuple[list[GraphNode], list[GraphEdge]]]:
    """Return the connected parts of the graph, in order of their first nodes."""
    groups = joined((node.id for node in graph.nodes), ((edge.source, edge.target) for edge in graph.edges))
    number = {name: number for number, group in enumerate(groups) for name in group}
    nodes = grouped((number[node.id], node) for node in graph.nodes)
    edges = grouped((number[edge.source], edge) for edge in graph.edges)
    return [(nodes[at], edges.get(at, [])) for at in range(len(groups))]


def _shrinking(picture: Picture, page: _Page) -> float:
    return max(picture.width / page[0], picture.height / page[1], 1.0)


def _pack(pictures: Sequence[Picture], page: _Page) -> Picture:
    """Set the pictures in rows, as words are set in lines."""
    if len(pictures) == 1:
        return pictures[0]
    area = sum((one.width + _BETWEEN_PARTS) * (one.height + _BETWEEN_PARTS) for one in pictures)
    line = max(page[0], (area * 0.8) ** 0.5, *(one.width for one in pictures)) if pictures else 0.0
    x = y = tallest = widest = 0.0
    moved: list[Picture] = []
    for picture in pictures:
        if x and x + picture.width > line:
            x, y, tallest = 0.0, y + tallest + _BETWEEN_PARTS, 0.0
        moved.append(_move(picture, x, y))
        widest, tallest = max(widest, x + picture.width), max(tallest, picture.height)
        x += picture.width + _BETWEEN_PARTS
    return Picture(
        widest,
        y + tallest,
        tuple(node for picture in moved for node in picture.nodes),
        tuple(edge for picture in moved for edge in picture.edges),
        tuple(entry for picture in moved for entry in picture.entries),
    )


def _move(picture: Picture, x: float, y: float) -> Picture:
    def shift(point: Point) -> Point:
        return point[0] + x, point[1] + y

    def box(old: Box) -> Box:
        return replace(old, x=old.x + x, y=old.y + y)

    def edge(old: PlacedEdge) -> PlacedEdge:
        strokes = tuple(tuple(map(shift, stroke)) for stroke in old.strokes)
        label = box(old.label) if old.label else None
        return replace(old, start=shift(old.start), strokes=strokes, tip=shift(old.tip), label=label)

    nodes = tuple(replace(old, box=box(old.box)) for old in picture.nodes)
    entries = tuple((shift(start), shift(tip)) for start, tip in picture.entries)
    return Picture(picture.width, picture.height, nodes, tuple(map(edge, picture.edges)), entries)


def _in_order(graph: Graph, picture: Picture) -> Picture:
    # Parts scatter the graph's own order, which the written drawing keeps.
    nodes = {placed.node.id: placed for placed in picture.nodes}
    edges = grouped((placed.edge, placed) for placed in reversed(picture.edges))
    return replace(
        picture,
        nodes=tuple(nodes[node.id] for node in graph.nodes),
        edges=tuple(edges[edge].pop() for edge in graph.edges),
    )
