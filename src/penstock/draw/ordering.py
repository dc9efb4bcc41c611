"""Order within the layers: few crossings, found by median sweeps and swaps of neighbours."""

from bisect import bisect_left, bisect_right, insort

from penstock.draw.skeleton import Skeleton

Layers = list[list[int]]
# Sweeps by number of vertices: a large drawing is read in pieces, and must not take minutes.
_SWEEPS = ((600, 24), (2_500, 12), (10_000, 6), (40_000, 3))
_SWAPS_UP_TO = 4_000


def order(skeleton: Skeleton) -> Layers:
    """Return the vertices of every layer from left to right."""
    size = len(skeleton.ranks)
    sweeps = next((sweeps for limit, sweeps in _SWEEPS if size <= limit), 1)
    starts = [_depth_first(skeleton)]
    if size <= _SWEEPS[1][0]:
        starts += [_breadth_first(skeleton), [layer[::-1] for layer in starts[0]]]
    candidates = [_improve(skeleton, start, sweeps) for start in starts]
    return min(candidates, key=lambda found: found[0])[1]


def crossings(skeleton: Skeleton, layers: Layers) -> int:
    """Count the pairs of steps that cross."""
    place = _places(skeleton, layers)
    return sum(_between(skeleton, layer, place) for layer in layers[:-1])


def _improve(skeleton: Skeleton, start: Layers, sweeps: int) -> tuple[int, Layers]:
    layers = [list(layer) for layer in start]
    best, kept = crossings(skeleton, layers), [list(layer) for layer in layers]
    for number in range(sweeps):
        if not best:
            break
        _sweep(skeleton, layers, number)
        if len(skeleton.ranks) <= _SWAPS_UP_TO:
            _swap(skeleton, layers)
        count = crossings(skeleton, layers)
        if count < best:
            best, kept = count, [list(layer) for layer in layers]
    return best, kept


def _depth_first(skeleton: Skeleton) -> Layers:
    layers: Layers = [[] for _ in skeleton.layers()]
    seen = [False] * len(skeleton.ranks)
    for root in (vertex for layer in skeleton.layers() for vertex in layer):
        stack = [root]
        while stack:
            vertex = stack.pop()
            if not seen[vertex]:
                seen[vertex] = True
                layers[skeleton.ranks[vertex]].append(vertex)
                stack += reversed(skeleton.below[vertex])
    return layers


def _breadth_first(skeleton: Skeleton) -> Layers:
    layers: Layers = [[] for _ in skeleton.layers()]
    seen = [False] * len(skeleton.ranks)
    for root in (vertex for layer in skeleton.layers() for vertex in layer):
        queue = [root]
        for vertex in queue:
            if not seen[vertex]:
                seen[vertex] = True
                layers[skeleton.ranks[vertex]].append(vertex)
                queue += [*skeleton.below[vertex], *skeleton.above[vertex]]
    return layers


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
        ends = sorted(place[other] for other in skeleton.below[vertex])
        found += sum(len(passed) - bisect_right(passed, end) for end in ends)
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
    positions = sorted(place[other] for other in others)
    if mean:
        return sum(positions) / len(positions)
    half = len(positions) // 2
    if len(positions) % 2:
        return positions[half]
    return (positions[half - 1] + positions[half]) / 2


def _swap(skeleton: Skeleton, layers: Layers, rounds: int = 8) -> None:
    place = _places(skeleton, layers)
    for _ in range(rounds):
        if not any([_swap_layer(skeleton, layer, place) for layer in layers]):
            return


def _swap_layer(skeleton: Skeleton, layer: list[int], place: list[int]) -> bool:
    changed = False
    sides = [
        {vertex: sorted(place[other] for other in neighbours[vertex]) for vertex in layer}
        for neighbours in (skeleton.above, skeleton.below)
    ]
    for position in range(len(layer) - 1):
        left, right = layer[position], layer[position + 1]
        gain = sum(_inversions(ends[left], ends[right]) - _inversions(ends[right], ends[left]) for ends in sides)
        if gain > 0:
            layer[position], layer[position + 1] = right, left
            place[left], place[right] = position + 1, position
            changed = True
    return changed


def _inversions(left: list[int], right: list[int]) -> int:
    # Crossings when `left` stands left of `right`: ends of `right` strictly before an end of `left`.
    return sum(bisect_left(right, end) for end in left)
