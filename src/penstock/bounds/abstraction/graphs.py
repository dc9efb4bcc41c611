"""Processes as plain graphs: the steps inside a d_step are steps like others.

What is left out (who has control in an atomic sequence, which escape goes first) only makes more possible.
"""

from __future__ import annotations

from dataclasses import dataclass

from penstock.control import Automaton, Edge, waited_for
from penstock.graphs import grouped
from penstock.syntax.nodes import BasicStatement, Condition, Else

_Beside = dict[int, list[Edge]]
"""The steps of a process by the place where they begin."""


@dataclass(frozen=True, slots=True, eq=False)
class Arc:
    """A step from one location to another; `beside` are the guards that must all be false for an `else`.

    `keeps_control`: no other process moves before the next step of this one, if that is possible.
    """

    number: int
    source: int
    target: int
    statement: BasicStatement
    beside: tuple[Condition, ...] = ()
    keeps_control: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class ControlGraph:
    """The control flow of one process type; it starts at location 0."""

    automaton: Automaton
    locations: int
    arcs: tuple[Arc, ...]
    leaving: tuple[tuple[Arc, ...], ...]


def flat_graph(automaton: Automaton) -> ControlGraph:
    arcs: list[Arc] = []
    locations = automaton.states
    beside = _by_source(automaton)
    for edge in automaton.edges:
        if edge.inner is None:
            arcs.append(_arc(len(arcs), edge, beside, edge.source, edge.target, edge.keeps_control))
        else:
            locations = _unfold(arcs, edge, locations)
    leaving: list[list[Arc]] = [[] for _ in range(locations)]
    for arc in arcs:
        leaving[arc.source].append(arc)
    return ControlGraph(automaton, locations, tuple(arcs), tuple(map(tuple, leaving)))


def _arc(number: int, edge: Edge, beside: _Beside, source: int, target: int, keeps_control: bool) -> Arc:
    return Arc(number, source, target, edge.statement, _guards_beside(edge, beside), keeps_control)


def _guards_beside(edge: Edge, beside: _Beside) -> tuple[Condition, ...]:
    if not isinstance(edge.statement, Else):
        return ()
    others = waited_for(edge, beside[edge.source])
    return tuple(other.statement for other in others if isinstance(other.statement, Condition))


def _by_source(automaton: Automaton) -> _Beside:
    return grouped((edge.source, edge) for edge in automaton.edges)


def _unfold(arcs: list[Arc], edge: Edge, locations: int) -> int:
    """Put the body of a d_step between its ends; the number of locations after that."""
    inner = edge.inner
    assert inner is not None
    busy = {step.source for step in inner.edges}
    places = {0: edge.source}
    for state in range(1, inner.states):
        places[state] = locations if state in busy else edge.target
        locations += state in busy
    entered = any(step.target == 0 for step in inner.edges)
    if entered:
        # The body comes back to its start, which must not be confused with the place before the d_step.
        places[0] = locations
        locations += 1
    beside = _by_source(inner)
    for step in inner.edges:
        sources = [places[step.source]] + ([edge.source] if entered and step.source == 0 else [])
        for source in sources:
            target = places[step.target]
            arcs.append(_arc(len(arcs), step, beside, source, target, target != edge.target or edge.keeps_control))
    if not inner.edges:
        arcs.append(Arc(len(arcs), edge.source, edge.target, edge.statement))
    return locations
