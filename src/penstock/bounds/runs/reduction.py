"""Partial order reduction: where a process is about to do something of its own, nobody else need move first.

At a private place every step reads and writes nothing but the variables of its process.  Whatever others do meanwhile
changes none of these steps, and is not changed by them; no channel is touched.  So all orders have the same sends and
receives, and one is enough, as long as the others are not put off for ever: whoever searches takes the private steps
alone only if they lead to states that are new.
"""

from __future__ import annotations

from collections.abc import Sequence

from penstock.control import Edge
from penstock.machine import Machine
from penstock.machine.channels import all_edges
from penstock.machine.engine import Place
from penstock.resolve.constants import constant_value
from penstock.resolve.model import Model
from penstock.resolve.symbols import ProcessNames
from penstock.syntax.nodes import (
    Assert,
    Assignment,
    Binary,
    Break,
    Condition,
    Conditional,
    Constant,
    Else,
    Goto,
    Node,
    Print,
    ProcessQuery,
    Proctype,
    Reference,
    RemoteLabel,
    RemoteVariable,
    SetPriority,
    Unary,
)
from penstock.syntax.walk import walk

_HARMLESS = (Assert, Assignment, Binary, Break, Condition, Conditional, Constant, Else, Goto, Print, Unary)
"""What can stand in a private step, if the variables in it are private."""
_INTERFERING = (ProcessQuery, RemoteLabel, RemoteVariable, SetPriority)
"""What makes others depend on where a process is, or on its variables."""


def private_places(machine: Machine) -> Sequence[bool]:
    """For each place of a machine whether all steps from there are private."""
    automata = machine.program.automata
    nodes = (node for edge in all_edges(automata) for node in walk(edge.statement))
    guarded = any(isinstance(one.process.node, Proctype) and one.process.node.provided is not None for one in automata)
    noticed = machine.program.priority_slot or machine.program.last_slot is not None
    if noticed or guarded or any(isinstance(node, _INTERFERING) for node in nodes):
        return [False] * len(machine.places)
    return [_is_private(machine.program.model, place) for place in machine.places]


def _is_private(model: Model, place: Place) -> bool:
    owner = place.automaton.process
    return bool(place.moves) and all(
        move.edge is not None and not move.keeps_control and _is_private_edge(model, owner, move.edge)
        for move in place.moves
    )


def _is_private_edge(model: Model, owner: ProcessNames, edge: Edge) -> bool:
    return edge.inner is None and all(_is_private_node(model, owner, node) for node in walk(edge.statement))


def _is_private_node(model: Model, owner: ProcessNames, node: Node) -> bool:
    if not isinstance(node, Reference):
        return isinstance(node, _HARMLESS)
    variable = model.variables.get(node)
    if variable is None:
        return constant_value(node) is not None
    return variable.owner is owner
