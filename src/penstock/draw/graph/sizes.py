"""How much room nodes and labels take, before anything has a place.

`across` runs along a layer, `along` from layer to layer: in a drawing from top to bottom
across is x, in one from left to right it is y.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from penstock.draw.graph.graph import GraphNode
from penstock.draw.graph.picture import LABEL_FONT, LABEL_LINE, NODE_FONT, NODE_LINE, NOTE_FONT, NOTE_LINE
from penstock.draw.shapes.look import PictureLook
from penstock.draw.shapes.metrics import text_width
from penstock.draw.text import clean, flatten, wrap

LOOP_REACH = 22.0
LOOP_LABEL = 27.0
ENTRY = 20.0
LONGEST = 110
"""Longer texts are shown by a short form, and told in full below the drawing."""
_SMALLEST = 26.0
_PORT = 8.0
_WIDEST_PORTS = 150.0


@dataclass(frozen=True, slots=True)
class Extent:
    """Room around a vertex: before and after it within its layer, ahead of and behind its layer's axis."""

    before: float
    after: float
    ahead: float
    behind: float


@dataclass(frozen=True, slots=True)
class LabelSize:
    """The lines of a label and the room they take."""

    lines: tuple[str, ...]
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class NodeSize:
    """A node's texts and outline; edges meet the first `ports` of its sides, loops the rest."""

    lines: tuple[str, ...]
    note: tuple[str, ...]
    width: float
    height: float
    ports: float
    loops: tuple[LabelSize, ...]


def measure_label(text: str, look: PictureLook) -> LabelSize:
    """Wrap and measure an edge's label."""
    lines = wrap(text, 26, 30)
    return LabelSize(lines, _widest(lines, LABEL_FONT, look), len(lines) * LABEL_LINE)


def _widest(lines: tuple[str, ...], size: float, look: PictureLook) -> float:
    # Marked texts are bold: there is room for that everywhere.
    return max((text_width(line, size, look.code, bold=True) for line in lines), default=0.0)


def node_parts(node: GraphNode) -> list[str]:
    """The lines that a node's label has, before any is wrapped."""
    return [flatten(part) for part in clean(node.label).split("\n") if flatten(part)]


def measure_node(
    node: GraphNode,
    texts: Mapping[str, str],
    look: PictureLook,
    loops: tuple[LabelSize, ...],
    ports: int,
    sideways: bool,
) -> NodeSize:
    """Measure a node with this many edges on its busier side; its loops always stand on the right."""
    lines = tuple(line for part in node_parts(node) for line in wrap(texts[part], 24, 24))
    note = wrap(texts[flatten(node.note)], 26, 26)
    text = max(_widest(lines, NODE_FONT, look), _widest(note, NOTE_FONT, look))
    rim = 4 if node.shape == "double" else 0
    width = max(text + 14, _SMALLEST) + rim
    taller = max(len(lines) - 1, 0) * NODE_LINE + len(note) * NOTE_LINE
    height = _SMALLEST + taller - (1 if note else 0) + rim
    room = min(_PORT * (ports + 1), _WIDEST_PORTS)
    stack = sum(loop_pitch(loop) for loop in loops)
    if sideways:
        height = max(height, room)
        return NodeSize(lines, note, width, height + stack, height, loops)
    width = max(width, room)
    return NodeSize(lines, note, width, max(height, stack + 4), width, loops)


def loop_pitch(loop: LabelSize) -> float:
    """Return the height that one self loop takes at the side of its node."""
    return max(18.0, loop.height + 5)


def node_extent(size: NodeSize, initial: bool, sideways: bool) -> Extent:
    """Return the room of a node with its loops and entry arrow, and a margin."""
    reach = LOOP_LABEL + max(loop.width for loop in size.loops) if size.loops else 0.0
    entry = ENTRY if initial else 0.0
    if sideways:
        return Extent(
            size.ports / 2 + entry + 8, size.height - size.ports / 2 + 8, size.width / 2, size.width / 2 + reach
        )
    return Extent(size.width / 2 + entry + 9, size.width / 2 + reach + 9, size.height / 2, size.height / 2)


def label_extent(size: LabelSize, sideways: bool) -> Extent:
    """Return the room of a label beside (or, sideways, above) the line it belongs to."""
    if not size.lines:
        return bend_extent()
    if sideways:
        return Extent(size.height + 5, 4, size.width / 2, size.width / 2)
    return Extent(7, size.width + 12, size.height / 2, size.height / 2)


def bend_extent() -> Extent:
    """Return the room of a line passing through a layer."""
    return Extent(6, 6, 0, 0)
