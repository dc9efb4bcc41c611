"""Random sends and receives."""

from __future__ import annotations

import re

from tests.judge.random_models.expressions import arithmetic, buffered_channels, condition, pattern, value
from tests.judge.random_models.vocabulary import Channel, Scope


def send(scope: Scope) -> str | None:
    """A send to one of the channels that the process may send to."""
    channel = _usable(scope, [channel for channel in scope.channels if channel.sends])
    return None if channel is None else send_to(scope, channel)


def send_to(scope: Scope, channel: Channel) -> str:
    sign = "!!" if scope.has("sorted") and channel.capacity > 0 and scope.chance(40) else "!"
    # A sorted send compares before it cuts a value to the width of its field.
    several = len(channel.fields) > 1
    values = [_fitting(scope, type_) if sign == "!!" else _field(scope, type_, several) for type_ in channel.fields]
    if len(values) > 1 and scope.chance(15):
        return f"{channel.text}{sign}{values[0]}({', '.join(values[1:])})"
    return f"{channel.text}{sign}{', '.join(values)}"


def _field(scope: Scope, type_: str, several: bool = False) -> str:
    if type_ == "Inner":
        return scope.choose(scope.boxes)
    if type_ == "bit" and several and scope.has("wrap") and scope.chance(25):
        return str(scope.number(2, 3))
    if type_ in ("bit", "bool"):
        # Alone in a message a bit has the room of a byte; see `WIDER`.
        return condition(scope, 0) if scope.chance(40) else str(scope.number(0, 1))
    if type_ in ("byte", "int") and scope.has("identity") and scope.chance(40):
        return "_pid"
    if type_ != "chan":
        return value(scope, type_)
    return scope.choose([channel.text for channel in scope.channels if channel.fields == CARRIED.fields])


def _fitting(scope: Scope, type_: str) -> str:
    if type_ in ("byte", "short", "int"):
        return f"({arithmetic(scope, 1)}) & {scope.number(1, 3)}"
    return _field(scope, type_)


WIDER = {
    "bit": ("bit", "byte", "short", "int"),
    "bool": ("bool", "byte", "int"),
    "byte": ("byte", "pid", "short", "int"),
    "short": ("short", "int"),
}
"""What a field may be received into: SPIN's verifier takes a receive back by sending the value of the variable,
so a value that does not fit makes it explore states that the model does not have."""

CARRIED = Channel("", 1, ("byte",))
"""The shape of channels that travel in messages."""


def receive(scope: Scope) -> str | None:
    """A receive, maybe a random one or one that leaves the message where it is."""
    channel = _usable(scope, [channel for channel in scope.channels if channel.receives])
    return None if channel is None else receive_from(scope, channel)


def _without_shared(patterns: list[str]) -> list[str]:
    """SPIN's verifier takes back `q?eval(x),x` wrongly: it puts the new value of `x` into the message."""
    names = {re.sub(r"\W.*", "", pattern) for pattern in patterns if not pattern.startswith("eval(")}
    shared = [bool(names & set(re.findall(r"\w+", pattern[5:]))) for pattern in patterns]
    return [
        "_" if pattern.startswith("eval(") and used else pattern for pattern, used in zip(patterns, shared, strict=True)
    ]


def receive_from(scope: Scope, channel: Channel) -> str:
    # An index that the same receive could change would be read before or after.
    free = [place.text for place in scope.writable() if len(channel.fields) == 1 or "%" not in place.text]
    if "Inner" in channel.fields:
        # The structure itself is needed: its fields must not be taken before.
        kept = {_base(text) for text in scope.boxes}
        free = [text for text in free if _base(text) not in kept]
    patterns: list[str] = []
    for type_ in channel.fields:
        if type_ == "chan":
            into = list(scope.channel_variables[:1])
        elif type_ == "Inner":
            used = {_base(text) for text in patterns}
            into = [text for text in scope.boxes if _base(text) not in used][:1]
        else:
            types = WIDER.get(type_, (type_,))
            into = [place.text for place in scope.writable() if place.type in types and place.text in free]
        before = len(into)
        patterns.append(pattern(scope, type_, into))
        if len(into) < before:
            # SPIN refuses a variable twice in one receive, and elements of one array as well.
            free = [text for text in free if _base(text) != _base(patterns[-1])]
    inner = ", ".join(_without_shared(patterns))
    # The verifier of SPIN does not compile with a random receive at the start of a d_step.
    may_search = channel.capacity > 0 and scope.indivisible != "d_step"
    random = "??" if scope.has("sorted") and may_search and scope.chance(40) else "?"
    if channel.capacity > 0 and scope.has("polls") and scope.chance(20):
        return f"{channel.text}{random}<{inner}>"
    return f"{channel.text}{random}{inner}"


def _base(text: str) -> str:
    return text.split("[")[0].split(".")[0]


def _usable(scope: Scope, channels: list[Channel]) -> Channel | None:
    """A `d_step` must not block for another process, so no rendezvous there."""
    if scope.indivisible == "d_step":
        buffered = buffered_channels(scope)
        channels = [channel for channel in channels if channel in buffered]
    return scope.choose(channels) if channels else None
