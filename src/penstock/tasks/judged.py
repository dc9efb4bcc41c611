"""Verdicts about properties as every face shows them."""

from __future__ import annotations

from collections.abc import Sequence

from penstock.diagnostics.placed import TextPlace
from penstock.diagnostics.text import printable
from penstock.machine.trace import RunTrace
from penstock.reasons.steps import RunStep, run_steps
from penstock.reasons.told import ToldFailure, told_failure
from penstock.reasons.vacuity import EmptyReason
from penstock.records import data, hidden, record
from penstock.spin.checking import PropertyResult, Verdict
from penstock.spin.properties import PropertyKind
from penstock.spin.report import Unreached
from penstock.tasks.confirmation import Confirmation
from penstock.tasks.coverage import Covers
from penstock.tasks.violations import Finding


@record
class JudgedProperty:
    """A property, the verdict about it, and why.

    `explanation` is the reason in as many lines as it takes, `failure` the same as a record.  `place` is where the run
    ends, `written` where the property is.  `run` is known if our own machine can take it.  `refused`: SPIN's verifier
    does not accept the model.
    """

    name: str
    kind: PropertyKind
    formula: str | None
    verdict: Verdict
    covers: Covers = data(text="what it means for an open model that no violation was found")
    errors: int = data(least=0)
    states: int = data(least=0)
    transitions: int = data(least=0)
    depth: int = data(text="steps on the longest path that was searched")
    seconds: float = data(least=0, text="of the search alone")
    memory_mb: float = data(least=0)
    reason: str | None = data(text="a sentence; null if the property holds")
    failed: bool = data(text="a tool failed, and the reason says how")
    not_checked: tuple[str, ...]
    notes: tuple[str, ...] = data(text="what was increased, and why")
    cycle: int | None = data(text="the step from which on the run repeats")
    trail: tuple[RunStep, ...]
    failure: ToldFailure | None = data(text="the reason as a record; null if nothing fails")
    written: TextPlace | None = data(text="where the formula or claim is; null for other properties")
    vacuous: tuple[EmptyReason, ...] | None = data(
        text="why a property that holds says nothing, as a search of all states proved; empty: no such reason found;"
        " null: it does not hold, or nobody looked",
    )
    confirmation: Confirmation | None = data(
        text="of a violation in an open model: whether it is real; null if nobody asked"
    )
    explanation: str = hidden("")
    place: tuple[str, int] | None = hidden(None)
    run: RunTrace | None = hidden(None)
    refused: bool = hidden(False)
    added: bool = hidden(False)
    trail_file: bytes | None = hidden(None)
    """The trail as SPIN wrote it."""

    @property
    def broken(self) -> bool:
        """Whether something other than the property is wrong."""
        return self.failed or self.refused


def judged_property(finding: Finding, written: TextPlace | None = None) -> JudgedProperty:
    result, run = finding.result, finding.run
    return JudgedProperty(
        name=result.wanted.name,
        kind=result.wanted.kind,
        formula=result.wanted.formula or None,
        verdict=result.verdict,
        covers=finding.covers,
        errors=result.errors if result.verdict is Verdict.VIOLATED else 0,
        states=result.states,
        transitions=result.transitions,
        depth=result.depth,
        seconds=round(result.seconds, 3),
        memory_mb=result.memory_mb,
        reason=_sentence(finding) or None,
        failed=result.failed,
        not_checked=tuple(map(str, result.not_checked)),
        notes=result.notes,
        cycle=None if run is None else run.loop,
        trail=() if run is None else run_steps(run),
        failure=None if finding.failure is None else told_failure(finding.failure),
        written=written,
        vacuous=finding.empty,
        confirmation=finding.confirmation,
        explanation=finding.reason,
        place=finding.place,
        run=run if finding.replayed else None,
        refused=result.refused,
        added=result.wanted.added,
        trail_file=result.trail,
    )


def _sentence(finding: Finding) -> str:
    """The reason in one line; who waits for what is told by the failure."""
    lines = finding.reason.split("\n")
    return printable(lines[0] if finding.failure is not None else " ".join(lines))


def overall(properties: Sequence[JudgedProperty]) -> Verdict:
    verdicts = {one.verdict for one in properties}
    if Verdict.VIOLATED in verdicts:
        return Verdict.VIOLATED
    return Verdict.HOLDS if verdicts == {Verdict.HOLDS} else Verdict.INCONCLUSIVE


def unreached_in_all(results: Sequence[PropertyResult]) -> tuple[Unreached, ...]:
    """What none of the complete searches reached."""
    lists = [result.unreached for result in results if result.unreached is not None]
    if not lists:
        return ()
    common = set(lists[0]).intersection(*map(set, lists[1:]))
    return tuple(one for one in lists[0] if one in common)
