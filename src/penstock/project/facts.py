"""What was seen of a model: facts that expectations are compared with."""

from __future__ import annotations

from collections.abc import Iterable

from penstock.diagnostics.placed import TextPlace
from penstock.project.expectations import Topic, Wanted
from penstock.reasons.told import ToldFailure
from penstock.records import record
from penstock.spin.report import Unreached

UNKNOWN = "unknown"
VIOLATED = "violated"
UNDECIDED = "inconclusive"


@record
class Fact:
    """Something that was seen: of a property, of a channel, or of the whole model.

    `decided`: this is certain, and stays so until the model changes; `failed`: it is not, since a tool failed.  `place`
    is where that of which it was seen is written, `failure` the reason as a record.
    """

    topic: Topic
    about: str
    seen: Wanted
    decided: bool = True
    reason: str = ""
    chart: str = ""
    place: TextPlace | None = None
    failure: ToldFailure | None = None
    failed: bool = False


@record
class Figures:
    """What a search counted; `complete`: every state was visited.  The memory of our own search is not known."""

    states: int
    transitions: int
    memory_mb: float | None
    complete: bool
    unreached: tuple[Unreached, ...] = ()


def sorted_lines(lines: Iterable[int | str]) -> tuple[int | str, ...]:
    """The lines of the model first."""
    return tuple(sorted(set(lines), key=lambda line: (isinstance(line, str), line)))
