"""Automata made smaller: states become one wherever nothing that violates the formula is accepted then.

To take two states for one can only let an automaton accept more.  What must not be accepted is what the automaton of
the opposite formula accepts, so one look for a run that both accept decides.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from penstock.budget import check
from penstock.formulas.automaton import FormulaAutomaton, FormulaEdge
from penstock.syntax.printer import expression_text

MOST_STATES = 16
"""Larger automata stay as they are: no drawing of them would be read."""


def merged(automaton: FormulaAutomaton, fits: Callable[[FormulaAutomaton], bool]) -> FormulaAutomaton:
    """`fits` tells whether an automaton accepts nothing that it must not."""
    if len(automaton.names) > MOST_STATES:
        return automaton
    while (smaller := next(filter(fits, _candidates(automaton)), None)) is not None:
        automaton = smaller
    return automaton


def _candidates(automaton: FormulaAutomaton) -> list[FormulaAutomaton]:
    return [_joined(automaton, kept, gone) for kept, gone in combinations(range(len(automaton.names)), 2)]


def _joined(automaton: FormulaAutomaton, kept: int, gone: int) -> FormulaAutomaton:
    """With one state for two; the later one is left out."""
    check()

    def number(state: int) -> int:
        return kept if state == gone else state - (state > gone)

    edges: dict[tuple[int, int, str], FormulaEdge] = {}
    for edge in automaton.edges:
        source, target = number(edge.source), number(edge.target)
        edges.setdefault((source, target, expression_text(edge.guard)), FormulaEdge(source, target, edge.guard))
    names = tuple(name for state, name in enumerate(automaton.names) if state != gone)
    return FormulaAutomaton(names, frozenset(map(number, automaton.accepting)), tuple(edges.values()))
