"""Why properties are violated: what a verifier complains about, together with the run that its trail describes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from penstock.machine.trace import Ending, RunTrace
from penstock.reasons.failures import (
    BrokenFormula,
    BrokenTrace,
    Deadlock,
    EndlessRun,
    FailedAssertion,
    FailedRun,
    MissedDeadline,
    PropertyFailure,
    Repetition,
    RunTimeError,
    StandingProcess,
    Standstill,
    TooManyActors,
)
from penstock.reasons.vacuity import EmptyReason
from penstock.reasons.words import failure_text
from penstock.resolve import Model
from penstock.spin import faults
from penstock.spin.checking import PropertyResult, Verdict
from penstock.spin.faults import FaultKind
from penstock.spin.growth import exact
from penstock.spin.properties import Property, PropertyKind
from penstock.spin.session import Session
from penstock.spin.statements import readable
from penstock.spin.trail import Trail, read_trail
from penstock.tasks.confirmation import Confirmation
from penstock.tasks.coverage import Covers
from penstock.tasks.decoding import decoded_run, process_names, shown_variable
from penstock.tasks.trails import replayed


@dataclass(frozen=True, slots=True)
class Finding:
    """A result with its explanation, and with the run that violates the property.

    `replayed`: the run was taken in our own machine, too, which knows all about it; else it is what SPIN tells.
    `empty` are the empty reasons of a property that holds; None: nobody looked for them.
    """

    result: PropertyResult
    reason: str
    failure: PropertyFailure | None = None
    run: RunTrace | None = None
    replayed: bool = False
    place: tuple[str, int] | None = None
    covers: Covers = Covers.MODEL
    empty: tuple[EmptyReason, ...] | None = None
    confirmation: Confirmation | None = None


def finding_of(session: Session, result: PropertyResult, model: Model, place: Path) -> Finding:
    """A result explained; raises `ToolFailed` or `OutOfTime` if its trail cannot be decoded."""
    if result.trail is None:
        return finding_without_trail(result, model)
    trail = _decoded(session, result, place)
    run = replayed(model, trail) if not session.facts.embedded_c else None
    return _explained(result, trail, run, model)


def finding_without_trail(result: PropertyResult, model: Model) -> Finding:
    if _is_too_much(result, model):
        return Finding(result, failure_text(TooManyActors()), TooManyActors())
    return Finding(result, result.reason or (faults.sentence(result.message) if result.message else ""))


def _is_too_much(result: PropertyResult, model: Model) -> bool:
    return bool(model.wording.mailbox) and result.fault is FaultKind.LIMIT


def _decoded(session: Session, result: PropertyResult, place: Path) -> Trail:
    """The trail of a result as records; models with C code are replayed by their own verifier."""
    assert result.trail is not None
    verifier = None
    if session.facts.embedded_c and result.growth is not None:
        safety = Property(PropertyKind.SAFETY.value, PropertyKind.SAFETY)
        verifier = session.program(safety, exact(result.growth))
    trail = read_trail(session.tools, session.generated(result.wanted).model, result.trail, place, verifier)
    return _until_claim_ends(trail) if result.fault is FaultKind.CLAIM else trail


def _until_claim_ends(trail: Trail) -> Trail:
    """A verifier stops when the claim has ended, and writes down one step more, which nobody takes."""
    end = max((step.number for step in trail.claim_steps), default=0)
    return replace(trail, steps=tuple(step for step in trail.steps if step.number < end))


def _explained(result: PropertyResult, trail: Trail, run: RunTrace | None, model: Model) -> Finding:
    if _is_too_much(result, model):
        return finding_without_trail(result, model)
    shown = run if run is not None else decoded_run(trail)
    last = (trail.steps[-1].file, trail.steps[-1].line) if trail.steps else None
    if result.verdict is not Verdict.VIOLATED:
        return Finding(result, result.reason, None, shown, run is not None, last)
    own_words = model.syntax.translation is None
    failure = (_failed_run(result, run, own_words) if run is not None else None) or _failure(result, trail, shown)
    return Finding(result, failure_text(failure), failure, shown, run is not None, last)


def _failed_run(result: PropertyResult, run: RunTrace, own_words: bool) -> PropertyFailure | None:
    """What our own machine knows better than SPIN: without `own_words`, SPIN speaks of a translation."""
    if run.outcome is Ending.DEADLOCK and result.fault is FaultKind.DEADLOCK:
        return Deadlock(run)
    if run.outcome in (Ending.ASSERTION, Ending.ERROR) and not own_words:
        return FailedRun(run)
    if run.outcome is Ending.ERROR:
        return FailedRun(run, faults.sentence(result.message))
    return None


def _failure(result: PropertyResult, trail: Trail, run: RunTrace) -> PropertyFailure:
    names = process_names(trail) | {(process.proctype, process.pid): process.name for process in run.processes}
    # Steps are counted as they are shown: those of a translation that are no steps to the user are left out.
    wanted, kind, steps = result.wanted, result.fault, len(run.steps)
    if kind is FaultKind.DEADLOCK:
        return _standstill(trail, names)
    if wanted.kind is PropertyKind.WITHIN:
        return MissedDeadline(wanted.formula, steps)
    if wanted.kind is PropertyKind.LTL or (wanted.kind is PropertyKind.NEVER and kind is not FaultKind.ASSERTION):
        formula = wanted.formula if wanted.kind is PropertyKind.LTL else None
        return BrokenFormula(formula, steps, None if trail.cycle is None else _repetition(run))
    if kind is FaultKind.ASSERTION:
        return FailedAssertion(readable(faults.asserted(result.message)), steps, _last(trail, names))
    if kind in (FaultKind.ACCEPTANCE, FaultKind.PROGRESS):
        return EndlessRun(wanted.kind is PropertyKind.PROGRESS, _repetition(run))
    if kind in (FaultKind.TRACE, FaultKind.NOTRACE):
        return BrokenTrace(kind is FaultKind.NOTRACE, steps)
    return RunTimeError(faults.sentence(result.message), steps, _last(trail, names))


def _standstill(trail: Trail, names: dict[tuple[str, int], str]) -> Standstill:
    waiting = [place for place in reversed(trail.places) if place.pid is not None and not place.valid]
    standing = [StandingProcess(names[place.proctype, place.pid or 0], place.file, place.line) for place in waiting]
    held = [
        (shown_variable(name, None, names), contents.count("["))
        for name, contents in dict(trail.channels).items()
        if contents
    ]
    return Standstill(len(trail.steps), tuple(standing), tuple(held))


def _repetition(run: RunTrace) -> Repetition:
    return Repetition(run.loop or 1, len(run.steps))


def _last(trail: Trail, names: dict[tuple[str, int], str]) -> StandingProcess | None:
    if not trail.steps:
        return None
    last = trail.steps[-1]
    return StandingProcess(names[last.proctype, last.pid or 0], last.file, last.line)
