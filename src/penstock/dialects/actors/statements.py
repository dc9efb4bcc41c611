"""Statements that would not mean in the translation what they seem to mean, or that actors do not have."""

from __future__ import annotations

from difflib import get_close_matches

from penstock.dialects.actors.nodes import Create, Make, Tell
from penstock.dialects.actors.system import Body, System
from penstock.syntax.nodes import (
    Assert,
    Assignment,
    Break,
    ChannelClaim,
    ChannelInitial,
    Conditional,
    Declarator,
    Do,
    DStep,
    Eval,
    For,
    ForEach,
    Goto,
    Labelled,
    Node,
    Poll,
    Print,
    Receive,
    Reference,
    Run,
    Send,
    Sequence,
    VariableDeclaration,
)
from penstock.syntax.walk import children, walk, walk_outside

MAY_CREATE = (Assignment, VariableDeclaration, Make, Tell, Send, Print, Assert)
"""Statements in which actors may be created."""
_HOLDERS = (*MAY_CREATE, Create, Declarator)
"""What an address may be a whole value, target or argument of."""


def check_statements(system: System, body: Body) -> None:
    labels = {node.label for node in body.nodes if isinstance(node, Labelled)}
    labels |= {state.name for state in body.owner.states} if body.owner is not None else set()
    for node in body.nodes:
        if isinstance(node, Goto) and node.label not in labels:
            what = "state or label" if body.owner is not None and body.owner.states else "label"
            similar = get_close_matches(node.label, labels, 1, 0.6)
            hint = f"did you mean `{similar[0]}`?" if similar else None
            system.report("E814", f"there is no {what} `{node.label}` in {_where(body)}", node.last, hint)
        elif isinstance(node, DStep):
            refuse_creation(system, node, "inside a d_step: the new actor has to act too")
        elif isinstance(node, Run):
            system.report("E810", "`run` does not belong in an actor model", node, "create an actor with `create`")
        elif isinstance(node, Conditional):
            _check_conditional(system, body, node)
        elif isinstance(node, Send | Receive | Poll | ChannelClaim):
            _check_channels(system, body, node)
            if isinstance(node, Send | Receive):
                _check_fields(system, body, node)
    _check_breaks(system, body.sequence)
    _check_creations(system, body.sequence)


def _where(body: Body) -> str:
    return f"`{body.driver}`" if body.method is None else body.method.called


def _check_conditional(system: System, body: Body, node: Conditional) -> None:
    one, other = (system.is_actor(body, part) for part in (node.when_true, node.when_false))
    if one is not None and other is not None and one != other:
        system.report("E804", "one of these values is an actor, the other is not", node)


def _check_channels(system: System, body: Body, node: Send | Receive | Poll | ChannelClaim) -> None:
    """Mailboxes are filled and emptied by messages alone: others would be messages that nobody knows of."""
    for channel in node.channels if isinstance(node, ChannelClaim) else [node.channel]:
        if system.is_actor(body, channel):
            hint = "send a message with `target <- method(arguments)`; the method of that name takes it"
            system.report("E804", "this is an actor, not a channel", channel, hint)


def _check_fields(system: System, body: Body, node: Send | Receive) -> None:
    """What goes through a channel as an actor was one before, and is one after."""
    location = system.location(body, node.channel)
    fields = [
        initial.fields
        for variable, declared in system.declared.items()
        if declared == location and isinstance(initial := variable.initial, ChannelInitial)
    ]
    values = node.arguments if isinstance(node, Send) else node.patterns
    for field, value in zip(fields[0] if fields else (), values, strict=False):
        given = system.is_actor(body, value.value if isinstance(value, Eval) else value)
        if given is None or field.type == "chan" or given == (field.type == "actor") or _is_wildcard(value):
            continue
        found = "an actor" if given else "not an actor"
        wanted = "an actor" if field.type == "actor" else f"of type `{field.type}`"
        system.report("E804", f"this field of the channel is {wanted}, but this is {found}", value)


def _is_wildcard(value: Node) -> bool:
    return isinstance(value, Reference) and value.name == "_"


def _check_breaks(system: System, sequence: Sequence) -> None:
    """A `break` must end a loop of its own body, not the actor."""
    for node in walk_outside(sequence, (Do, For, ForEach)):
        if isinstance(node, Break):
            system.report("E503", "`break` outside of a loop", node)


def _check_creations(system: System, sequence: Sequence) -> None:
    """An actor is created by a step, not by looking whether a step is possible, and not now and then."""
    for node in walk(sequence):
        if not isinstance(node, _HOLDERS):
            for part in children(node):
                if isinstance(part, Create):
                    hint = "keep the new actor in a variable first"
                    system.report("E809", "`create` cannot be used in a condition, or as part of a value", part, hint)


def refuse_creation(system: System, node: Node, where: str) -> None:
    for inner in walk(node):
        if isinstance(inner, Create):
            system.report("E809", f"`create` cannot be used {where}", inner)
