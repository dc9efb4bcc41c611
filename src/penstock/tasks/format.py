"""A model in one readable style."""

from __future__ import annotations

from penstock.budget import UNWATCHED, Budget, Watch
from penstock.errors import UsageError
from penstock.reading.dialects import format_words_of
from penstock.reading.wanted import Wanted
from penstock.records import record
from penstock.syntax.formatting import format_text
from penstock.tasks.models import read_model, without_errors
from penstock.tasks.outcome import Outcome
from penstock.tasks.requests.format import FormatRequest


@record
class FormatOutcome(Outcome):
    text: str
    changed: bool

    @property
    def summary(self) -> str:
        return "changed" if self.changed else "unchanged"


def format(request: FormatRequest, watch: Watch = UNWATCHED) -> FormatOutcome:
    name = request.source.shown
    words = format_words_of(name)
    if words is None:
        raise UsageError(f"`{name}` is a specification, and those are not formatted; nothing was changed")
    with Budget(watch=watch):
        reading = without_errors(read_model(Wanted(request.source, lowered=False)))
        formatted = format_text(reading.text, words)
    return FormatOutcome(formatted, formatted != reading.text)
