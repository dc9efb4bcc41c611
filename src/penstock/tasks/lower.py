"""What SPIN reads of a model with timers, or of one in another language."""

from __future__ import annotations

from penstock.budget import UNWATCHED, Budget, Watch
from penstock.diagnostics.record import counted
from penstock.reading.wanted import Wanted
from penstock.records import record
from penstock.tasks.models import closed_model
from penstock.tasks.outcome import Outcome
from penstock.tasks.requests.lower import LowerRequest


@record
class LowerOutcome(Outcome):
    promela: str

    @property
    def summary(self) -> str:
        return counted(self.promela.count("\n"), "line")


def lower(request: LowerRequest, watch: Watch = UNWATCHED) -> LowerOutcome:
    with Budget(watch=watch):
        return LowerOutcome(closed_model(Wanted(request.source, request.actors, every_tick=request.every_tick)).promela)
