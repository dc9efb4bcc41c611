"""What keeps a statement from being executed, as records and in words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

MOST_REASONS = 4
"""A process at a choice of many options: the first few tell enough."""


class ObstacleKind(Enum):
    NONE = "it can go on"
    NOT_PROVIDED = "its `provided` condition is false"
    FULL = "the channel is full"
    NO_RECEIVER = "nobody is ready to receive"
    NO_SENDER = "nobody is ready to send"
    EMPTY = "the channel is empty"
    NO_MATCH = "no message matches"
    OTHER_FIRST = "the first message does not match"
    TIMEOUT = "`timeout` waits until nothing else can happen"
    FALSE = "the condition is false"
    FAILS = "the statement fails"


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
    values: tuple[tuple[str, str], ...] = ()


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
            values = ", ".join(f"`{name}` is {value}" for name, value in obstacle.values)
            return f"{obstacle.text} ({values})" if values else obstacle.text
        case ObstacleKind.FAILS:
            return obstacle.text
        case kind:
            return str(kind.value)
