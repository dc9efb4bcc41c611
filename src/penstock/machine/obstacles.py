"""What keeps a statement from being executed, as records and in words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

MOST_REASONS = 4
"""A process at a choice of many options: the first few tell enough."""


class ObstacleKind(Enum):
    NONE = "none"
    NOT_PROVIDED = "not provided"
    FULL = "full"
    NO_RECEIVER = "no receiver"
    NO_SENDER = "no sender"
    EMPTY = "empty"
    NO_MATCH = "no match"
    OTHER_FIRST = "other first"
    TIMEOUT = "timeout"
    FALSE = "false"
    FAILS = "fails"


_WITHOUT_MORE = {
    ObstacleKind.NONE: "it can go on",
    ObstacleKind.NOT_PROVIDED: "its `provided` condition is false",
    ObstacleKind.TIMEOUT: "`timeout` waits until nothing else can happen",
}
"""What needs no name of a channel or a condition to be told."""


@dataclass(frozen=True, slots=True)
class SeenValue:
    """A variable of a condition, and what it holds."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Why a statement waits.

    `channel` is the name of its channel, or of the process whose `mailbox` that is; `written` is how the statement
    calls it, if that is something else.  `wanted` is the message that it receives, `first` the one that is there.
    `text` is the condition that is false, with the `values` of its variables, or what fails.
    """

    kind: ObstacleKind
    channel: str = ""
    written: str = ""
    mailbox: bool = False
    capacity: int = 0
    wanted: tuple[str, ...] = ()
    first: tuple[str, ...] = ()
    text: str = ""
    values: tuple[SeenValue, ...] = ()


def obstacle_text(obstacle: Obstacle) -> str:
    name = f"`{obstacle.written}`, that is `{obstacle.channel}`," if obstacle.written else f"`{obstacle.channel}`"
    channel = f"{'the mailbox of' if obstacle.mailbox else 'channel'} {name}"
    match obstacle.kind:
        case ObstacleKind.FULL:
            return f"{channel} (capacity {obstacle.capacity}) is full"
        case ObstacleKind.NO_RECEIVER:
            return f"nobody is ready to receive from {name} (it has no buffer)"
        case ObstacleKind.NO_SENDER:
            return f"nobody is ready to send to {name} (it has no buffer)"
        case ObstacleKind.EMPTY:
            return f"{channel} is empty"
        case ObstacleKind.NO_MATCH:
            return f"no message in {channel} matches [{','.join(obstacle.wanted)}]"
        case ObstacleKind.OTHER_FIRST:
            wanted, first = ",".join(obstacle.wanted), ",".join(obstacle.first)
            return f"the first message in {channel} is [{first}], which does not match [{wanted}]"
        case ObstacleKind.FALSE:
            values = ", ".join(f"`{seen.name}` is {seen.value}" for seen in obstacle.values)
            return f"{obstacle.text} ({values})" if values else obstacle.text
        case ObstacleKind.FAILS:
            return obstacle.text
        case kind:
            return _WITHOUT_MORE[kind]
