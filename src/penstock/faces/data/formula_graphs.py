"""The automata of explained formulas as graphs to draw."""

from __future__ import annotations

from penstock.draw.graph.formulas import formula_graph
from penstock.draw.graph.graph import Graph
from penstock.tasks.ltl import LtlOutcome


def formula_graphs(outcome: LtlOutcome) -> list[Graph]:
    return [
        formula_graph(
            one.formula,
            one.sentence,
            one.automaton.states,
            one.automaton.accepting,
            [(move.source, move.target, move.condition) for move in one.automaton.transitions],
        )
        for one in outcome.formulas
    ]
