"""Shorter lines across: groups of vertices move, all together, to where their lines are shortest.

Fit positions stay fit, straight trunks straight, and the drawing becomes no wider.
"""

from collections.abc import Sequence

from penstock.draw.arrangement import NEAR, Arrangement, group, weigh

# Rounds by number of vertices: beyond that, what is gained is not worth the wait.
_ROUNDS = ((1_000, 40), (5_000, 12), (20_000, 4))


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


def _settle(arrangement: Arrangement, members: list[int], places: list[float], width: float) -> bool:
    skeleton, inside = arrangement.skeleton, set(members)
    pulls = [
        (places[other] - places[vertex], weigh(skeleton, vertex, other))
        for vertex in members
        for other in (*skeleton.above[vertex], *skeleton.below[vertex])
        if other not in inside
    ]
    if not pulls:
        return False
    low, high = _room(arrangement, inside, places, width)
    shift = min(max(_median(pulls), low), high)
    if abs(shift) < NEAR:
        return False
    for vertex in members:
        places[vertex] += shift
    return True


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
