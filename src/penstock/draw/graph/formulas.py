"""Automata of formulas as graphs to draw."""

from __future__ import annotations

from collections.abc import Iterable

from penstock.draw.graph.graph import Graph, GraphEdge, GraphNode

Move = tuple[int, int, str]
"""From one state to another, if a condition holds."""


def formula_graph(title: str, subtitle: str, states: int, accepting: Iterable[int], moves: Iterable[Move]) -> Graph:
    """Accepting states are double circles; moves between the same states share an edge."""
    good = frozenset(accepting)
    nodes = tuple(GraphNode(str(one), str(one), "double" if one in good else "round") for one in range(states))
    joined: dict[tuple[int, int], list[str]] = {}
    for source, target, condition in moves:
        joined.setdefault((source, target), []).append(condition)
    edges = tuple(
        GraphEdge(str(source), str(target), _either(conditions)) for (source, target), conditions in joined.items()
    )
    return Graph(title, subtitle, nodes, edges, frozenset(["0"]))


def _either(conditions: list[str]) -> str:
    if "true" in conditions:
        return "true"
    several = dict.fromkeys(conditions)
    return " || ".join(one if len(several) == 1 or " " not in one else f"({one})" for one in several)
