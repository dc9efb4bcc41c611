"""Rules about protocols: what stands for the outside knows nothing of the inside but the channels between them."""

from __future__ import annotations

from collections.abc import Iterator

from penstock.resolve.model import Model
from penstock.resolve.symbols import PREDEFINED, Variable
from penstock.syntax.declarations import ENVIRONMENT
from penstock.syntax.nodes import (
    CCode,
    CExpression,
    ChannelQuery,
    EnvironmentInput,
    Node,
    Poll,
    ProcessQuery,
    Proctype,
    Receive,
    Reference,
    RemoteLabel,
    RemoteVariable,
    Run,
    Send,
    SetPriority,
)
from penstock.syntax.walk import final, walk

_ABOUT_OTHERS = (CCode, CExpression, ProcessQuery, RemoteLabel, RemoteVariable, Run, SetPriority)


def protocols(model: Model) -> list[Proctype]:
    return [one for one in model.nodes.of(Proctype) if one.environment]


def channels_of(model: Model, protocol: Proctype) -> dict[Variable, Reference]:
    """The channels by which a protocol sends and receives, and where it names them first."""
    found: dict[Variable, Reference] = {}
    for one in walk(protocol):
        if isinstance(one, Send | Receive | Poll | ChannelQuery):
            variable = model.variables.get(final(one.channel))
            if variable is not None and variable.channel is not None:
                found.setdefault(variable, one.channel)
    return found


def check_protocols(model: Model) -> None:
    taken: dict[Variable, int] = {}
    for unit in model.nodes.of(EnvironmentInput):
        channel = model.variables.get(unit.channel)
        if channel is not None:
            taken.setdefault(channel, unit.channel.first)
    for protocol in protocols(model):
        _check_knowledge(model, protocol)
        own = channels_of(model, protocol)
        for channel, reference in own.items():
            if channel in taken:
                said = [("it is said here, too", model.syntax.tokens.positions[taken[channel]])]
                text = f"what arrives on `{channel.name}` is said twice"
                model.report("E457", text, reference, "let one protocol say all of it", said)
            taken.setdefault(channel, reference.first)
        _warn_about_nothing(model, protocol, own)


def _check_knowledge(model: Model, protocol: Proctype) -> None:
    used = {reference for one in walk(protocol) for reference in _channel_of(one)}
    for one in walk(protocol):
        if isinstance(one, _ABOUT_OTHERS):
            model.report("E456", "a protocol cannot look at processes, start them or use C", one)
            return
        variable = model.variables.get(one) if isinstance(one, Reference) else None
        if variable is None or variable.owner is not None or variable in PREDEFINED.values() or one in used:
            continue
        if variable in model.globals and variable.visibility != ENVIRONMENT:
            text = f"`{variable.name}` belongs to the model: a protocol knows its channels and its own variables"
            hint = f"declare it in the protocol, or as `{ENVIRONMENT} {variable.type} {variable.name}`"
            model.report("E456", text, one, hint)
            return


def _channel_of(node: Node) -> Iterator[Reference]:
    if isinstance(node, Send | Receive | Poll | ChannelQuery):
        yield node.channel


def _warn_about_nothing(model: Model, protocol: Proctype, own: dict[Variable, Reference]) -> None:
    """A protocol by whose channels nobody else hears or says anything."""
    if not own:
        text = f"`{protocol.name}` neither sends nor receives: it says nothing about the environment"
        model.report("W731", text, protocol.name_at)
    inside = {
        variable
        for unit in model.processes
        if unit is not protocol
        for one in walk(unit)
        if isinstance(one, Reference) and (variable := model.variables.get(one)) is not None
    }
    for channel, reference in own.items():
        if channel not in inside:
            model.report("W731", f"nobody in the model uses `{channel.name}`", reference)
