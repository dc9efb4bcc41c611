"""Is this a model, and does anything in it look wrong?"""

from __future__ import annotations

from penstock.budget import UNWATCHED, Budget, Watch
from penstock.diagnostics.placed import PlacedDiagnostic, placed
from penstock.diagnostics.record import counted
from penstock.reading.reading import Reading
from penstock.reading.wanted import Wanted
from penstock.records import data, hidden, record
from penstock.tasks.models import read_model
from penstock.tasks.outcome import Outcome
from penstock.tasks.requests.check import CheckRequest


@record
class WaitingMessages:
    """Messages that may wait in the mailbox of an actor, beside others that differ from them."""

    type: str
    messages: tuple[str, ...]


@record
class CheckOutcome(Outcome):
    """What was found in a model."""

    ok: bool = data(text="true if there are no errors; there may be warnings")
    diagnostics: tuple[PlacedDiagnostic, ...]
    waiting: tuple[WaitingMessages, ...] = data(
        default=(), text="actor types for which verdicts may depend on how messages wait (`--defer`)"
    )
    reading: Reading = hidden(default=None)

    @property
    def summary(self) -> str:
        findings = counted(len(self.diagnostics), "finding")
        return f"{'ok' if self.ok else 'errors'}: {findings}"

    @property
    def processes(self) -> int:
        # The clock of a model with timers is not the user's.
        model = self.reading.model
        return sum(process.name != model.wording.clock for process in model.processes.values())

    @property
    def channels(self) -> int:
        """How many global channels there are."""
        return sum(variable.channel is not None for variable in self.reading.model.globals)


def check(request: CheckRequest, watch: Watch = UNWATCHED) -> CheckOutcome:
    with Budget(watch=watch):
        reading = read_model(Wanted(request.source, request.actors))
    waiting = reading.model.wording.waiting if reading.ok else ()
    told = tuple(WaitingMessages(kind, messages) for kind, messages in waiting)
    return CheckOutcome(reading.ok, placed(reading.diagnostics), told, reading)
