"""What is to be made of a text."""

from __future__ import annotations

from enum import Enum

from penstock.dialects.actors.choices import ActorChoices
from penstock.dialects.pch.side import Side
from penstock.reading.opening import Opening
from penstock.reading.source import Source
from penstock.records import record

AS_WRITTEN = "text"
"""The stage before the first one."""


class NoteKind(Enum):
    """Facts about a reading that users should know of."""

    CLOSED = "closed"


@record
class Wanted:
    """A source, and what is to become of it.

    `opening`: an open model is closed like this; without one it stays open.
    `formulas` are given beside the model, as if they stood behind it.
    `lowered`: timers become plain Promela.  `every_tick` is a step then, as it is in a program.
    `watched`: the translation of actors shows when a message is handled.
    `side` is for specifications: which of the two readings is meant.
    `queues`: an open model keeps the queues to it, and its processes may wait for ever where the outside decides.
    `for_spin`: SPIN will read it, so that what a stranger wrote is preprocessed here.
    """

    source: Source
    actors: ActorChoices = ActorChoices()
    opening: Opening | None = None
    formulas: tuple[str, ...] = ()
    lowered: bool = True
    every_tick: bool = False
    watched: bool = False
    side: Side = Side.MODEL
    queues: bool = False
    for_spin: bool = False
