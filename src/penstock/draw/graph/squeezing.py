"""A narrower drawing of the same order: positions are scaled down, and straight trunks stay straight."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from penstock.draw.graph.arrangement import NEAR, Arrangement

# A little more than the least width, or there is no room left to make anything straight.
_EASE = 1.08


@dataclass(frozen=True, slots=True)
class _Blocks:
    """What must stay straight moves as one block; `following` gives the least distance to blocks on the right."""

    roots: Sequence[int]
    order: Sequence[int]
    following: Mapping[int, Mapping[int, float]]
    before: Mapping[int, float]
    after: Mapping[int, float]


def squeeze(arrangement: Arrangement, places: Sequence[float], width: float) -> list[float]:
    """Return fit positions within the width, or within little more than the least possible one."""
    now = arrangement.bounds(places)[1]
    blocks = _blocks(arrangement, places)
    low = _leftmost(blocks)
    least = max((low[root] + blocks.after[root] for root in blocks.order), default=0.0)
    width = max(width, least * _EASE)
    if width >= now:
        return list(places)
    high = _rightmost(blocks, width)
    wanted = {root: min(max(places[root] * width / now, low[root]), high[root]) for root in blocks.order}
    pushed_right, pushed_left = _push_right(blocks, wanted), _push_left(blocks, wanted)
    return [(pushed_right[root] + pushed_left[root]) / 2 for root in blocks.roots]


def _blocks(arrangement: Arrangement, places: Sequence[float]) -> _Blocks:
    roots = _roots(arrangement, places)
    following: dict[int, dict[int, float]] = {root: {} for root in roots}
    before, after = dict.fromkeys(following, 0.0), dict.fromkeys(following, 0.0)
    for layer in arrangement.layers:
        for left, right in pairwise(layer):
            room, ends = arrangement.after[left] + arrangement.before[right], following[roots[left]]
            ends[roots[right]] = max(room, ends.get(roots[right], room))
    for vertex, root in enumerate(roots):
        before[root] = max(before[root], arrangement.before[vertex])
        after[root] = max(after[root], arrangement.after[vertex])
    # Blocks that stand right of each other do so in the given positions too.
    order = sorted(following, key=lambda root: (places[root], root))
    return _Blocks(roots, order, following, before, after)


def _roots(arrangement: Arrangement, places: Sequence[float]) -> list[int]:
    roots = list(range(len(places)))
    for vertex in (vertex for layer in arrangement.layers for vertex in layer):
        mate = arrangement.skeleton.mates.get(vertex)
        if mate is not None and abs(places[mate] - places[vertex]) < NEAR:
            roots[vertex] = roots[mate]
    return roots


def _leftmost(blocks: _Blocks) -> dict[int, float]:
    return _push_right(blocks, blocks.before)


def _rightmost(blocks: _Blocks, width: float) -> dict[int, float]:
    return _push_left(blocks, {root: width - room for root, room in blocks.after.items()})


def _push_right(blocks: _Blocks, wanted: Mapping[int, float]) -> dict[int, float]:
    found = dict(wanted)
    for root in blocks.order:
        for other, room in blocks.following[root].items():
            found[other] = max(found[other], found[root] + room)
    return found


def _push_left(blocks: _Blocks, wanted: Mapping[int, float]) -> dict[int, float]:
    found = dict(wanted)
    for root in reversed(blocks.order):
        for other, room in blocks.following[root].items():
            found[root] = min(found[root], found[other] - room)
    return found
