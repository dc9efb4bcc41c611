"""The last polish of positions: a vertex that is held back by its neighbours pushes them along.

Moving one group at a time stops where groups touch.  Here everything touched joins the move
as long as the move as a whole makes the lines shorter.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from penstock.draw.graph.arrangement import NEAR, Arrangement, group, weigh

# Rounds by number of vertices, and how large a crowd may grow before it is given up.
_ROUNDS = ((400, 24), (1_000, 8), (3_000, 2))
_LARGEST = 200


@dataclass(frozen=True, slots=True)
class _Floor:
    """Where everything stands now; `places` changes as crowds move, and `owner` names what moves as one."""

    arrangement: Arrangement
    places: list[float]
    width: float
    owner: Mapping[int, Sequence[int]]


def push(arrangement: Arrangement, start: Sequence[float]) -> list[float]:
    """Return better positions than the fit ones given, in a drawing no wider."""
    places = list(start)
    width = arrangement.bounds(places)[1]
    for _ in range(next((rounds for limit, rounds in _ROUNDS if len(places) <= limit), 0)):
        atoms = group(arrangement.skeleton, places, straight=False)
        seeds = group(arrangement.skeleton, places, straight=True) + atoms
        floor = _Floor(arrangement, places, width, {vertex: atom for atom in atoms for vertex in atom})
        moved = [_advance(floor, seed, way) for seed in seeds for way in (-1, 1)]
        if not any(moved):
            break
    return places


def _advance(floor: _Floor, seed: Sequence[int], way: int) -> bool:
    crowd = _crowd(floor, seed, way)
    gain, reach = _gain(floor, crowd, way)
    if gain <= 0:
        return False
    step = min(reach, _clear(floor, crowd, way)) * way
    for vertex in crowd:
        floor.places[vertex] += step
    return True


def _crowd(floor: _Floor, seed: Sequence[int], way: int) -> Collection[int]:
    """Return the seed with everything it touches in this direction; nothing if it cannot move."""
    # A dictionary, not a set, so that sums are made in the same order on every machine.
    crowd = dict.fromkeys(seed)
    queue = list(seed)
    while queue:
        ahead, distance = _ahead(floor, queue.pop(), way)
        if ahead in crowd or distance > NEAR:
            continue
        if ahead < 0 or len(crowd) > _LARGEST:
            return ()
        fresh = [other for other in floor.owner[ahead] if other not in crowd]
        crowd.update(dict.fromkeys(fresh))
        queue += fresh
    return crowd.keys()


def _ahead(floor: _Floor, vertex: int, way: int) -> tuple[int, float]:
    """Return who stands next in this direction (-1: the edge of the drawing) and how much room is left."""
    arrangement, places = floor.arrangement, floor.places
    before, after = arrangement.before, arrangement.after
    if way > 0:
        other = arrangement.right[vertex]
        limit = places[other] - before[other] if other >= 0 else floor.width
        return other, limit - after[vertex] - places[vertex]
    other = arrangement.left[vertex]
    limit = places[other] + after[other] if other >= 0 else 0.0
    return other, places[vertex] - before[vertex] - limit


def _clear(floor: _Floor, crowd: Collection[int], way: int) -> float:
    found = (_ahead(floor, vertex, way) for vertex in crowd)
    return min(distance for ahead, distance in found if ahead not in crowd)


def _gain(floor: _Floor, crowd: Collection[int], way: int) -> tuple[int, float]:
    """Return by how much the lines shorten for each unit of the move, and how far that holds."""
    skeleton, places = floor.arrangement.skeleton, floor.places
    gain, reach = 0, float("inf")
    for vertex in crowd:
        for other in (*skeleton.above[vertex], *skeleton.below[vertex]):
            if other in crowd:
                continue
            distance = (places[other] - places[vertex]) * way
            gain += weigh(skeleton, vertex, other) * (1 if distance > NEAR else -1)
            reach = min(reach, distance) if distance > NEAR else reach
    return gain, reach
