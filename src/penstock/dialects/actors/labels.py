"""Names that the translation adds to the process of an actor."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Labels:
    """Names in the process: where its loop begins, what tells of progress, a counter, and those of rounds.

    `state` holds the state of the actor, `next` the one that it goes to, at the label `change`.
    At `created` it tells its address.  It stops at `stopped`, and stays at `over`.
    """

    ready: str
    progress: str
    turn: str
    kept: str
    seen: str
    moved: str
    state: str
    next: str
    change: str
    created: str
    stopped: str = ""
    over: str = ""
