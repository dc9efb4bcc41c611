"""Which variables might show that a counterexample cannot happen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from penstock.bounds.abstraction.graphs import Arc
from penstock.bounds.abstraction.instances import InstanceClass
from penstock.bounds.proofs.growth import Counterexample, Round
from penstock.budget import check
from penstock.resolve.model import Model
from penstock.resolve.symbols import Variable
from penstock.syntax.nodes import Condition, Node, Receive, Reference, Send
from penstock.syntax.walk import walk

MOST_ELEMENTS = 8
"""Larger arrays are not tracked: every combination of their elements would be distinguished."""


def suggestions(model: Model, counterexamples: Iterable[Counterexample]) -> Iterator[frozenset[Variable]]:
    """Variables to track, the most promising first: each suggestion contains the ones before.

    First local variables in the conditions of the steps themselves, then those in conditions beside the steps, then
    global variables in the same conditions, then all local variables in conditions and messages of these processes.
    """
    rounds = [part for found in counterexamples for part in found.rounds]
    shared = set(model.globals)
    chosen: set[Variable] = set()
    for level in (_on_the_way, _beside_the_way):
        for part in rounds:
            chosen.update(_among(model, _own(part.owner), level(part)))
        yield frozenset(chosen)
    for part in rounds:
        chosen.update(_among(model, shared, _beside_the_way(part)))
    yield frozenset(chosen)
    for part in rounds:
        chosen.update(_among(model, _own(part.owner), _anything(part.owner)))
    yield frozenset(chosen)
    for part in rounds:
        chosen.update(_among(model, shared, _anything(part.owner)))
    yield frozenset(chosen)


def creating(model: Model, classes: Iterable[InstanceClass]) -> frozenset[Variable]:
    """Variables that may show how many processes are started: those in the conditions of whoever starts them."""
    creators = {creator.plan.graph for owner in classes if owner.several for creator, _ in owner.creators}
    return frozenset(
        variable
        for graph in creators
        for arc in graph.arcs
        for variable in _among(model, set(graph.automaton.process.locals), _conditions(arc))
    )


def about(model: Model, owners: Iterable[InstanceClass]) -> Iterator[frozenset[Variable]]:
    """Variables that may decide what some processes do, each suggestion with the ones before.

    First those in conditions, then those in messages, too; local ones before global ones.
    """
    processes = list(owners)
    shared = set(model.globals)
    chosen: set[Variable] = set()
    for place in (_any_condition, _anything):
        for owner in processes:
            chosen.update(_among(model, _own(owner), place(owner)))
        yield frozenset(chosen)
        for owner in processes:
            chosen.update(_among(model, shared, place(owner)))
        yield frozenset(chosen)


def _own(owner: InstanceClass) -> set[Variable]:
    process = owner.plan.graph.automaton.process
    return {*process.parameters, *process.locals}


def _on_the_way(part: Round) -> Iterator[Node]:
    for arc in part.arcs:
        yield from _conditions(arc)


def _beside_the_way(part: Round) -> Iterator[Node]:
    for location in {arc.source for arc in part.arcs}:
        for arc in part.owner.plan.graph.leaving[location]:
            yield from _conditions(arc)


def _any_condition(owner: InstanceClass) -> Iterator[Node]:
    for arc in owner.plan.graph.arcs:
        yield from _conditions(arc)


def _anything(owner: InstanceClass) -> Iterator[Node]:
    yield from _any_condition(owner)
    for arc in owner.plan.graph.arcs:
        if isinstance(arc.statement, Send | Receive):
            yield arc.statement


def _conditions(arc: Arc) -> Iterator[Node]:
    if isinstance(arc.statement, Condition):
        yield arc.statement
    yield from arc.beside


def _among(model: Model, variables: set[Variable], nodes: Iterable[Node]) -> Iterator[Variable]:
    for node in nodes:
        check()
        for reference in walk(node):
            variable = model.variables.get(reference) if isinstance(reference, Reference) else None
            if variable in variables and variable is not None and can_be_tracked(variable):
                yield variable


def can_be_tracked(variable: Variable) -> bool:
    """A declared channel has one value."""
    return (variable.size or 1) <= MOST_ELEMENTS and variable.channel is None
