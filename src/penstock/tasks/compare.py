"""An open model closed by each of the methods, and what SPIN says about the results."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from penstock.budget import UNWATCHED, Watch
from penstock.closing.method import ClosingMethod
from penstock.closing.surroundings import Unsuitable
from penstock.diagnostics.record import counted
from penstock.errors import Cancelled, ModelErrors
from penstock.records import data, record
from penstock.spin.checking import Verdict
from penstock.tasks.confirmation import Confirmation
from penstock.tasks.judged import JudgedProperty
from penstock.tasks.outcome import Outcome
from penstock.tasks.requests.close import CloseRequest
from penstock.tasks.requests.verify import VerifyRequest
from penstock.tasks.verify import verify

MOST_SECONDS = 120.0
"""For each method."""


@record
class ComparedProperty:
    """A property of the model closed by one of the methods."""

    method: ClosingMethod
    property: str = ""
    verdict: Verdict | Literal[""] = ""
    states: int | None = None
    transitions: int | None = None
    memory_mb: float | None = None
    seconds: float | None = None
    confirmation: Confirmation | None = data(
        default=None, text="of a violation: whether an environment process causes it, too; null if nobody asked"
    )
    refused: str = data(default="", text="why this method cannot be used; empty if it can")


@record
class CompareOutcome(Outcome):
    comparison: tuple[ComparedProperty, ...]

    @property
    def summary(self) -> str:
        """The states of each method that can be used."""
        searched = [row for row in self.comparison if row.states is not None]
        methods = dict.fromkeys(row.method.value for row in searched)
        states = {name: sum(row.states or 0 for row in searched if row.method.value == name) for name in methods}
        return ", ".join(f"{name} {counted(count, 'state')}" for name, count in states.items())


def compare(request: CloseRequest, watch: Watch = UNWATCHED) -> CompareOutcome:
    """Verify the model closed by each method."""
    asked = VerifyRequest(request.source.loaded(), request.actors, request.opening, timeout=MOST_SECONDS)
    return CompareOutcome(tuple(row for method in ClosingMethod for row in _rows(asked, method, watch)))


def _rows(asked: VerifyRequest, method: ClosingMethod, watch: Watch) -> list[ComparedProperty]:
    if watch.stop.is_set():
        raise Cancelled
    own = Watch(lambda told: watch.tell(replace(told, about=(method.value, *told.about))), watch.stop)
    try:
        outcome = verify(replace(asked, opening=replace(asked.opening, method=method)), own)
    except ModelErrors as problem:
        refusals = [record for record in problem.diagnostics.records if record.code == Unsuitable.code]
        if not refusals:
            raise
        return [ComparedProperty(method, refused=refusals[0].message)]
    return [_row(method, judged) for judged in outcome.properties]


def _row(method: ClosingMethod, judged: JudgedProperty) -> ComparedProperty:
    figures = judged.states, judged.transitions, judged.memory_mb, judged.seconds
    return ComparedProperty(method, judged.name, judged.verdict, *figures, judged.confirmation)
