"""Layers in order, with the room each vertex takes: what every step of finding positions starts from.

A list of positions is *fit* if neighbours in a layer keep their distance:
`places[left] + after[left] + before[right] <= places[right]`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from penstock.draw.graph.skeleton import Skeleton
from penstock.graphs import joined

# Positions closer than this are the same to the eye.
NEAR = 0.01


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A skeleton whose layers are in order; `left` and `right` name the neighbours in the layer, -1 for none."""

    skeleton: Skeleton
    layers: Sequence[Sequence[int]]
    before: Sequence[float]
    after: Sequence[float]
    left: Sequence[int]
    right: Sequence[int]

    def bounds(self, places: Sequence[float]) -> tuple[float, float]:
        """Return where the drawing begins and ends across."""
        return (
            min((place - room for place, room in zip(places, self.before, strict=True)), default=0.0),
            max((place + room for place, room in zip(places, self.after, strict=True)), default=0.0),
        )


def arrange(
    skeleton: Skeleton, layers: Sequence[Sequence[int]], before: Sequence[float], after: Sequence[float]
) -> Arrangement:
    """Put the parts together."""
    left, right = [-1] * len(before), [-1] * len(before)
    for layer in layers:
        for one, other in pairwise(layer):
            left[other], right[one] = one, other
    return Arrangement(skeleton, layers, before, after, left, right)


def weigh(skeleton: Skeleton, one: int, other: int) -> int:
    """Return how much it matters that the line between two neighbours is straight."""
    if skeleton.mates.get(one) == other or skeleton.mates.get(other) == one:
        return 8
    # Short edges between nodes carry the shape of the drawing; long ones may bend where they leave it.
    return 2 if min(one, other) < skeleton.nodes and max(one, other) in skeleton.labels else 1


def group(skeleton: Skeleton, places: Sequence[float], straight: bool) -> list[list[int]]:
    """Return the vertices that are better moved as one: straight trunks, or all that is joined by straight lines."""
    tied = (
        (low, high)
        for low, others in enumerate(skeleton.above)
        for high in others
        if (straight or skeleton.mates.get(low) == high) and abs(places[low] - places[high]) < NEAR
    )
    return joined(range(len(places)), tied)
