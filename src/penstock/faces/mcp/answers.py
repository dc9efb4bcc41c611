"""What comes back from a tool."""

from __future__ import annotations

from enum import Enum
from typing import Any

from penstock.diagnostics.placed import PlacedDiagnostic
from penstock.records import data, record


class AnswerStatus(Enum):
    FINE = "fine"
    FINDING = "finding"
    """Something in what the model does is wrong: violated, unbounded, deadlock."""
    ERRORS = "errors"
    """The text is no model: see the diagnostics."""
    UNDECIDED = "undecided"


@record
class CutPart:
    """A list or a text of which only the beginning and the end are there."""

    at: str = data(text="where in this answer, such as /answer/trail")
    kept: int = data(
        least=0, text="how many elements or characters are there: as many from the beginning as from the end"
    )
    of: int = data(least=0, text="how many there were")


@record
class ToolAnswer:
    """The same for all tools; `answer` is what `penstock VERB --format json` prints."""

    status: AnswerStatus = data(
        text="fine; finding: something that the model does is wrong; errors: the text is no model, see the diagnostics;"
        " undecided: time or memory ran out"
    )
    reason: str = data(text="the answer in one sentence")
    run: tuple[str, ...] = data(
        text="the run that shows it, in the model's own lines: number, process, place, statement, (what changes);"
        " empty if there is none"
    )
    diagnostics: tuple[PlacedDiagnostic, ...] = data(text="why there is no answer: the errors in the model")
    answer: Any
    cut: tuple[CutPart, ...] = data(text="what was too long to be sent whole; empty if nothing was")
    seconds: float = data(least=0, text="what was used of the budget")


@record
class Told:
    """A call answered, for programs and in words; without data the words say why it failed."""

    answer: dict[str, Any] | None
    text: str
