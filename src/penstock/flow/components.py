"""Strongly connected components of a graph: what can be reached from each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def components(following: Mapping[int, Sequence[int]], nodes: int) -> list[int]:
    """For each node the number of its component; `following` has the nodes that come after each."""
    found = [-1] * nodes
    order = [-1] * nodes
    lowest = [0] * nodes
    path: list[int] = []
    count = number = 0
    for root in range(nodes):
        if order[root] >= 0:
            continue
        work = [(root, iter(following.get(root, ())))]
        order[root] = lowest[root] = count
        count += 1
        path.append(root)
        while work:
            node, ways = work[-1]
            for target in ways:
                if order[target] < 0:
                    order[target] = lowest[target] = count
                    count += 1
                    path.append(target)
                    work.append((target, iter(following.get(target, ()))))
                    break
                if found[target] < 0:
                    lowest[node] = min(lowest[node], order[target])
            else:
                work.pop()
                if work:
                    lowest[work[-1][0]] = min(lowest[work[-1][0]], lowest[node])
                if lowest[node] == order[node]:
                    number += 1
                    while True:
                        member = path.pop()
                        found[member] = number
                        if member == node:
                            break
    return found
