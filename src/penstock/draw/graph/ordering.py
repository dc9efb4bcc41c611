"""Order within the layers: few crossings, found by median sweeps and swaps of neighbours."""

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable, Iterator
from random import Random

from penstock.draw.graph.skeleton import Skeleton
from penstock.graphs import breadth_first, depth_first

Layers = list[list[int]]
# Sweeps by number of vertices: a large drawing is read in pieces, and must not take minutes.
_SWEEPS = ((600, 24), (2_500, 12), (10_000, 6), (40_000, 3))
_SWAPS_UP_TO = 4_000
_SHUFFLED_UP_TO = 200
_SHUFFLES = 6
_HURRIED = 3
# Each kind of sweep is tried once before giving up.
_PATIENCE = 8


def order(skeleton: Skeleton, hurried: bool = False) -> Layers:
    """Return the vertices of every layer from left to right; in a hurry, a good order instead of the best one."""
    size = len(skeleton.ranks)
    sweeps = next((sweeps for limit, sweeps in _SWEEPS if size <= limit), 1)
    if hurried:
        return _improve(skeleton, _depth_first(skeleton), min(sweeps, _HURRIED))[1]
    best: tuple[int, Layers] | None = None
    for start in _starts(skeleton, size):
        found = _improve(skeleton, start, sweeps)
        if best is None or found[0] < best[0]:
            best = found
        if not best[0]:
            break
    return best[1] if best else []


def _starts(skeleton: Skeleton, size: int) -> Iterator[Layers]:
    first = _depth_first(skeleton)
    yield first
    if size <= _SWEEPS[1][0]:
        yield _breadth_first(skeleton)
        yield [layer[::-1] for layer in first]
    if size <= _SHUFFLED_UP_TO:
        yield from (_shuffled(first, seed) for seed in range(_SHUFFLES))


def crossings(skeleton: Skeleton, layers: Layers) -> int:
    """Count the pairs of steps that cross."""
    place = _places(skeleton, layers)
    return sum(_between(skeleton, layer, place) for layer in layers[:-1])


def _improve(skeleton: Skeleton, start: Layers, sweeps: int) -> tuple[int, Layers]:
    layers = [list(layer) for layer in start]
    best, kept = crossings(skeleton, layers), [list(layer) for layer in layers]
    idle = 0
    for number in range(sweeps):
        if not best or idle == _PATIENCE:
            break
        _sweep(skeleton, layers, number)
        if len(skeleton.ranks) <= _SWAPS_UP_TO:
            _swap(skeleton, layers)
        count = crossings(skeleton, layers)
        idle += 1
        if count < best:
            idle = 0
            best, kept = count, [list(layer) for layer in layers]
    return best, kept


def _depth_first(skeleton: Skeleton) -> Layers:
    return _in_layers(skeleton, depth_first(_all(skeleton), skeleton.below.__getitem__))


def _breadth_first(skeleton: Skeleton) -> Layers:
    beside = breadth_first(_all(skeleton), lambda vertex: [*skeleton.below[vertex], *skeleton.above[vertex]])
    return _in_layers(skeleton, beside)


def _all(skeleton: Skeleton) -> list[int]:
    return [vertex for layer in skeleton.layers() for vertex in layer]


def _in_layers(skeleton: Skeleton, vertices: Iterable[int]) -> Layers:
    layers: Layers = [[] for _ in skeleton.layers()]
    for vertex in vertices:
        layers[skeleton.ranks[vertex]].append(vertex)
    return layers


def _shuffled(layers: Layers, seed: int) -> Layers:
    # The seed is fixed: the same graph always gets the same drawing.
    chance = Random(seed)
    return [chance.sample(layer, len(layer)) for layer in layers]


def _places(skeleton: Skeleton, layers: Layers) -> list[int]:
    place = [0] * len(skeleton.ranks)
    for layer in layers:
        for position, vertex in enumerate(layer):
            place[vertex] = position
    return place


def _between(skeleton: Skeleton, layer: list[int], place: list[int]) -> int:
    passed: list[int] = []
    found = 0
    for vertex in layer:
        ends = _ends(skeleton.below[vertex], place)
        for end in ends:
            if passed and passed[-1] > end:
                found += len(passed) - bisect_right(passed, end)
        for end in ends:
            insort(passed, end)
    return found


def _sweep(skeleton: Skeleton, layers: Layers, number: int) -> None:
    # Even sweeps go down and look up, odd ones the other way; every second pair breaks ties from the right.
    down, mirrored, mean = number % 2 == 0, number % 4 >= 2, number % 8 >= 4
    place = _places(skeleton, layers)
    neighbours = skeleton.above if down else skeleton.below
    for layer in layers if down else reversed(layers):
        wanted = {vertex: _centre(neighbours[vertex], place, mean) for vertex in layer if neighbours[vertex]}
        movable = [vertex for vertex in layer if vertex in wanted]
        if mirrored:
            movable.reverse()
        movable.sort(key=wanted.__getitem__)
        rest = iter(movable)
        layer[:] = [next(rest) if vertex in wanted else vertex for vertex in layer]
        for position, vertex in enumerate(layer):
            place[vertex] = position


def _centre(others: list[int], place: list[int], mean: bool) -> float:
    if len(others) == 1:
        return place[others[0]]
    positions = _ends(others, place)
    if mean:
        return sum(positions) / len(positions)
    half = len(positions) // 2
    if len(positions) % 2:
        return positions[half]
    return (positions[half - 1] + positions[half]) / 2


def _swap(skeleton: Skeleton, layers: Layers, rounds: int = 8) -> None:
    place = _places(skeleton, layers)
    fresh = set(range(len(layers)))
    for _ in range(rounds):
        changed = [number for number in sorted(fresh) if _swap_layer(skeleton, layers[number], place)]
        # Only where something moved, or next to it, can a swap help that did not help before.
        fresh = {near for number in changed for near in (number - 1, number, number + 1) if 0 <= near < len(layers)}
        if not fresh:
            return


def _swap_layer(skeleton: Skeleton, layer: list[int], place: list[int]) -> bool:
    changed = False
    above = [_ends(skeleton.above[vertex], place) for vertex in layer]
    below = [_ends(skeleton.below[vertex], place) for vertex in layer]
    for left in range(len(layer) - 1):
        right = left + 1
        now = _inversions(above[left], above[right]) + _inversions(below[left], below[right])
        if now and now > _inversions(above[right], above[left]) + _inversions(below[right], below[left]):
            layer[left], layer[right] = layer[right], layer[left]
            above[left], above[right] = above[right], above[left]
            below[left], below[right] = below[right], below[left]
            place[layer[left]], place[layer[right]] = left, right
            changed = True
    return changed


def _ends(others: list[int], place: list[int]) -> list[int]:
    ends = [place[other] for other in others]
    ends.sort()
    return ends


def _inversions(left: list[int], right: list[int]) -> int:
    # Crossings when `left` stands left of `right`: ends of `right` strictly before an end of `left`.
    if not left or not right or left[-1] <= right[0]:
        return 0
    found = 0
    for end in left:
        found += bisect_left(right, end)
    return found
