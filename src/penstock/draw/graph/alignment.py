"""Positions across the layers, after Brandes and Köpf: four extreme alignments and their middle.

Trunks come out straight, and no two vertices of a layer come closer than their extents allow.
"""

from collections.abc import Sequence
from itertools import pairwise

from penstock.draw.graph.arrangement import Arrangement
from penstock.draw.graph.skeleton import Skeleton

Layers = Sequence[Sequence[int]]


def align(arrangement: Arrangement) -> list[float]:
    """Return a fit position for each vertex; the drawing begins at zero."""
    skeleton, layers = arrangement.skeleton, arrangement.layers
    before, after = arrangement.before, arrangement.after
    blocked = _blocked(skeleton, layers)
    found: list[list[float]] = []
    for upward in (False, True):
        rows = layers[::-1] if upward else layers
        neighbours = _neighbours(skeleton, upward)
        for mirrored in (False, True):
            turned = [row[::-1] for row in rows] if mirrored else rows
            roots = _blocks(turned, neighbours, blocked)
            extents = (after, before) if mirrored else (before, after)
            places = _compact(turned, roots, *extents)
            found.append([-place for place in places] if mirrored else places)
    return _middle(arrangement, found)


def _neighbours(skeleton: Skeleton, upward: bool) -> list[list[int]]:
    # A vertex of a trunk follows its trunk and nothing else follows it, whatever joins there.
    follows = {high: low for low, high in skeleton.mates.items()} if upward else skeleton.mates
    taken = set(follows.values())
    return [
        [follows[vertex]] if vertex in follows else [other for other in others if other not in taken]
        for vertex, others in enumerate(skeleton.below if upward else skeleton.above)
    ]


def _blocked(skeleton: Skeleton, layers: Layers) -> set[tuple[int, int]]:
    """Return the steps (above, below) that cross a piece of a trunk."""
    place = {vertex: position for layer in layers for position, vertex in enumerate(layer)}
    blocked: set[tuple[int, int]] = set()
    for upper, lower in pairwise(layers):
        start, left = 0, -1
        for position, vertex in enumerate(lower):
            mate = skeleton.mates.get(vertex)
            if mate is None and position < len(lower) - 1:
                continue
            right = len(upper) if mate is None else place[mate]
            for other in lower[start : position + 1]:
                blocked.update(
                    (high, other)
                    for high in skeleton.above[other]
                    if not left <= place[high] <= right and skeleton.mates.get(other) != high
                )
            start, left = position + 1, right
    return blocked


def _blocks(rows: Layers, neighbours: list[list[int]], blocked: set[tuple[int, int]]) -> list[int]:
    """Return for each vertex the first vertex of the straight block it belongs to."""
    roots = list(range(len(neighbours)))
    place = [0] * len(roots)
    for row in rows:
        for position, vertex in enumerate(row):
            place[vertex] = position
    for row in rows[1:]:
        last = -1
        for vertex in row:
            others = sorted(neighbours[vertex], key=place.__getitem__)
            for other in others[(len(others) - 1) // 2 : len(others) // 2 + 1]:
                if last < place[other] and not {(other, vertex), (vertex, other)} & blocked:
                    roots[vertex] = roots[other]
                    last = place[other]
                    break
    return roots


def _compact(rows: Layers, roots: list[int], before: Sequence[float], after: Sequence[float]) -> list[float]:
    following: dict[int, dict[int, float]] = {root: {} for root in roots}
    waiting = dict.fromkeys(following, 0)
    for row in rows:
        for left, right in pairwise(row):
            room, ends = after[left] + before[right], following[roots[left]]
            if roots[right] not in ends:
                waiting[roots[right]] += 1
            ends[roots[right]] = max(room, ends.get(roots[right], room))
    order = [root for root, number in waiting.items() if not number]
    places = {root: before[root] for root in order}
    for root in order:
        for other, room in following[root].items():
            places[other] = max(places.get(other, before[other]), places[root] + room)
            waiting[other] -= 1
            if not waiting[other]:
                order.append(other)
    # Blocks with room to spare move towards what stands beside them.
    for root in reversed(order):
        if following[root]:
            places[root] = min(places[other] - room for other, room in following[root].items())
    return [places[root] for root in roots]


def _middle(arrangement: Arrangement, found: list[list[float]]) -> list[float]:
    bounds = [arrangement.bounds(places) for places in found]
    low, high = min(bounds, key=lambda bound: bound[1] - bound[0])
    for number, places in enumerate(found):
        # Alignments to the left share their left edge, the mirrored ones their right edge.
        shift = high - bounds[number][1] if number % 2 else low - bounds[number][0]
        found[number] = [place + shift for place in places]
    middle = [sum(sorted(four)[1:3]) / 2 for four in zip(*found, strict=True)]
    start = arrangement.bounds(middle)[0]
    return [place - start for place in middle]
