"""How variables are used: read, written, sent to, received from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from penstock.insight.symbols import UseKind
from penstock.syntax.nodes import (
    Assignment,
    ChannelClaim,
    EnvironmentInput,
    For,
    ForEach,
    InlineCall,
    Node,
    Poll,
    Receive,
    Reference,
    ResetTimer,
    Select,
    Send,
    SetTimer,
)
from penstock.syntax.walk import final, parts


def uses_of_references(nodes: Iterable[Node]) -> dict[Reference, UseKind]:
    """The references that are not just read."""
    found: dict[Reference, UseKind] = {}
    for node in nodes:
        match node:
            case Send():
                found[final(node.channel)] = UseKind.SEND
            case Receive():
                found[final(node.channel)] = UseKind.RECEIVE
            case Poll():
                found[final(node.channel)] = UseKind.RECEIVE
            case ChannelClaim():
                found.update((final(channel), UseKind.NAME) for channel in node.channels)
            case EnvironmentInput():
                found[final(node.channel)] = UseKind.NAME
        for target in _targets(node):
            found.update((part, UseKind.WRITE) for part in parts(target))
    return found


def _targets(node: Node) -> Iterator[Reference]:
    match node:
        case Assignment():
            yield node.target
        case For() | ForEach() | Select():
            yield node.variable
        case SetTimer() | ResetTimer():
            yield node.timer
        case InlineCall() if node.result is not None:
            yield node.result
        case Receive():
            yield from (pattern for pattern in node.patterns if isinstance(pattern, Reference))
