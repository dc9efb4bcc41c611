"""An open model with the most general environment put into it, and where the outside has an influence on it."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from penstock.budget import UNWATCHED, Budget, Watch
from penstock.closing.closing import Closed
from penstock.closing.edits import TokenEdits
from penstock.closing.interface import Interface, Lacking, looks_open
from penstock.closing.method import ClosingMethod
from penstock.closing.report import Influenced, findings
from penstock.closing.texts import Cannot
from penstock.reading.closing import OpenModel, close_open, open_model, report_notes, report_refusal
from penstock.reading.reading import Reading
from penstock.reading.wanted import Wanted
from penstock.records import data, hidden, record
from penstock.resolve import Model
from penstock.tasks.models import read_model, without_errors
from penstock.tasks.outcome import Outcome
from penstock.tasks.requests.close import CloseRequest


@record
class OneEnded:
    """A channel that may be open, though nobody says so."""

    channel: str
    lacking: Lacking


class CloseNote(Enum):
    NOTHING_OPEN = "the model is as it was"
    PREPROCESSED = "macros or included files were in the way"


Note = OneEnded | CloseNote


@record
class OpenChannels:
    channels: tuple[str, ...] = data(text="channels whose other end is outside")
    signals: tuple[str, ...] = data(text="channels on which signals also arrive from outside")


@record
class CloseOutcome(Outcome):
    """The closed model, and where the outside has an influence on the open one."""

    method: ClosingMethod
    open: OpenChannels
    influence: tuple[Influenced, ...]
    promela: str = data(text="the closed model")
    notes: tuple[Note, ...] = hidden()
    reading: Reading = hidden()
    """The open model, with what there is to say about it."""

    @property
    def summary(self) -> str:
        return f"by {self.method.value}, open: {', '.join((*self.open.channels, *self.open.signals)) or 'nothing'}"


@record
class InfluenceOutcome(Outcome):
    """Where the outside has an influence on a model; it need not be possible to close it."""

    open: OpenChannels
    influence: tuple[Influenced, ...]
    notes: tuple[Note, ...] = hidden()
    reading: Reading = hidden()


def close(request: CloseRequest, watch: Watch = UNWATCHED) -> CloseOutcome:
    with Budget(watch=watch):
        reading, opened = _opened(request)
        notes = tuple(_notes(reading.model, opened))
        if opened.interface.empty:
            promela = TokenEdits(opened.model, opened.file).translation().text
            return CloseOutcome(request.opening.method, _channels(opened.interface), (), promela, notes, reading)
        closed, opened = _closed(request, reading, opened)
        notes += (CloseNote.PREPROCESSED,) * opened.expanded
        found = tuple(findings(opened.influence()))
        method, channels = request.opening.method, _channels(opened.interface)
        return CloseOutcome(method, channels, found, closed.translation.text, notes, reading)


def influence(request: CloseRequest, watch: Watch = UNWATCHED) -> InfluenceOutcome:
    """Where variables are reliable, chaotic, or depend on the run."""
    with Budget(watch=watch):
        reading, opened = _opened(request)
        found = () if opened.interface.empty else tuple(findings(opened.influence()))
        return InfluenceOutcome(_channels(opened.interface), found, tuple(_notes(reading.model, opened)), reading)


def _opened(request: CloseRequest) -> tuple[Reading, OpenModel]:
    reading = without_errors(read_model(Wanted(request.source, request.actors, lowered=False)))
    definitions = reading.source.definitions
    return reading, open_model(reading.model, reading.text, reading.include, definitions, request.opening)


def _closed(request: CloseRequest, reading: Reading, opened: OpenModel) -> tuple[Closed, OpenModel]:
    try:
        closed, opened = close_open(opened, request.opening, reading.include, reading.source.definitions)
    except Cannot as problem:
        report_refusal(reading.model, opened, problem)
        without_errors(reading)
        raise
    report_notes(reading.model, opened, closed)
    return closed, opened


def _channels(interface: Interface) -> OpenChannels:
    outside, signals = interface.outside, interface.messages.keys() - interface.outside
    return OpenChannels(tuple(sorted(one.name for one in outside)), tuple(sorted(one.name for one in signals)))


def _notes(model: Model, opened: OpenModel) -> Iterator[Note]:
    yield from (OneEnded(name, lacking) for name, lacking in looks_open(model, opened.interface))
    if opened.interface.empty:
        yield CloseNote.NOTHING_OPEN
