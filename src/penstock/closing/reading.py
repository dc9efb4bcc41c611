"""What an expression is made of: the variables it reads, and whether the outside decides about it in another way."""

from __future__ import annotations

from collections.abc import Iterator

from penstock.syntax.nodes import (
    ChannelQuery,
    Constant,
    Expire,
    Expression,
    Node,
    Pattern,
    Poll,
    Reference,
    RemoteLabel,
    RemoteVariable,
    Run,
    TimerQuery,
    Word,
)
from penstock.syntax.walk import children, indices

Leaf = Reference | RemoteVariable | Poll | ChannelQuery | Word


def leaves(value: Expression | Pattern | Node) -> Iterator[Leaf]:
    """The variables, tests of channels and words that a value depends on; those in indices too."""
    match value:
        case Reference():
            yield value
            for index in indices(value):
                yield from leaves(index)
        case RemoteVariable() | RemoteLabel():
            if isinstance(value, RemoteVariable):
                yield value
            if value.process is not None:
                yield from leaves(value.process)
        case Poll() | ChannelQuery():
            yield value
            for index in indices(value.channel):
                yield from leaves(index)
        case Word():
            yield value
        case Expire() | TimerQuery():
            yield from leaves(value.timer)
        case Run() | Constant():
            return
        case _:
            for child in children(value):
                yield from leaves(child)
