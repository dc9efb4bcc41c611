"""Properties that hold for an empty reason: what they speak of never happens."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from penstock.records import data, record


class Emptiness(Enum):
    TRIGGER = "the trigger never happens"
    UNREACHED = "the assertion is never reached"
    GUARD = "a guard before the assertion is never true"


@record
class ClosedGuard:
    """A condition that is never true when a process stands before it."""

    what: str = data(text="the condition, as it is written")
    file: str
    line: int


@record
class EmptyReason:
    """Why a property says nothing, or a part of it: proved by a search of all states."""

    kind: Emptiness
    what: str = data(text="the trigger or the assertion, as it is written")
    file: str
    line: int
    states: int = data(least=1, text="that were searched: all that can be reached")
    guards: tuple[ClosedGuard, ...] = data(text="that keep every run from the assertion")


def empty_text(reason: EmptyReason) -> str:
    searched = "(there is only one state)" if reason.states == 1 else f"(all {reason.states} states were searched)"
    if reason.kind is Emptiness.TRIGGER:
        return f"vacuous: `{reason.what}` is never true {searched}, so nothing is asked of what would follow"
    if reason.kind is Emptiness.GUARD:
        guards = ", ".join(f"`{guard.what}` (line {guard.line})" for guard in reason.guards)
        return f"vacuous: `{reason.what}` is never reached: never true before it: {guards} {searched}"
    return f"vacuous: `{reason.what}` is never reached {searched}"


def empty_lines(reasons: Sequence[EmptyReason]) -> list[str]:
    return [f"{reason.file}:{reason.line}: {empty_text(reason)}" for reason in reasons]
