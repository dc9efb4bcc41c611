"""From a property to a verdict: search, grow, look past what is not meant, and judge strictly."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from penstock.spin import faults
from penstock.spin.faults import FaultKind
from penstock.spin.gaps import NOTHING_SEARCHED, REST, STOPPED, Gap, GapKind
from penstock.spin.generating import OutOfTime
from penstock.spin.growth import Growth, can_go_deeper, first_growth, grown, without_reduction
from penstock.spin.method import SearchMethod
from penstock.spin.properties import Property, PropertyKind, is_own_fault
from penstock.spin.report import TOO_SHALLOW, Complaint, Unreached, complaint_in, progress_of
from penstock.spin.session import MOST_PREPARING, Attempt, Session
from penstock.spin.shortening import shortest_trail
from penstock.spin.tools import ToolFailed, what_it_said

_MOST_LOOKS = 20
"""How often the search is repeated to look past an error that is not meant."""


class Verdict(Enum):
    """`HOLDS` only if nothing at all is in doubt."""

    HOLDS = "holds"
    VIOLATED = "violated"
    INCONCLUSIVE = "inconclusive"


@dataclass(frozen=True, slots=True)
class PropertyResult:
    """The verdict about one property.

    `message` is the verifier's own complaint.  `failed`: a tool failed, and `reason` says how.  `refused`: the
    verifier does not accept the model.  `unreached` is None if the search says nothing about it.  `growth` are the
    sizes of the last search.
    """

    wanted: Property
    verdict: Verdict
    reason: str = ""
    message: str = ""
    errors: int = 0
    states: int = 0
    transitions: int = 0
    depth: int = 0
    seconds: float = 0.0
    memory_mb: float = 0.0
    not_checked: tuple[Gap, ...] = ()
    notes: tuple[str, ...] = ()
    trail: bytes | None = None
    unreached: tuple[Unreached, ...] | None = None
    failed: bool = False
    refused: bool = False
    growth: Growth | None = None

    @property
    def fault(self) -> FaultKind:
        """What the verifier complains about."""
        return faults.kind_of(self.message)


def check(session: Session, wanted: Property, growth: Growth | None = None) -> PropertyResult:
    """Verify one property by one search (or several, when it has to grow, from `growth` on).

    Where only fair runs count, a claim is asked about twice: a verifier that looks for fair cycles passes over runs
    that stop.
    """
    found = _checked(session, wanted, growth)
    if found.verdict is not Verdict.HOLDS or not (session.settings.fair and wanted.is_claim):
        return found
    stopping = _checked(session.for_runs_that_stop(), wanted, None)
    seconds = found.seconds + stopping.seconds
    return replace(found if stopping.verdict is Verdict.HOLDS else stopping, seconds=seconds)


def _checked(session: Session, wanted: Property, growth: Growth | None) -> PropertyResult:
    bitstate = session.settings.search is SearchMethod.BITSTATE
    growth = growth or first_growth(session.settings.memory_mb, bitstate, session.settings.depth)
    seconds = 0.0
    try:
        while True:
            deeper = can_go_deeper(growth, session.settings.memory_mb)
            attempt = session.attempt(wanted, growth, on_line=_TooShallow() if deeper else None)
            seconds += attempt.outcome.seconds
            following = grown(growth, attempt.report, session.settings.memory_mb)
            if following is None and wanted.about_cycles:
                following = without_reduction(growth, attempt.report)
            if following is None or session.out_of_time or session.stop.is_set():
                break
            growth = following
        result = _conclude(session, wanted, growth, attempt)
    except OutOfTime:
        result = not_begun(session, wanted)
    except ToolFailed as problem:
        result = PropertyResult(
            wanted, Verdict.INCONCLUSIVE, str(problem), failed=True, not_checked=(NOTHING_SEARCHED,)
        )
    notes = (*growth.notes, *result.notes, *_shared_labels(session, result), *_counted_claims(session, wanted))
    return replace(result, seconds=seconds, notes=notes, growth=growth)


def not_begun(session: Session, wanted: Property) -> PropertyResult:
    """The result where there was no verifier that could search."""
    stopped = "stopped before the search began"
    late = f"SPIN or the C compiler was not ready after {MOST_PREPARING:.0f} seconds"
    return PropertyResult(
        wanted, Verdict.INCONCLUSIVE, stopped if session.stop.is_set() else late, not_checked=(NOTHING_SEARCHED,)
    )


def _counted_claims(session: Session, wanted: Property) -> tuple[str, ...]:
    """For a verifier, its claim is a process; the search for cycles without progress has one, too."""
    if not session.facts.counts_processes or not (wanted.is_claim or wanted.kind is PropertyKind.PROGRESS):
        return ()
    return ("SPIN's verifier counts the claim as a process: here `_nr_pr` is one larger than without it",)


def _shared_labels(session: Session, result: PropertyResult) -> tuple[str, ...]:
    """A verifier does not tell a label of a process from one of the claim, if they have the same name."""
    if result.wanted.kind is not PropertyKind.NEVER or result.fault is not FaultKind.ACCEPTANCE:
        return ()
    labels = sorted(set(session.facts.accept_labels).intersection(session.facts.claim_labels))
    text = "a process has the label `{0}` as well: its cycles count as those of the claim; rename one of the labels"
    return tuple(text.format(label) for label in labels)


class _TooShallow:
    """Hears when a search is too shallow but goes on, which has no use when it must be repeated anyway.

    The line alone is not enough: a verifier that is already summing up must not be disturbed.
    """

    def __init__(self) -> None:
        self._warned = False

    def __call__(self, line: str) -> bool:
        self._warned = self._warned or line.endswith(TOO_SHALLOW)
        return self._warned and progress_of(line) is not None


def _conclude(session: Session, wanted: Property, growth: Growth, attempt: Attempt) -> PropertyResult:
    complaint = attempt.report.complaints[0] if attempt.report.complaints else None
    if complaint is not None and attempt.report.vector_needed is None:
        if is_own_fault(wanted, complaint.message, attempt.trail):
            return violation(session, wanted, growth, attempt, complaint)
        return _look_past(session, wanted, growth, attempt, complaint)
    return judge(wanted, growth, attempt)


def violation(
    session: Session, wanted: Property, growth: Growth, attempt: Attempt, complaint: Complaint
) -> PropertyResult:
    """A property is violated; the trail, without which nothing is believed, is made as short as some effort allows."""
    if attempt.trail is None:
        return _without_trail(wanted, attempt, complaint)
    trail, message = shortest_trail(session, wanted, growth, attempt, complaint)
    return replace(
        _figures(wanted, Verdict.VIOLATED, attempt),
        message=message,
        errors=max(1, attempt.report.errors),
        trail=trail,
    )


def _without_trail(wanted: Property, attempt: Attempt, complaint: Complaint) -> PropertyResult:
    text = f"the verifier complains, but leaves no trail (does C code print this?): {complaint.message}"
    return replace(_figures(wanted, Verdict.INCONCLUSIVE, attempt), reason=text, failed=True, not_checked=(REST,))


def judge(wanted: Property, growth: Growth, attempt: Attempt) -> PropertyResult:
    """The verdict of a search that complained about nothing; `holds` only if nothing at all is in doubt."""
    report, outcome = attempt.report, attempt.outcome
    inconclusive = _figures(wanted, Verdict.INCONCLUSIVE, attempt)
    if report.refusals:
        text = "SPIN's verifier does not accept the model: " + "; ".join(map(_refusal, report.refusals))
        return replace(inconclusive, reason=text, refused=True, not_checked=(NOTHING_SEARCHED,))
    if failure := _failure(attempt):
        return replace(inconclusive, reason=failure, failed=True, not_checked=(REST,))
    if limits := _limits_met(growth, attempt):
        return replace(inconclusive, reason=str(limits[0]), not_checked=tuple(limits))
    complete = report.summary and report.completed and report.errors == 0 and outcome.status == 0
    if not complete:
        text = f"the verifier's output is not understood: {what_it_said(outcome)}"
        return replace(inconclusive, reason=text, failed=True, not_checked=(REST,))
    if growth.bitstate:
        gap = Gap(GapKind.HASHING, hash_factor=report.hash_factor)
        text = f"no error was found, but not everything was searched: {gap}"
        return replace(inconclusive, reason=text, not_checked=(gap,))
    # A claim ends runs that it does not follow: what they do later is not unreachable.
    unreached = None if wanted.is_claim else tuple(report.unreached)
    return replace(inconclusive, verdict=Verdict.HOLDS, unreached=unreached)


def _refusal(text: str) -> str:
    if "unconditional self-loop" in text:
        return f"{text} (a loop that does nothing but `skip`: remove it, or let it wait for something)"
    return text


def _figures(wanted: Property, verdict: Verdict, attempt: Attempt) -> PropertyResult:
    report = attempt.report
    return PropertyResult(
        wanted,
        verdict,
        errors=report.errors,
        states=report.states,
        transitions=report.transitions,
        depth=report.depth,
        memory_mb=report.memory_mb,
    )


def _failure(attempt: Attempt) -> str | None:
    """How the verifier failed, if it did; a limit that ends it is not a failure."""
    outcome, report = attempt.outcome, attempt.report
    if outcome.out_of_time or outcome.stopped:
        return None
    if outcome.signal_name is not None:
        return f"the verifier was killed by {outcome.signal_name} during the search{_cause(outcome.signal_name)}"
    if report.vector_needed is not None:
        return f"states of more than {report.vector_needed} bytes are too large for SPIN's verifier"
    if report.unexpected or outcome.overflow:
        said = "\n  ".join(report.unexpected[:6] or ["(too much to show)"])
        return f"the verifier printed something that cannot be understood:\n  {said}"
    if outcome.status != 0 or (not report.summary and not report.out_of_memory):
        return f"the verifier failed: {what_it_said(outcome)}"
    return None


def _cause(signal_name: str) -> str:
    return {
        "SIGFPE": ": probably the model, or its C code, divides by zero; `penstock explore`"
        " shows where, if the model has no C code",
        "SIGKILL": ": perhaps the machine ran out of memory (a smaller --memory may help)",
        "SIGSEGV": ": perhaps its stack is too small, or the model's C code uses memory wrongly",
    }.get(signal_name, "")


def _limits_met(growth: Growth, attempt: Attempt) -> list[Gap]:
    """Why the search did not see everything."""
    report, gaps = attempt.report, []
    if attempt.outcome.out_of_time:
        gaps.append(Gap(GapKind.TIME))
    if report.out_of_memory:
        gaps.append(Gap(GapKind.MEMORY))
    if report.truncated:
        gaps.append(Gap(GapKind.DEPTH, growth.depth))
    if attempt.outcome.stopped or (report.interrupted and not gaps):
        gaps.insert(0, STOPPED)
    return gaps


_PASSABLE = (FaultKind.ASSERTION, FaultKind.TRACE, FaultKind.NOTRACE, FaultKind.DEADLOCK)


def _look_past(
    session: Session, wanted: Property, growth: Growth, attempt: Attempt, complaint: Complaint
) -> PropertyResult:
    """The search stopped at an error that this property is not about: go on beyond it, if that has a meaning."""
    kind = faults.kind_of(complaint.message)
    if kind not in _PASSABLE or _looks_like_a_claim(wanted, complaint):
        return _stopped_by(wanted, attempt, complaint, kind)
    skipped, number = (f"another error was found on the way: {complaint.message}",), 1
    for _ in range(_MOST_LOOKS):
        further, found = _next_candidate(session, wanted, growth, number)
        if found is None:
            return replace(_judge_beyond(wanted, growth, further), notes=skipped)
        there = session.attempt(wanted, growth, (f"-c{found.number}",))
        if there.trail is None:
            return _without_trail(wanted, there, found)
        if is_own_fault(wanted, found.message, there.trail):
            return replace(violation(session, wanted, growth, there, found), errors=1, notes=skipped)
        if _looks_like_a_claim(wanted, found):
            return _stopped_by(wanted, there, found, FaultKind.ASSERTION)
        number = found.number
    reason = "too many other errors are met on the way; repair them first"
    return replace(_figures(wanted, Verdict.INCONCLUSIVE, attempt), reason=reason, not_checked=(REST,), notes=skipped)


def _looks_like_a_claim(wanted: Property, complaint: Complaint) -> bool:
    """A verifier does not repeat itself: after this complaint, the same words about the claim would not be heard."""
    return wanted.kind is PropertyKind.LTL and complaint.message.startswith("assertion violated !(")


def _next_candidate(
    session: Session, wanted: Property, growth: Growth, beyond: int
) -> tuple[Attempt, Complaint | None]:
    """The first complaint after number `beyond` that could be about the property."""
    candidates: list[Complaint] = []

    def listen(line: str) -> bool:
        found = complaint_in(line, session.facts.embedded_c)
        if found is not None and found.number > beyond and _may_be_own(wanted, found.message):
            candidates.append(found)
        return bool(candidates)

    attempt = session.attempt(wanted, growth, ("-c0",), on_line=listen)
    return attempt, candidates[0] if candidates else None


def _may_be_own(wanted: Property, message: str) -> bool:
    maybe = wanted.kind is PropertyKind.LTL and faults.kind_of(message) is FaultKind.ASSERTION
    return maybe or is_own_fault(wanted, message, None)


def _judge_beyond(wanted: Property, growth: Growth, attempt: Attempt) -> PropertyResult:
    """Judge a search that went on past complaints, none of which is about the property."""
    others = {faults.kind_of(complaint.message) for complaint in attempt.report.complaints}
    if others & {FaultKind.RUN_TIME, FaultKind.LIMIT, FaultKind.UNKNOWN}:
        complaint = attempt.report.complaints[-1]
        return _stopped_by(wanted, attempt, complaint, faults.kind_of(complaint.message))
    attempt.report.errors = 0
    return replace(judge(wanted, growth, attempt), unreached=None)


def _stopped_by(wanted: Property, attempt: Attempt, complaint: Complaint, kind: FaultKind) -> PropertyResult:
    """Another error ends the search: nothing can be said about the property."""
    result = replace(_figures(wanted, Verdict.INCONCLUSIVE, attempt), not_checked=(REST,), message=complaint.message)
    if kind is FaultKind.UNKNOWN:
        text = f"the verifier complains in words that are not understood: {complaint.message}"
        return replace(result, reason=text, failed=True)
    if kind is FaultKind.LIMIT:
        return replace(result, reason=faults.sentence(complaint.message), trail=attempt.trail)
    text = f"the search found another error that must be repaired first: {faults.sentence(complaint.message)}"
    return replace(result, reason=text, trail=attempt.trail)
