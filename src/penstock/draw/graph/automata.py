"""Automata as graphs to draw."""

from __future__ import annotations

from collections.abc import Collection

from penstock.control import Automaton, Edge
from penstock.draw.graph.graph import Graph, GraphEdge, GraphNode, Style
from penstock.resolve import Model


def automaton_graph(
    model: Model, automaton: Automaton, marked: Collection[Edge] = (), standing: Collection[int] = ()
) -> Graph:
    """Places as nodes, the end of the process as a double circle, steps as edges with their line.

    Steps are marked as edges, not by their statements: an `unless` has one edge for each place it leaves.  `standing`
    are the places where processes are.
    """
    with_edges = {edge.source for edge in automaton.edges}
    nodes = tuple(
        GraphNode(
            str(state),
            str(state),
            "round" if state in with_edges else "double",
            ", ".join(automaton.labels.get(state, ())),
            state in standing,
        )
        for state in range(automaton.states)
    )
    edges = tuple(_edge(model, edge, edge in marked) for edge in automaton.edges)
    title = automaton.name if automaton.kind == automaton.name else f"{automaton.kind} {automaton.name}"
    subtitle = f"{automaton.states} states, {len(edges)} transitions"
    return Graph(title, subtitle, nodes, edges, frozenset(["0"]))


def _edge(model: Model, edge: Edge, marked: bool) -> GraphEdge:
    where = model.locate(edge.statement)
    style: Style = "dashed" if edge.escape else "bold" if edge.keeps_control else "plain"
    return GraphEdge(
        str(edge.source), str(edge.target), model.said(edge.statement), style, f"{where.file}:{where.line}", marked
    )
