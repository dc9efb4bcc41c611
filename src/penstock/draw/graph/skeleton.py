"""The layered skeleton of a graph: every edge cut into steps from one layer to the next.

Nodes lie on even layers, labels on the odd layers between them.  A label stands next to the
source of its edge; from there on, all edges of one style to one target share a trunk, as
tracks share a line.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from penstock.draw.graph.ranking import Arc, backward, outward, rank

# Beyond this many bends a depth-first layering is too deep to be drawn in reasonable time.
_TANGLED = 30_000


@dataclass(slots=True)
class Skeleton:
    """Vertices are the nodes, then the bends; `chains` lists each edge's vertices from source to target."""

    nodes: int
    ranks: list[int]
    above: list[list[int]] = field(default_factory=list)
    below: list[list[int]] = field(default_factory=list)
    chains: list[list[int]] = field(default_factory=list)
    labels: dict[int, int] = field(default_factory=dict)
    # The neighbour above that continues the same trunk: such pairs are drawn straight.
    mates: dict[int, int] = field(default_factory=dict)

    def layers(self) -> list[list[int]]:
        """Return the vertices of each layer, in order of creation."""
        found: list[list[int]] = [[] for _ in range(max(self.ranks, default=-1) + 1)]
        for vertex, layer in enumerate(self.ranks):
            found[layer].append(vertex)
        return found


def assign_ranks(count: int, arcs: Sequence[Arc], roots: Sequence[int]) -> list[int]:
    """Return a layer for each node, with the roots on top and not too much to draw."""
    ranks = _ranked(count, arcs, backward(count, arcs, roots))
    if _bends(arcs, ranks) > _TANGLED:
        ranks = min(ranks, _ranked(count, arcs, outward(count, arcs, roots)), key=lambda one: _bends(arcs, one))
    return ranks


def build(ranks: Sequence[int], arcs: Sequence[Arc], styles: Sequence[str]) -> Skeleton:
    """Cut the arcs into steps; self loops get an empty chain."""
    skeleton = Skeleton(len(ranks), [2 * value for value in ranks])
    trunks: dict[tuple[int, str, bool, int], int] = {}
    for number, arc in enumerate(arcs):
        skeleton.chains.append(_chain(skeleton, trunks, number, arc, styles[number]))
    _connect(skeleton)
    return skeleton


def _ranked(count: int, arcs: Sequence[Arc], against: Sequence[bool]) -> list[int]:
    turned = [arc[::-1] if turn else arc for arc, turn in zip(arcs, against, strict=True) if arc[0] != arc[1]]
    return rank(count, turned)


def _bends(arcs: Sequence[Arc], ranks: Sequence[int]) -> int:
    reach: dict[tuple[int, bool], int] = {}
    for source, target in arcs:
        length = ranks[target] - ranks[source]
        reach[target, length > 0] = max(reach.get((target, length > 0), 0), abs(length))
    return 2 * sum(reach.values())


def _chain(
    skeleton: Skeleton, trunks: dict[tuple[int, str, bool, int], int], number: int, arc: Arc, style: str
) -> list[int]:
    source, target = arc
    if source == target:
        return []
    step = 1 if skeleton.ranks[target] > skeleton.ranks[source] else -1
    label = _bend(skeleton, skeleton.ranks[source] + step)
    skeleton.labels[label] = number
    chain = [source, label]
    for layer in range(skeleton.ranks[label] + step, skeleton.ranks[target], step):
        key = (target, style, step > 0, layer)
        if key not in trunks:
            trunks[key] = _bend(skeleton, layer)
        chain.append(trunks[key])
    return [*chain, target]


def _bend(skeleton: Skeleton, layer: int) -> int:
    skeleton.ranks.append(layer)
    return len(skeleton.ranks) - 1


def _connect(skeleton: Skeleton) -> None:
    above: list[dict[int, None]] = [{} for _ in skeleton.ranks]
    below: list[dict[int, None]] = [{} for _ in skeleton.ranks]
    for chain in skeleton.chains:
        for one, other in pairwise(chain):
            high, low = (one, other) if skeleton.ranks[one] < skeleton.ranks[other] else (other, one)
            below[high][low] = None
            above[low][high] = None
            if _on_trunk(skeleton, high) and _on_trunk(skeleton, low):
                skeleton.mates[low] = high
    skeleton.above = [list(others) for others in above]
    skeleton.below = [list(others) for others in below]


def _on_trunk(skeleton: Skeleton, vertex: int) -> bool:
    return vertex >= skeleton.nodes and vertex not in skeleton.labels
