"""Statements that would not mean in the translation what they seem to mean."""

from __future__ import annotations

from penstock.actors.nodes import Create, Make, Method, Tell
from penstock.actors.system import Body, System
from penstock.syntax.nodes import (
    Assignment,
    Break,
    Condition,
    Do,
    DStep,
    For,
    ForEach,
    Goto,
    Labelled,
    Node,
    Select,
    Sequence,
    VariableDeclaration,
)
from penstock.syntax.walk import children, walk

_MAY_CREATE = (Assignment, Tell, Make, VariableDeclaration, Create)


def check_statements(system: System, body: Body) -> None:
    labels = {node.label for node in body.nodes if isinstance(node, Labelled)}
    for node in body.nodes:
        if isinstance(node, Goto) and node.label not in labels:
            system.report("E814", f"there is no label `{node.label}` in {_where(body)}", node.last)
        elif isinstance(node, DStep):
            _refuse_creation(system, node, "inside a d_step: the new actor has to act, too")
    _check_breaks(system, body.sequence)
    _check_creations(system, body.sequence)


def _where(body: Body) -> str:
    method: Method | None = body.method
    if method is None:
        return "`main`"
    return "this `init`" if method.name == "init" else f"method `{method.name}`"


def _check_breaks(system: System, sequence: Sequence) -> None:
    """A `break` must end a loop of its own body, not the actor."""
    waiting: list[Node] = [sequence]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Break):
            system.report("E503", "`break` outside of a loop", node)
        if not isinstance(node, Do | For | ForEach):
            waiting.extend(children(node))


def _check_creations(system: System, sequence: Sequence) -> None:
    """An actor is created by a step, not by looking whether a step is possible."""
    for node in walk(sequence):
        if isinstance(node, Condition):
            _refuse_creation(system, node, "in a condition: keep the new actor in a variable first")
        elif isinstance(node, For):
            for part in (node.low, node.high):
                _refuse_creation(system, part, "in the limits of a loop")
        elif isinstance(node, Select):
            _refuse_creation(system, node, "in the limits of a `select`")


def _refuse_creation(system: System, node: Node, where: str) -> None:
    for inner in walk(node):
        if isinstance(inner, Create):
            system.report("E809", f"`create` cannot stand {where}", inner)
