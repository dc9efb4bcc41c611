"""What a statement of the closed model becomes, before it is written into the text."""

from __future__ import annotations

from dataclasses import dataclass, field

FROM_OUTSIDE = "the environment sends"


@dataclass(slots=True)
class StatementChange:
    """What a statement becomes: one of some options, with why, and options that lead back to it.

    An option is a list of statements that happen together; `said` is what the step is called.
    """

    options: list[tuple[list[str], str]] = field(default_factory=list)
    extras: list[tuple[list[str], str]] = field(default_factory=list)
    comment: str = ""
    chooses: bool = False
    """There are several ways where there was one."""
    waits: bool = False
    """The original may wait where this does not."""


def together(one: StatementChange | None, other: StatementChange | None) -> StatementChange | None:
    """One of two changes happens."""
    if one is None or other is None:
        return one or other
    one.options += other.options
    one.extras += [extra for extra in other.extras if extra not in one.extras]
    one.chooses = True
    one.waits |= other.waits
    return one
