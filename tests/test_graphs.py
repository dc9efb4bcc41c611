"""The toolbox for graphs against brute force, on random graphs."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from penstock.graphs import breadth_first, components, depth_first, descend, distances, joined, layers, reachable

Arcs = list[tuple[int, int]]
NODES = range(7)
node = st.sampled_from(NODES)
arcs = st.lists(st.tuples(node, node), max_size=16)
some = st.lists(node, max_size=4)


def table(arcs: Arcs) -> dict[int, list[int]]:
    return {source: [target for origin, target in arcs if origin == source] for source in NODES}


def closed(arcs: Arcs) -> dict[int, dict[int, int]]:
    """The lengths of the shortest ways between all nodes, by Floyd and Warshall."""
    far = {one: {other: 0 if one == other else 99 for other in NODES} for one in NODES}
    for source, target in arcs:
        far[source][target] = min(far[source][target], 1)
    for middle, source, target in product(NODES, NODES, NODES):
        far[source][target] = min(far[source][target], far[source][middle] + far[middle][target])
    return {source: {target: steps for target, steps in row.items() if steps < 99} for source, row in far.items()}


@given(arcs, some)
def test_what_is_reachable_is_found_once(arcs: Arcs, starts: list[int]) -> None:
    expected = {target for start in starts for target in closed(arcs)[start]}
    following = table(arcs).__getitem__
    assert reachable(starts, following) == expected
    for walk in (breadth_first, depth_first):
        assert sorted(walk(starts, following)) == sorted(expected)


@given(arcs, some)
def test_distances_are_those_of_the_nearest_start(arcs: Arcs, starts: list[int]) -> None:
    far = closed(arcs)
    following = table(arcs).__getitem__
    found = distances(starts, following)
    assert found == {
        target: min(far[start][target] for start in starts if target in far[start])
        for target in reachable(starts, following)
    }
    for distance, layer in enumerate(layers(starts, following)):
        assert sorted(layer) == sorted(node for node in found if found[node] == distance)


@given(arcs, node)
def test_breadth_first_has_near_nodes_first(arcs: Arcs, start: int) -> None:
    following = table(arcs).__getitem__
    far = [distances([start], following)[node] for node in breadth_first([start], following)]
    assert far == sorted(far)


@given(arcs, some)
def test_depth_first_is_the_recursive_walk(arcs: Arcs, starts: list[int]) -> None:
    following = table(arcs)
    expected: list[int] = []

    def visit(node: int) -> None:
        if node not in expected:
            expected.append(node)
            for target in following[node]:
                visit(target)

    for start in starts:
        visit(start)
    assert list(depth_first(starts, following.__getitem__)) == expected


@given(arcs)
def test_components_lead_to_each_other(arcs: Arcs) -> None:
    far = closed(arcs)
    found = components(NODES, table(arcs).__getitem__)
    assert found.keys() == set(NODES)
    for one, other in product(NODES, NODES):
        assert (found[one] == found[other]) == (other in far[one] and one in far[other])


@given(arcs)
def test_pairs_join_nodes_whatever_their_direction(arcs: Arcs) -> None:
    far = closed([*arcs, *((target, source) for source, target in arcs)])
    expected = {tuple(sorted(far[node])) for node in NODES}
    found = joined(NODES, arcs)
    assert found == sorted(map(list, expected))


def test_a_tree_is_listed_parents_first() -> None:
    below = {"a": "cb", "b": "ed", "c": "", "d": "", "e": ""}
    assert "".join(descend("a", below.__getitem__)) == "abdec"


@pytest.mark.parametrize("walk", [breadth_first, depth_first, lambda *graph: descend(0, graph[1]), components])
def test_long_chains_need_no_stack(walk: object) -> None:
    assert callable(walk)
    chain = 100_000
    assert len(list(walk([0], lambda node: [node + 1] if node + 1 < chain else []))) == chain
