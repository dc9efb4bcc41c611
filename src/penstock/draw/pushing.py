"""The last polish of positions: a vertex that is held back by its neighbours pushes them along.

Moving one group at a time stops where groups touch.  Here everything touched joins the move
as long as the move as a whole makes the lines shorter.
"""

from collections.abc import Mapping, Sequence

from penstock.draw.arrangement import NEAR, Arrangement, group, weigh

# Rounds by number of vertices, and how large a crowd may grow before it is given up.
_ROUNDS = ((400, 24), (1_000, 8), (3_000, 2))
_LARGEST = 200


def push(arrangement: Arrangement, start: Sequence[float]) -> list[float]:
    """Return better positions than the fit ones given, in a drawing no wider."""
    places = list(start)
    width = arrangement.bounds(places)[1]
    for _ in range(next((rounds for limit, rounds in _ROUNDS if len(places) <= limit), 0)):
        atoms = group(arrangement.skeleton, places, straight=False)
        seeds = group(arrangement.skeleton, places, straight=True) + atoms
        owner = {vertex: atom for atom in atoms for vertex in atom}
        if not any([_advance(arrangement, places, width, seed, owner, way) for seed in seeds for way in (-1, 1)]):
            break
    return places


def _advance(
    arrangement: Arrangement,
    places: list[float],
    width: float,
    seed: Sequence[int],
    owner: Mapping[int, Sequence[int]],
    way: int,
) -> bool:
    crowd = _crowd(arrangement, places, width, seed, owner, way)
    gain, reach = _gain(arrangement, places, crowd, way)
    if gain <= 0:
        return False
    step = min(reach, _clear(arrangement, places, width, crowd, way)) * way
    for vertex in crowd:
        places[vertex] += step
    return True


def _crowd(
    arrangement: Arrangement,
    places: list[float],
    width: float,
    seed: Sequence[int],
    owner: Mapping[int, Sequence[int]],
    way: int,
) -> dict[int, None]:
    """Return the seed with everything it touches in this direction; nothing if it cannot move."""
    crowd = dict.fromkeys(seed)
    queue = list(seed)
    while queue:
        ahead, distance = _ahead(arrangement, places, width, queue.pop(), way)
        if ahead in crowd or distance > NEAR:
            continue
        if ahead < 0 or len(crowd) > _LARGEST:
            return {}
        fresh = [other for other in owner[ahead] if other not in crowd]
        crowd.update(dict.fromkeys(fresh))
        queue += fresh
    return crowd


def _ahead(arrangement: Arrangement, places: list[float], width: float, vertex: int, way: int) -> tuple[int, float]:
    """Return who stands next in this direction (-1: the edge of the drawing) and how much room is left."""
    before, after = arrangement.before, arrangement.after
    if way > 0:
        other = arrangement.right[vertex]
        limit = places[other] - before[other] if other >= 0 else width
        return other, limit - after[vertex] - places[vertex]
    other = arrangement.left[vertex]
    limit = places[other] + after[other] if other >= 0 else 0.0
    return other, places[vertex] - before[vertex] - limit


def _clear(arrangement: Arrangement, places: list[float], width: float, crowd: dict[int, None], way: int) -> float:
    found = (_ahead(arrangement, places, width, vertex, way) for vertex in crowd)
    return min(distance for ahead, distance in found if ahead not in crowd)


def _gain(arrangement: Arrangement, places: list[float], crowd: dict[int, None], way: int) -> tuple[int, float]:
    """Return by how much the lines shorten for each unit of the move, and how far that holds."""
    skeleton = arrangement.skeleton
    gain, reach = 0, float("inf")
    for vertex in crowd:
        for other in (*skeleton.above[vertex], *skeleton.below[vertex]):
            if other in crowd:
                continue
            distance = (places[other] - places[vertex]) * way
            gain += weigh(skeleton, vertex, other) * (1 if distance > NEAR else -1)
            reach = min(reach, distance) if distance > NEAR else reach
    return gain, reach
