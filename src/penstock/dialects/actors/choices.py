"""What users may decide about the translation of actor models."""

from __future__ import annotations

from enum import Enum

from penstock.records import option, record

AUTO = "auto"
"""The length of mailboxes that is to be proved."""


class Defer(Enum):
    """What happens to a message that must wait."""

    PUTBACK = "putback"
    SELECT = "select"
    ORDERED = "ordered"


class NetworkKind(Enum):
    """What may happen to messages on their way."""

    LOSSY = "lossy"
    DUPLICATING = "duplicating"
    REORDERING = "reordering"


class LateMessage(Enum):
    """What happens to a message for an actor that has stopped."""

    LOST = "lost"
    ERROR = "error"


class Overflow(Enum):
    """What it means that a mailbox has no room for a message."""

    WAIT = "wait"
    ERROR = "error"


@record
class ActorChoices:
    """How actor models (.apml) are translated."""

    mailbox: tuple[str, ...] = option(
        (),
        "how many messages a mailbox holds (default: 3), or that of one actor type; `auto`: what `bound` proves",
        metavar="N|TYPE=N|auto",
    )
    defer: Defer = option(
        Defer.PUTBACK,
        "a message that must wait is put back at the end of the mailbox (default), not taken at all (select), or keeps"
        " its place while the first one behind it that need not wait is taken (ordered)",
    )
    stopped: LateMessage = option(
        LateMessage.LOST, "a message to an actor that has stopped is lost (default), or is an error"
    )
    test: str = option(
        "",
        "what begins instead of `main`: a test of the model, with its parameters, as `crowd(N=3)`",
        metavar="NAME[(P=N)]",
    )
    crash: tuple[str, ...] = option(
        (), "so many actors of a type may crash, each at any time between two messages", metavar="TYPE=N"
    )
    delayed: int = option(8, "how many messages of a form may wait for their time, after `after`", least=1, most=255)
    overflow: Overflow = option(
        Overflow.WAIT, "who sends to a full mailbox waits until there is room (default), or that is an error"
    )
    network: tuple[str, ...] = option(
        (),
        "what may happen to messages between actors: they get lost (lossy), come twice (duplicating), overtake others"
        " (reordering)",
        metavar="KIND",
    )
