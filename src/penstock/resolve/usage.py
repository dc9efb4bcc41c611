"""Warnings about what is declared but plays no part."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from penstock.resolve.model import Model
from penstock.resolve.repairs import removing
from penstock.resolve.symbols import Variable
from penstock.syntax.declarations import ENVIRONMENT
from penstock.syntax.nodes import (
    Assignment,
    CCode,
    CExpression,
    Constant,
    CState,
    EnvironmentInput,
    EnvironmentMessage,
    ForEach,
    InlineCall,
    Node,
    Poll,
    Receive,
    Reference,
    Run,
    Send,
)
from penstock.syntax.walk import NodeIndex, final


@dataclass(slots=True)
class _Uses:
    sent: bool = False
    received: bool = False
    passed: bool = False
    """Passed on as a value: another process may send or receive."""
    named: bool = False


def warn_about_unused(model: Model) -> None:
    if model.nodes.has(CCode, CExpression, CState):
        return  # C text may use anything
    uses: defaultdict[Variable, _Uses] = defaultdict(_Uses)
    for kind in (Send, Receive, Poll, ForEach, Assignment, Run):
        for node in model.nodes.of(kind):
            _record(model, node, uses)
    arguments = (argument for call in model.nodes.of(InlineCall) for argument in call.arguments)
    for reference in [*model.nodes.of(Reference), *NodeIndex(arguments).of(Reference)]:
        if (variable := model.variables.get(reference)) is not None:
            uses[variable].named = True
    outside = {model.variables.get(found.channel) for found in model.nodes.of(EnvironmentInput)}
    outside.update(variable for variable in model.globals if variable.visibility == ENVIRONMENT)
    for unit in model.nodes.of(EnvironmentInput):
        channel = model.variables.get(unit.channel)
        if channel is not None and not uses[channel].passed:
            _warn_about_arrivals(model, channel, unit)
    every = [*model.globals, *(variable for process in model.processes.values() for variable in process.locals)]
    for variable in every:
        _warn(model, variable, uses[variable], outside)


def _record(model: Model, node: Node, uses: defaultdict[Variable, _Uses]) -> None:
    match node:
        case Send() | Receive() | Poll() | ForEach():
            reference = node.collection if isinstance(node, ForEach) else node.channel
            variable = model.variables.get(final(reference))
            if variable is not None:
                uses[variable].sent |= not isinstance(node, Receive | Poll)
                uses[variable].received |= not isinstance(node, Send)
            if isinstance(node, Send):
                _hand_on(model, node.arguments, uses)
            elif isinstance(node, Receive):
                _hand_on(model, node.patterns, uses)
        case Assignment():
            _hand_on(model, (node.target, node.value), uses)
        case Run():
            _hand_on(model, node.arguments, uses)


def _hand_on(model: Model, values: tuple[Node, ...], uses: defaultdict[Variable, _Uses]) -> None:
    for value in values:
        if isinstance(value, Reference) and (variable := model.variables.get(final(value))) is not None:
            uses[variable].passed = True


def _warn_about_arrivals(model: Model, channel: Variable, unit: EnvironmentInput) -> None:
    """Messages from outside that nobody receives: what is assumed about them plays no part."""
    receives = [one for one in model.nodes.of(Receive) if model.variables.get(final(one.channel)) is channel]
    for message in unit.messages:
        if not any(_takes(one, message) for one in receives):
            text = f"nobody receives this from `{channel.name}`: nothing depends on what is said about it"
            model.report("W732", text, message)


def _takes(receive: Receive, message: EnvironmentMessage) -> bool:
    """Whether a receive may take a message, as far as constants tell."""
    for pattern, field in zip(receive.patterns, (message.signal, *message.fields), strict=False):
        if isinstance(pattern, Constant) and field.values:
            if not any(one.low <= pattern.value <= one.high for one in field.values):
                return False
    return True


def _warn(model: Model, variable: Variable, uses: _Uses, outside: set[Variable | None]) -> None:
    name = variable.name
    if not uses.named and not uses.passed:
        model.report("W709", f"`{name}` is never used", variable.at, fixes=removing(model, variable))
    elif variable.type != "chan" or variable.channel is None or uses.passed or variable in outside:
        return
    elif uses.sent and not uses.received:
        model.report("W707", f"nothing is ever received from channel `{name}`", variable.at, names=(name,))
    elif uses.received and not uses.sent:
        model.report("W708", f"nothing is ever sent to channel `{name}`", variable.at, names=(name,))
