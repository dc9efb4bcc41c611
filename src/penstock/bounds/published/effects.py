"""The effect graphs of a net, for the published algorithm: what each step adds to and takes from the buffers.

Rendezvous have no effect there, and a process that may be created again and again is given steps back to
its start (replication transitions).
"""

from __future__ import annotations

from collections.abc import Iterator

from penstock.bounds.abstraction.instances import InstanceClass
from penstock.bounds.abstraction.places import Net, Transition
from penstock.bounds.published.iboc import EffectGraph, Vector
from penstock.budget import check
from penstock.graphs import reachable


def effect_graphs(net: Net) -> list[EffectGraph]:
    steps: dict[InstanceClass, list[tuple[int, int, Vector]]] = {owner: [] for owner in net.analysis.classes}
    for transition, effect in effects_of(net):
        steps[transition.owner].append((transition.source, transition.target, effect))
    repeated, width = created_again(net.analysis.classes), len(net.message_places)
    return [_graph(owner, listed, owner in repeated, width) for owner, listed in steps.items()]


def effects_of(net: Net) -> Iterator[tuple[Transition, Vector]]:
    """All transitions, with what they do to the places of messages."""
    places = {place: component for component, place in enumerate(net.message_places)}
    for transition in net.transitions:
        check()
        effect = [0] * len(places)
        for place, change in transition.effect:
            if place in places:
                effect[places[place]] += change
        yield transition, tuple(effect)


def _graph(owner: InstanceClass, steps: list[tuple[int, int, Vector]], repeated: bool, width: int) -> EffectGraph:
    reached = {0} | {target for _, target, _ in steps}
    if repeated:
        steps = steps + [(location, 0, (0,) * width) for location in sorted(reached - {0})]
    count = owner.tokens + len(owner.creators)
    return EffectGraph(owner.name, len(owner.nodes), tuple(steps), max(1, count))


def created_again(classes: list[InstanceClass]) -> set[InstanceClass]:
    """The classes of which there may be any number: created in a loop, or by one that is, or by themselves."""
    created: dict[InstanceClass, list[InstanceClass]] = {owner: [] for owner in classes}
    again: set[InstanceClass] = set()
    repeated = {creator: creator.repeated() for owner in classes for creator, _ in owner.creators}
    for owner in classes:
        for creator, arc in owner.creators:
            created[creator].append(owner)
            if arc in repeated[creator]:
                again.add(owner)
    for owner in classes:
        check()
        if owner in reachable(created[owner], created.__getitem__):
            again.add(owner)
    return reachable(again, created.__getitem__)


def buffers_of(net: Net) -> dict[int, list[int]]:
    """For each buffered queue the components of its messages."""
    components = {place: component for component, place in enumerate(net.message_places)}
    return {
        queue.number: [components[place] for place in net.messages_of(queue.number)]
        for queue in net.analysis.queues
        if not net.analysis.kind(queue.number).rendezvous
    }
