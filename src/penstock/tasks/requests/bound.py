"""What `bound` can be asked for."""

from __future__ import annotations

from enum import Enum

from penstock.dialects.actors.choices import ActorChoices
from penstock.reading.source import Source
from penstock.records import option, record


class MessageDetail(Enum):
    """How messages are distinguished."""

    FINE = "fine"
    COARSE = "coarse"


class BoundMethod(Enum):
    NET = "net"
    IBOC = "iboc"


@record
class BoundRequest:
    source: Source
    actors: ActorChoices = ActorChoices()
    messages: MessageDetail = option(
        MessageDetail.FINE,
        "distinguish messages by all constants that are received (default), or by their message type only",
    )
    method: BoundMethod = option(
        BoundMethod.NET, "our own method (default), or the published one with all simple cycles, for comparison"
    )
    process_limit: int | None = option(None, "at most N processes at a time, such as SPIN's 255", metavar="N", least=1)
    refine: bool = option(True, "only the first test: no refinement, no runs, no search of states", flag="--no-refine")
    budget: float = option(
        30.0,
        "how long all of it may take, from reading the model on (default: 30); what is known by then is printed",
        metavar="SECONDS",
    )
    memory: int = option(1024, "how much memory searches may take in all (default: 1024)", metavar="MB", least=64)
    limits: tuple[str, ...] = option(
        (),
        "does the channel never hold more than N messages?  Proved, or shown by a run",
        flag="--limit",
        metavar="CHANNEL=N",
    )
    exact: bool = option(False, "also find the largest number of messages there ever is")
