"""Shorter lines across: groups of vertices move, all together, to where their lines are shortest.

Fit positions stay fit, straight trunks straight, and the drawing becomes no wider.
"""

from collections.abc import Sequence

from penstock.draw.graph.arrangement import NEAR, Arrangement, group, weigh

# Rounds by number of vertices: beyond that, what is gained is not worth the wait.
_ROUNDS = ((1_000, 40), (5_000, 12), (20_000, 4))
_SNAPS = 6
# A jog smaller than this looks like a mistake.
_ALMOST = 14.0


def tighten(arrangement: Arrangement, start: Sequence[float]) -> list[float]:
    """Return better positions than the fit ones given."""
    places = list(start)
    width = arrangement.bounds(places)[1]
    rounds = next((rounds for limit, rounds in _ROUNDS if len(places) <= limit), 2)
    for number in range(rounds):
        together = group(arrangement.skeleton, places, straight=number % 2 == 1)
        moved = [_settle(arrangement, members, places, width) for members in together]
        if number % 2 and not any(moved):
            break
    return places


def snap(arrangement: Arrangement, start: Sequence[float]) -> list[float]:
    """Return positions in which lines that are almost straight are straight, wherever there is room for it."""
    places = list(start)
    width = arrangement.bounds(places)[1]
    for _ in range(_SNAPS):
        together = group(arrangement.skeleton, places, straight=True)
        moved = [_snap(arrangement, members, places, width) for members in together]
        if not any(moved):
            break
    return places


def _snap(arrangement: Arrangement, members: list[int], places: list[float], width: float) -> bool:
    inside = set(members)
    shifts = sorted((pull for pull, _ in _pulls(arrangement, members, inside, places)), key=abs)
    low, high = _room(arrangement, inside, places, width)
    shift = next((shift for shift in shifts if NEAR < abs(shift) < _ALMOST and low <= shift <= high), 0.0)
    for vertex in members:
        places[vertex] += shift
    return shift != 0


def _settle(arrangement: Arrangement, members: list[int], places: list[float], width: float) -> bool:
    inside = set(members)
    pulls = _pulls(arrangement, members, inside, places)
    if not pulls:
        return False
    low, high = _room(arrangement, inside, places, width)
    # Between two ends a node looks best in the middle, a line best in line with one of them.
    shift = _median(pulls, central=min(members) < arrangement.skeleton.nodes)
    shift = min(max(shift, low), high)
    if abs(shift) < NEAR:
        return False
    for vertex in members:
        places[vertex] += shift
    return True


def _pulls(
    arrangement: Arrangement, members: list[int], inside: set[int], places: list[float]
) -> list[tuple[float, int]]:
    skeleton = arrangement.skeleton
    return [
        (places[other] - places[vertex], weigh(skeleton, vertex, other))
        for vertex in members
        for other in (*skeleton.above[vertex], *skeleton.below[vertex])
        if other not in inside
    ]


def _room(arrangement: Arrangement, inside: set[int], places: list[float], width: float) -> tuple[float, float]:
    low, high = float("-inf"), float("inf")
    before, after = arrangement.before, arrangement.after
    for vertex in inside:
        left, right = arrangement.left[vertex], arrangement.right[vertex]
        if left not in inside:
            edge = places[left] + after[left] if left >= 0 else 0.0
            low = max(low, edge + before[vertex] - places[vertex])
        if right not in inside:
            edge = places[right] - before[right] if right >= 0 else width
            high = min(high, edge - after[vertex] - places[vertex])
    # Rounding may leave a hair less than no room at all.
    return min(low, 0.0), max(high, 0.0)


def _median(pulls: list[tuple[float, int]], central: bool) -> float:
    """Return the shift, of the best ones the smallest, that makes the sum of all pulls least."""
    pulls.sort()
    half = sum(weight for _, weight in pulls) / 2
    passed = 0
    for number, (pull, weight) in enumerate(pulls):
        passed += weight
        if passed > half:
            return pull
        if passed == half:
            ends = (pull, pulls[number + 1][0])
            return 0.0 if central and ends[0] < 0 < ends[1] else min(ends, key=abs)
    return 0.0
