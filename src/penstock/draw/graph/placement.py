"""Places for one connected part of a graph whose layers are already in order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import hypot, inf

from penstock.draw.graph.alignment import align
from penstock.draw.graph.arrangement import Arrangement, arrange
from penstock.draw.graph.graph import GraphEdge, GraphNode
from penstock.draw.graph.picture import Picture, PlacedEdge, PlacedNode, corner
from penstock.draw.graph.pushing import push
from penstock.draw.graph.routing import Gate, Outline, Port, border, route, spread
from penstock.draw.graph.sizes import (
    ENTRY,
    LOOP_LABEL,
    LOOP_REACH,
    Extent,
    LabelSize,
    NodeSize,
    bend_extent,
    label_extent,
    loop_pitch,
    measure_node,
    node_extent,
)
from penstock.draw.graph.skeleton import Skeleton
from penstock.draw.graph.squeezing import squeeze
from penstock.draw.graph.tightening import snap, tighten
from penstock.draw.shapes.look import PictureLook
from penstock.draw.shapes.shapes import ARROW, Box, Point


@dataclass(frozen=True, slots=True)
class GraphPart:
    """A connected part of a graph, its layers from left to right, its labels measured.

    `texts` are the forms in which texts are shown.
    """

    nodes: Sequence[GraphNode]
    edges: Sequence[GraphEdge]
    initial: frozenset[str]
    texts: Mapping[str, str]
    look: PictureLook
    labels: Sequence[LabelSize]
    skeleton: Skeleton
    layers: list[list[int]]
    # The self loops of each node that has any, by their numbers.
    loops: Mapping[int, Sequence[int]]


@dataclass(frozen=True, slots=True)
class _Plan:
    """Everything about a part that depends on the direction of the drawing."""

    part: GraphPart
    sideways: bool
    sizes: Sequence[NodeSize]
    across: Sequence[float]
    bands: Sequence[tuple[float, float, float]]
    outlines: Sequence[Outline]

    def gate(self, vertex: int) -> Gate:
        low, _, high = self.bands[self.part.skeleton.ranks[vertex]]
        return Gate(self.across[vertex], low, high)

    def turn(self, point: Point) -> Point:
        return point[::-1] if self.sideways else point


def place(part: GraphPart, sideways: bool, width: float = inf, polished: bool = True) -> Picture:
    """Lay the part out from top to bottom, or sideways from left to right; layers are at most so wide if possible."""
    sizes = [_size(part, number, sideways) for number in range(len(part.nodes))]
    extents = _extents(part, sizes, sideways)
    arrangement = arrange(
        part.skeleton, part.layers, [extent.before for extent in extents], [extent.after for extent in extents]
    )
    across = _positions(arrangement, width, polished)
    bands = _bands(part, extents, across, sideways)
    axes = [bands[part.skeleton.ranks[number]][1] for number in range(len(sizes))]
    outlines = [_outline(*what, sideways) for what in zip(part.nodes, sizes, across, axes, strict=False)]
    plan = _Plan(part, sideways, sizes, across, bands, outlines)
    page = plan.turn((arrangement.bounds(across)[1], bands[-1][2] + 1))
    return Picture(*page, tuple(_nodes(plan)), tuple(_edges(plan)), tuple(_entries(plan)))


def _positions(arrangement: Arrangement, width: float, polished: bool) -> list[float]:
    across = align(arrangement)
    if width < inf:
        across = squeeze(arrangement, across, width)
    across = tighten(arrangement, across)
    if polished:
        across = snap(arrangement, push(arrangement, across))
    start = arrangement.bounds(across)[0]
    return [place - start for place in across]


def _size(part: GraphPart, number: int, sideways: bool) -> NodeSize:
    loops = tuple(part.labels[loop] for loop in part.loops.get(number, ()))
    ports = max(len(part.skeleton.above[number]), len(part.skeleton.below[number]))
    return measure_node(part.nodes[number], part.texts, part.look, loops, ports, sideways)


def _extents(part: GraphPart, sizes: Sequence[NodeSize], sideways: bool) -> list[Extent]:
    extents = [bend_extent()] * len(part.skeleton.ranks)
    for number, size in enumerate(sizes):
        extents[number] = node_extent(size, part.nodes[number].id in part.initial, sideways)
    for vertex, edge in part.skeleton.labels.items():
        extents[vertex] = label_extent(part.labels[edge], sideways)
    return extents


def _bands(
    part: GraphPart, extents: Sequence[Extent], across: Sequence[float], sideways: bool
) -> list[tuple[float, float, float]]:
    """Return where each layer begins, has its axis, and ends."""
    bands: list[tuple[float, float, float]] = []
    low = 1.0
    for layer in part.layers:
        axis = low + max(extents[vertex].ahead for vertex in layer)
        high = axis + max(extents[vertex].behind for vertex in layer)
        bands.append((low, axis, high))
        steepest = max((abs(across[one] - across[two]) for one in layer for two in part.skeleton.below[one]), default=0)
        low = high + _gap(steepest, sideways)
    return bands


def _gap(steepest: float, sideways: bool) -> float:
    # Lines that travel far need more room, or they would seem to touch each other.
    return 18 + min(0.2 * steepest, 60) if sideways else 14 + min(0.06 * steepest, 24)


def _outline(node: GraphNode, size: NodeSize, middle: float, axis: float, sideways: bool) -> Outline:
    radius = corner(node.shape, size.width, size.height)
    if sideways:
        centre = middle + (size.height - size.ports) / 2
        return Outline(centre, axis, size.height / 2, size.width / 2, radius, middle, size.ports / 2)
    return Outline(middle, axis, size.width / 2, size.height / 2, radius, middle, size.ports / 2)


def _nodes(plan: _Plan) -> list[PlacedNode]:
    placed = []
    for node, size, outline in zip(plan.part.nodes, plan.sizes, plan.outlines, strict=True):
        x, y = plan.turn((outline.across, outline.along))
        box = Box(x - size.width / 2, y - size.height / 2, size.width, size.height)
        placed.append(PlacedNode(node, box, size.lines, size.note))
    return placed


def _entries(plan: _Plan) -> list[tuple[Point, Point]]:
    # From the left, or from above when sideways: the two sides that no edge of the drawing uses.
    entries = []
    for node, outline in zip(plan.part.nodes, plan.outlines, strict=True):
        if node.id in plan.part.initial:
            tip = outline.across - outline.half_across
            entries.append((plan.turn((tip - ENTRY, outline.along)), plan.turn((tip, outline.along))))
    return entries


def _edges(plan: _Plan) -> list[PlacedEdge]:
    ports = _ports(plan)
    placed = {
        number: _edge(plan, number, chain, ports) for number, chain in enumerate(plan.part.skeleton.chains) if chain
    }
    for owner, loops in plan.part.loops.items():
        y = _first_loop(plan, owner)
        for number in loops:
            placed[number] = _loop(plan, owner, number, y + loop_pitch(plan.part.labels[number]) / 2)
            y += loop_pitch(plan.part.labels[number])
    return [placed[number] for number in sorted(placed)]


def _ports(plan: _Plan) -> dict[tuple[int, int], Port]:
    """Return where the line between a node and each vertex next to it meets the node."""
    skeleton = plan.part.skeleton
    position = {vertex: spot for layer in plan.part.layers for spot, vertex in enumerate(layer)}
    ports: dict[tuple[int, int], Port] = {}
    for number, outline in enumerate(plan.outlines):
        for side, others in ((-1, skeleton.above[number]), (1, skeleton.below[number])):
            ordered = sorted(others, key=position.__getitem__)
            spots = spread(outline, [plan.across[other] for other in ordered])
            for other, spot in zip(ordered, spots, strict=True):
                ports[number, other] = border(outline, spot, side, abs(plan.across[other] - spot) < 0.1)
    return ports


def _edge(plan: _Plan, number: int, chain: Sequence[int], ports: dict[tuple[int, int], Port]) -> PlacedEdge:
    gates = [plan.gate(vertex) for vertex in chain]
    line = route(ports[chain[0], chain[1]], gates[0], gates[1:-1], gates[-1], ports[chain[-1], chain[-2]])
    strokes = tuple(tuple(plan.turn(point) for point in stroke) for stroke in line.strokes)
    size = plan.part.labels[number]
    label = _label_box(plan, size, chain) if size.lines else None
    edge = plan.part.edges[number]
    return PlacedEdge(
        edge, plan.turn(line.start), strokes, plan.turn(line.tip), plan.turn(line.heading), size.lines, label
    )


def _label_box(plan: _Plan, size: LabelSize, chain: Sequence[int]) -> Box:
    low, axis, high = plan.bands[plan.part.skeleton.ranks[chain[1]]]
    across = plan.across[chain[1]]
    if not plan.sideways:
        return Box(across + 5, axis - size.height / 2, size.width, size.height)
    # Next to the source: labels of one node then stand under each other like a list.
    forward = plan.part.skeleton.ranks[chain[0]] < plan.part.skeleton.ranks[chain[1]]
    return Box(low if forward else high - size.width, across - size.height - 2, size.width, size.height)


def _loop(plan: _Plan, owner: int, number: int, y: float) -> PlacedEdge:
    edge, size = plan.part.edges[number], plan.part.labels[number]
    start, end = _right(plan, owner, y - 4), _right(plan, owner, y + 5)
    away, back = (start[0] + LOOP_REACH * 1.25, y - 9), (end[0] + LOOP_REACH * 1.25, y + 10)
    length = hypot(back[0] - end[0], back[1] - end[1])
    heading = ((end[0] - back[0]) / length, (end[1] - back[1]) / length)
    base = (end[0] - heading[0] * ARROW, end[1] - heading[1] * ARROW)
    outline = plan.outlines[owner]
    x = plan.turn((outline.across, outline.along))[0] + plan.sizes[owner].width / 2 + LOOP_LABEL
    label = Box(x, y - size.height / 2, size.width, size.height) if size.lines else None
    return PlacedEdge(edge, start, ((away, back, base),), end, heading, size.lines, label)


def _first_loop(plan: _Plan, owner: int) -> float:
    size, outline = plan.sizes[owner], plan.outlines[owner]
    if plan.sideways:
        return outline.middle + size.ports / 2
    return outline.along - sum(loop_pitch(loop) for loop in size.loops) / 2


def _right(plan: _Plan, owner: int, y: float) -> Point:
    outline = plan.outlines[owner]
    if plan.sideways:
        return plan.turn(border(outline, y, 1).point)
    turned = Outline(
        outline.along, outline.across, outline.half_along, outline.half_across, outline.radius, outline.along, 0
    )
    return border(turned, y, 1).point[::-1]
