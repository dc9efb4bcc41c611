"""The steps of an automaton, those inside its `d_step`s included, as one graph."""

from __future__ import annotations

from collections.abc import Iterator

from penstock.control.graph import Automaton, Edge

Place = tuple[int, int]
"""A state of the automaton (0, state), or of the d_step that is edge n - 1 (n, state)."""
START: Place = (0, 0)


def flat_steps(automaton: Automaton) -> Iterator[tuple[Place, Place, Edge | None]]:
    """Source, target and edge of each step; no edge for the ways into a d_step and out of it."""
    for number, edge in enumerate(automaton.edges, 1):
        if edge.inner is None:
            yield (0, edge.source), (0, edge.target), edge
            continue
        yield (0, edge.source), (number, 0), None
        for inner in edge.inner.edges:
            yield (number, inner.source), (number, inner.target), inner
        for state in sorted(set(range(edge.inner.states)) - {inner.source for inner in edge.inner.edges}):
            yield (number, state), (0, edge.target), None
