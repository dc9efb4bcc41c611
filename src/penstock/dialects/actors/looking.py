"""Looking into actors: `z.x` and `z:x` of the paper, where `z` holds an address."""

from __future__ import annotations

from collections.abc import Iterable

from penstock.dialects.actors.parser import LOOKING, LOOKS_INSIDE
from penstock.dialects.actors.system import Body, System
from penstock.syntax.nodes import Labelled, Ltl, Node, Reference
from penstock.syntax.walk import walk


def check_looking(system: System) -> None:
    """An address leads nowhere but into a mailbox."""
    for body in system.bodies:
        for root in body.roots:
            _check(system, body, walk(root))
    for unit in system.program.units:
        if isinstance(unit, Ltl):
            _check(system, None, walk(unit))


def _check(system: System, body: Body | None, nodes: Iterable[Node]) -> None:
    members: set[Node] = set()
    for node in nodes:
        if isinstance(node, Reference) and node.member is not None:
            members.add(node.member)
            if node not in members and _passes_actor(system, body, node):
                system.report("E816", LOOKS_INSIDE, node, LOOKING)
        elif isinstance(node, Labelled):
            _check_label(system, body, node)


def _passes_actor(system: System, body: Body | None, reference: Reference) -> bool:
    """Whether a part of `a.b.c` before its last is an actor."""
    places = system.places(body, reference)
    return any(place is not None and system.variables[place].type == "actor" for place in places[:-1])


def _check_label(system: System, body: Body | None, node: Labelled) -> None:
    """`z:x` where a statement begins is read as a label."""
    name = Reference(node.first, node.first, node.label, None, None)
    location = system.location(body, name)
    if location is not None and system.variables[location].type == "actor":
        message = f"`{node.label}` is an actor, not a label; {LOOKS_INSIDE}"
        system.report("E816", message, node.first, LOOKING)
