"""A small toolbox for graphs.  A graph is a function that lists the nodes that follow a node.

    following = {"a": "bc", "b": "d", "c": "d", "d": ""}.__getitem__

    list(breadth_first("a", following))  ->  a b c d        distances("a", following)["d"]  ->  2

Nothing here is recursive: chains of nodes may be longer than Python's stack is deep.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)
Part = TypeVar("Part")


def breadth_first(starts: Iterable[Node], following: Callable[[Node], Iterable[Node]]) -> Iterator[Node]:
    """Every node that can be reached, once, the nearest first; from one start after the other."""
    seen: set[Node] = set()
    for start in starts:
        queue = [] if start in seen else [start]
        seen.add(start)
        for node in queue:
            yield node
            for target in following(node):
                if target not in seen:
                    seen.add(target)
                    queue.append(target)


def depth_first(starts: Iterable[Node], following: Callable[[Node], Iterable[Node]]) -> Iterator[Node]:
    """Every node that can be reached, once, and all that is new behind a node before its neighbours."""
    seen: set[Node] = set()
    stack = list(starts)[::-1]
    while stack:
        node = stack.pop()
        if node not in seen:
            seen.add(node)
            yield node
            stack += list(following(node))[::-1]


def reachable(starts: Iterable[Node], following: Callable[[Node], Iterable[Node]]) -> set[Node]:
    """All nodes that can be reached, the starts among them."""
    return set(breadth_first(starts, following))


def layers(starts: Iterable[Node], following: Callable[[Node], Iterable[Node]]) -> Iterator[list[Node]]:
    """The nodes that are no step away from the nearest start, one step, two steps and so on."""
    layer = list(dict.fromkeys(starts))
    seen = set(layer)
    while layer:
        yield layer
        found = dict.fromkeys(target for node in layer for target in following(node))
        layer = [node for node in found if node not in seen]
        seen.update(layer)


def distances(starts: Iterable[Node], following: Callable[[Node], Iterable[Node]]) -> dict[Node, int]:
    """For each node that can be reached the number of steps from the nearest start."""
    return {node: distance for distance, layer in enumerate(layers(starts, following)) for node in layer}


def descend(root: Part, below: Callable[[Part], Iterable[Part]]) -> Iterator[Part]:
    """A tree, parents first; `below` lists what is directly below a node from the last to the first."""
    stack = [root]
    while stack:
        part = stack.pop()
        yield part
        stack.extend(below(part))


def grouped(pairs: Iterable[tuple[Node, Part]]) -> dict[Node, list[Part]]:
    """What belongs to each node: the second parts of all pairs with the same first one, in their order."""
    groups: dict[Node, list[Part]] = {}
    for node, part in pairs:
        groups.setdefault(node, []).append(part)
    return groups


def joined(nodes: Iterable[Node], pairs: Iterable[tuple[Node, Node]]) -> list[list[Node]]:
    """The nodes in groups that pairs hold together, in the order of their first nodes."""
    leader = {node: node for node in nodes}

    def find(node: Node) -> Node:
        while leader[node] != node:
            leader[node] = node = leader[leader[node]]
        return node

    for first, second in pairs:
        leader[find(first)] = find(second)
    return list(grouped((find(node), node) for node in leader).values())


def components(nodes: Iterable[Node], following: Callable[[Node], Iterable[Node]]) -> dict[Node, int]:
    """For each node a number of its strongly connected component: of the nodes that lead to each other (Tarjan)."""
    component: dict[Node, int] = {}
    order: dict[Node, int] = {}
    lowest: dict[Node, int] = {}
    path: list[Node] = []
    stack: list[tuple[Node, Iterator[Node]]] = []

    def enter(node: Node) -> None:
        order[node] = lowest[node] = len(order)
        path.append(node)
        stack.append((node, iter(following(node))))

    for root in nodes:
        if root not in order:
            enter(root)
        while stack:
            node, rest = stack[-1]
            for target in rest:
                if target not in order:
                    enter(target)
                    break
                if target not in component:
                    lowest[node] = min(lowest[node], order[target])
            else:
                stack.pop()
                if stack:
                    before = stack[-1][0]
                    lowest[before] = min(lowest[before], lowest[node])
                while lowest[node] == order[node] and node not in component:
                    component[path.pop()] = order[node]
    return component
