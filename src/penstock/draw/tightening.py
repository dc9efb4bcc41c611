"""Shorter lines across: groups of vertices move, all together, to where their lines are shortest.

The order within the layers and the room around each vertex stay as they are, and so do
straight trunks.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from penstock.draw.skeleton import Skeleton

Layers = list[list[int]]
# Rounds by number of vertices: beyond that, what is gained is not worth the wait.
_ROUNDS = ((1_000, 40), (5_000, 12), (20_000, 4))


@dataclass(frozen=True, slots=True)
class _Row:
    """The layers as neighbours: who stands left and right of each vertex (-1: nobody), and how far at least."""

    left: list[int]
    right: list[int]
    before: Sequence[float]
    after: Sequence[float]


def tighten(
    skeleton: Skeleton, layers: Layers, before: Sequence[float], after: Sequence[float], places: list[float]
) -> list[float]:
    """Return better positions than the ones given."""
    size = len(places)
    rounds = next((rounds for limit, rounds in _ROUNDS if size <= limit), 1)
    row = _row(layers, size, before, after)
    places = list(places)
    for number in range(rounds):
        groups = _groups(skeleton, places, straight=number % 2 == 1)
        moved = [_settle(skeleton, row, group, places) for group in groups]
        if number % 2 and not any(moved):
            break
    start = min((place - room for place, room in zip(places, before, strict=True)), default=0.0)
    return [place - start for place in places]


def _row(layers: Layers, size: int, before: Sequence[float], after: Sequence[float]) -> _Row:
    left, right = [-1] * size, [-1] * size
    for layer in layers:
        for one, other in zip(layer, layer[1:], strict=False):
            left[other], right[one] = one, other
    return _Row(left, right, before, after)


def _groups(skeleton: Skeleton, places: list[float], straight: bool) -> list[list[int]]:
    """Return the vertices that move as one: trunks, or everything joined by straight lines."""
    leader = list(range(len(places)))

    def find(vertex: int) -> int:
        while leader[vertex] != vertex:
            leader[vertex] = vertex = leader[leader[vertex]]
        return vertex

    for low, others in enumerate(skeleton.above):
        for high in others:
            if (straight or skeleton.mates.get(low) == high) and abs(places[low] - places[high]) < 0.01:
                leader[find(low)] = find(high)
    groups: dict[int, list[int]] = {}
    for vertex in range(len(places)):
        groups.setdefault(find(vertex), []).append(vertex)
    return list(groups.values())


def _settle(skeleton: Skeleton, row: _Row, group: list[int], places: list[float]) -> bool:
    inside = set(group)
    pulls = [
        (places[other] - places[vertex], _weight(skeleton, vertex, other))
        for vertex in group
        for other in (*skeleton.above[vertex], *skeleton.below[vertex])
        if other not in inside
    ]
    if not pulls:
        return False
    low, high = _room(row, group, inside, places)
    shift = min(max(_median(pulls), low), high)
    if abs(shift) < 0.01:
        return False
    for vertex in group:
        places[vertex] += shift
    return True


def _weight(skeleton: Skeleton, one: int, other: int) -> int:
    # Short edges between nodes carry the shape of the drawing; long ones may bend where they leave it.
    if skeleton.mates.get(one) == other or skeleton.mates.get(other) == one:
        return 8
    return 2 if min(one, other) < skeleton.nodes and max(one, other) in skeleton.labels else 1


def _room(row: _Row, group: list[int], inside: set[int], places: list[float]) -> tuple[float, float]:
    low, high = float("-inf"), float("inf")
    for vertex in group:
        left, right = row.left[vertex], row.right[vertex]
        if left >= 0 and left not in inside:
            low = max(low, places[left] + row.after[left] + row.before[vertex] - places[vertex])
        if right >= 0 and right not in inside:
            high = min(high, places[right] - row.before[right] - row.after[vertex] - places[vertex])
    # Rounding may leave a hair less than no room at all.
    return min(low, 0.0), max(high, 0.0)


def _median(pulls: list[tuple[float, int]]) -> float:
    """Return the shift, of the best ones the smallest, that makes the sum of all pulls least."""
    pulls.sort()
    half = sum(weight for _, weight in pulls) / 2
    passed = 0
    for number, (pull, weight) in enumerate(pulls):
        passed += weight
        if passed > half:
            return pull
        if passed == half:
            return min(max(0.0, pull), pulls[number + 1][0])
    return 0.0
