"""Two steps in one, where no other process can move in between.

atomic { !busy -> busy = true }     ->     one transition that needs `busy` to be false and makes it true
"""

from __future__ import annotations

from collections.abc import Iterable

from penstock.bounds.abstraction.graphs import Arc, ControlGraph
from penstock.bounds.abstraction.instances import InstanceClass
from penstock.bounds.abstraction.places import Holding, Net, Transition
from penstock.budget import check
from penstock.resolve.model import Model
from penstock.resolve.symbols import PREDEFINED
from penstock.syntax.nodes import Assert, Assignment, Init, Print, PrintMtype, Proctype, Receive, Run, Send, SetPriority
from penstock.syntax.walk import runs_in

ALWAYS_POSSIBLE = (Assignment, Print, PrintMtype, Assert)


def fused(net: Net) -> list[Transition]:
    """The transitions without those through locations that nobody can see."""
    hidden = fused_locations(net)
    following: dict[tuple[InstanceClass, int], list[Transition]] = {}
    for step in net.transitions:
        following.setdefault((step.owner, step.source), []).append(step)
    found: list[Transition] = []
    for step in net.transitions:
        check()
        name, nodes = step.owner.plan.graph.automaton.name, step.owner.nodes
        if (name, nodes[step.source].location) in hidden:
            continue
        if (name, nodes[step.target].location) not in hidden:
            found.append(step)
            continue
        both = (_together(net, step, second) for second in following.get((step.owner, step.target), ()))
        found.extend(pair for pair in both if pair is not None)
    return found


def fused_locations(net: Net) -> frozenset[tuple[str, int]]:
    """The locations, with the names of their processes, that the steps of a net go over; none if nothing is shared."""
    if not net.analysis.shared or by_priority(net.analysis.model):
        return frozenset()
    return frozenset(
        (graph.automaton.name, location) for graph in net.analysis.graphs for location in hidden_locations(graph)
    )


def by_priority(model: Model) -> bool:
    """Whether processes have priorities: then control may be taken away from them."""
    given: list[Run | Proctype | Init] = [*model.nodes.of(Run), *model.nodes.of(Proctype), *model.nodes.of(Init)]
    assigned = any(variable is PREDEFINED["_priority"] for variable in model.variables.values())
    return assigned or model.nodes.has(SetPriority) or any(found.priority is not None for found in given)


def hidden_locations(graph: ControlGraph) -> frozenset[int]:
    """Locations to which every step keeps control, and from which every step is possible at once; no two in a row."""
    node = graph.automaton.process.node
    if isinstance(node, Proctype) and node.provided is not None:
        return frozenset()
    entering: dict[int, list[Arc]] = {}
    for arc in graph.arcs:
        entering.setdefault(arc.target, []).append(arc)
    found: set[int] = set()
    for location in range(1, graph.locations):
        near = {arc.source for arc in entering.get(location, ())} | {arc.target for arc in graph.leaving[location]}
        if (
            location not in near
            and not near & found
            and _is_hidden(entering.get(location, ()), graph.leaving[location])
        ):
            found.add(location)
    return frozenset(found)


def _is_hidden(entering: Iterable[Arc], leaving: tuple[Arc, ...]) -> bool:
    # A rendezvous gives control away; a new process may be of higher priority.
    kept = all(arc.keeps_control and not isinstance(arc.statement, Send | Receive) for arc in entering)
    possible = all(isinstance(arc.statement, ALWAYS_POSSIBLE) and not _starts(arc) for arc in leaving)
    return bool(leaving) and kept and possible


def _starts(arc: Arc) -> bool:
    return any(True for _ in runs_in(arc.statement))


def _together(net: Net, first: Transition, second: Transition) -> Transition | None:
    """Both steps as one; None if the second needs another value of a global variable than the first leaves."""
    effect = dict(first.effect)
    left = {place.variable: place.value for place in _held_after(net, first)}
    needs = list(first.needs)
    for number in second.needs[1:]:
        place = net.places[number]
        if isinstance(place, Holding) and left.get(place.variable, place.value) != place.value:
            return None
        if not isinstance(place, Holding) or place.variable not in left:
            needs.append(number)
    for number, change in second.effect:
        effect[number] = effect.get(number, 0) + change
    listed = tuple((number, change) for number, change in effect.items() if change)
    return Transition(
        first.owner, first.arc, first.source, second.target, listed, tuple(needs), (*first.further, *second.arcs)
    )


def _held_after(net: Net, step: Transition) -> Iterable[Holding]:
    """What the global variables that a step looks at hold after it."""
    effect = dict(step.effect)
    numbers = {number for number in step.needs if effect.get(number, 0) >= 0}
    numbers |= {number for number, change in step.effect if change > 0}
    for number in numbers:
        place = net.places[number]
        if isinstance(place, Holding):
            yield place
