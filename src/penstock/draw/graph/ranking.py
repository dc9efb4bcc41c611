"""Layers of a graph: which edges run against the flow, and how deep each node lies.

The cycle

    a -> b -> c -> a

becomes the layers a: 0, b: 1, c: 2, and c -> a runs against the flow.
"""

from collections.abc import Iterator, Sequence

from penstock.graphs import breadth_first

Arc = tuple[int, int]


def backward(count: int, arcs: Sequence[Arc], roots: Sequence[int]) -> list[bool]:
    """Mark the arcs that close a cycle in a depth-first walk from the roots, self loops included."""
    leaving = _leaving(count, arcs)
    closing = [False] * len(arcs)
    open_nodes, seen = [False] * count, [False] * count
    for root in [*roots, *_sources(count, arcs), *range(count)]:
        if not seen[root]:
            _walk(root, arcs, leaving, seen, open_nodes, closing)
    return closing


def outward(count: int, arcs: Sequence[Arc], roots: Sequence[int]) -> list[bool]:
    """Mark the arcs that run towards the roots in a breadth-first walk: shallow, for tangled graphs."""
    leaving = _leaving(count, arcs)
    starts = [*roots, *_sources(count, arcs), *range(count)]
    found = breadth_first(starts, lambda node: [arcs[arc][1] for arc in leaving[node]])
    place = {node: number for number, node in enumerate(found)}
    return [place[target] <= place[source] for source, target in arcs]


def rank(count: int, arcs: Sequence[Arc], rounds: int = 4) -> list[int]:
    """Give every node a layer so that each arc of an acyclic graph leads down, and few lead far."""
    above: list[list[int]] = [[] for _ in range(count)]
    below: list[list[int]] = [[] for _ in range(count)]
    for source, target in arcs:
        below[source].append(target)
        above[target].append(source)
    order = _topological(above, below)
    ranks = [0] * count
    for node in order:
        ranks[node] = max((ranks[other] + 1 for other in above[node]), default=0)
    for _ in range(rounds):
        before = list(ranks)
        _sink(order, above, below, ranks)
        _rise(order, above, below, ranks)
        if ranks == before:
            break
    lowest = min(ranks, default=0)
    return [value - lowest for value in ranks]


def narrow(ranks: Sequence[int], arcs: Sequence[Arc], widths: Sequence[float], limit: float) -> list[int]:
    """Push nodes down until the labels between two layers take no more room than the limit, where that helps.

    A label stands next to the source of its arc: below it, or above it if the arc leads up.
    """
    count = len(ranks)
    above: list[list[int]] = [[] for _ in range(count)]
    rooms = [[0.0, 0.0] for _ in range(count)]
    for (source, target), width in zip(arcs, widths, strict=True):
        if source != target:
            upward = ranks[target] < ranks[source]
            rooms[source][0 if upward else 1] += width
            above[source if upward else target].append(target if upward else source)
    used: dict[int, float] = {}
    found = list(ranks)
    for node in _urgent_first(ranks, above):
        layer = max([ranks[node], *(found[other] + 1 for other in above[node])])
        while _crowded(used, layer, rooms[node], limit):
            layer += 1
        found[node] = layer
        for place, room in zip((layer - 1, layer), rooms[node], strict=True):
            used[place] = used.get(place, 0.0) + room
    return _squeezed(found)


def _urgent_first(ranks: Sequence[int], above: list[list[int]]) -> list[int]:
    """Return the nodes layer by layer, those with the longest way below them first."""
    depth = [0] * len(ranks)
    for node in sorted(range(len(ranks)), key=ranks.__getitem__, reverse=True):
        for other in above[node]:
            depth[other] = max(depth[other], depth[node] + 1)
    return sorted(range(len(ranks)), key=lambda node: (ranks[node], -depth[node]))


def _crowded(used: dict[int, float], layer: int, rooms: Sequence[float], limit: float) -> bool:
    return any(
        room and used.get(place, 0.0) and used[place] + room > limit
        for place, room in zip((layer - 1, layer), rooms, strict=True)
    )


def _squeezed(ranks: list[int]) -> list[int]:
    filled = {layer: place for place, layer in enumerate(sorted(set(ranks)))}
    return [filled[layer] for layer in ranks]


def _leaving(count: int, arcs: Sequence[Arc]) -> list[list[int]]:
    leaving: list[list[int]] = [[] for _ in range(count)]
    for number, (source, _) in enumerate(arcs):
        leaving[source].append(number)
    return leaving


def _sources(count: int, arcs: Sequence[Arc]) -> list[int]:
    entered = {target for source, target in arcs if source != target}
    return [node for node in range(count) if node not in entered]


def _walk(
    root: int,
    arcs: Sequence[Arc],
    leaving: list[list[int]],
    seen: list[bool],
    open_nodes: list[bool],
    closing: list[bool],
) -> None:
    # By hand, not recursive: a chain of two thousand states is deeper than Python's stack.
    stack: list[tuple[int, Iterator[int]]] = [(root, iter(leaving[root]))]
    seen[root] = open_nodes[root] = True
    while stack:
        node, rest = stack[-1]
        arc = next(rest, None)
        if arc is None:
            open_nodes[node] = False
            stack.pop()
            continue
        target = arcs[arc][1]
        closing[arc] = open_nodes[target]
        if not seen[target]:
            seen[target] = open_nodes[target] = True
            stack.append((target, iter(leaving[target])))


def _topological(above: list[list[int]], below: list[list[int]]) -> list[int]:
    waiting = [len(others) for others in above]
    order = [node for node, number in enumerate(waiting) if not number]
    for node in order:
        for other in below[node]:
            waiting[other] -= 1
            if not waiting[other]:
                order.append(other)
    return order


def _sink(order: list[int], above: list[list[int]], below: list[list[int]], ranks: list[int]) -> None:
    # Balanced nodes sink too, so that a whole chain can follow the node it leads to.
    for node in reversed(order):
        if below[node] and len(below[node]) >= len(above[node]):
            ranks[node] = min(ranks[other] for other in below[node]) - 1


def _rise(order: list[int], above: list[list[int]], below: list[list[int]], ranks: list[int]) -> None:
    for node in order:
        if above[node] and len(above[node]) >= len(below[node]):
            ranks[node] = max(ranks[other] for other in above[node]) + 1
