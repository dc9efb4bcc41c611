"""Do the properties of a model hold?  SPIN answers."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from pathlib import Path
from threading import Event

from penstock.budget import UNWATCHED, Activity, Budget, Progress, Watch
from penstock.diagnostics.text import printable
from penstock.dialects.actors.choices import Defer
from penstock.errors import Cancelled, UsageError
from penstock.reading.confinement import may_execute_c
from penstock.reading.reading import Reading
from penstock.reading.wanted import Wanted
from penstock.reasons.steps import RunStep
from penstock.records import data, hidden, record
from penstock.spin.cache import Cache, default_directory
from penstock.spin.checking import PropertyResult, Verdict
from penstock.spin.generating import OutOfTime, Rejected
from penstock.spin.memory import memory_for_each
from penstock.spin.method import SearchMethod
from penstock.spin.properties import Property
from penstock.spin.report import Unreached
from penstock.spin.session import Session, SessionSettings
from penstock.spin.sharing import PropertySearch, run_shared
from penstock.spin.stopping import StopSignal
from penstock.spin.tools import ToolFailed, Tools, find_tools
from penstock.spin.workspace import private_directory
from penstock.tasks.confirming import confirmed
from penstock.tasks.coverage import Coverage, Environment, coverage, environment_of
from penstock.tasks.judged import JudgedProperty, judged_property, overall, unreached_in_all
from penstock.tasks.livelock import livelock_search
from penstock.tasks.models import read_model, refuse_embedded_c, without_errors
from penstock.tasks.outcome import Outcome
from penstock.tasks.properties import LIVELOCK, facts_of, known_properties, wanted_properties, written_places
from penstock.tasks.real_violations import with_confirmations
from penstock.tasks.repeating import RepetitionQuestion
from penstock.tasks.replaying import Replaying, replaying_of
from penstock.tasks.requests.verify import VerifyRequest
from penstock.tasks.searches import SearchMeter, searches_for
from penstock.tasks.sending import with_assumption
from penstock.tasks.spin_text import spin_text
from penstock.tasks.stuck import about_being_stuck, stuck_finding
from penstock.tasks.times import MeasuredTime, NotMeasured, conditions, measured
from penstock.tasks.vacuity import with_empty_reasons
from penstock.tasks.violations import Finding, finding_of, finding_without_trail

_LEAST_MEMORY = 8
_LEAST_TIMEOUT = 0.1


@record
class Versions:
    spin: str
    gcc: str
    besides: str | None = data(
        text="the compiler of the verifier that searches while gcc works, or instead: whichever ends first answers"
    )


@record
class VerifyOutcome(Outcome):
    """The verdicts about all properties; `stopped`: whoever watches did not want to wait for more."""

    verdict: Verdict = data(text="violated if any property is; holds only if all are known to hold")
    file: str
    errors: int = data(least=0, text="of all violated properties")
    states: int = data(least=0, text="stored, in all searches")
    transitions: int = data(least=0, text="taken, in all searches")
    seconds: float = data(least=0, text="for everything, compiling included")
    searching_seconds: float = data(least=0, text="what `--timeout` limits: searches alone")
    memory_mb: float = data(least=0, text="of the largest search")
    trail: tuple[RunStep, ...] = data(text="of the first violated property")
    properties: tuple[JudgedProperty, ...]
    times: tuple[MeasuredTime, ...] = data(text="what `--time` asked for")
    unreached: tuple[Unreached, ...] = data(text="statements that no run executes, if a search was complete")
    environment: Environment | None = data(text="of an open model: how it was closed; null for any other model")
    warnings: tuple[str, ...]
    replay: str | None = data(text="the command that replays the trail with SPIN; null unless a trail was written")
    versions: Versions
    replaying: Replaying | None = hidden(None)
    stopped: bool = hidden(False)

    @property
    def summary(self) -> str:
        return f"{self.verdict.value}: " + ", ".join(f"{one.name} {one.verdict.value}" for one in self.properties)


@dataclass(frozen=True, slots=True)
class _Verified:
    """Everything that searching and decoding told about some properties."""

    findings: list[Finding]
    searching: float
    warnings: tuple[str, ...]
    replaying: Replaying | None
    tools: Tools


def verify(request: VerifyRequest, watch: Watch = UNWATCHED) -> VerifyOutcome:
    """Search, decode the trails, explain; who sets `watch.stop` gets what was found until then."""
    begin = time.monotonic()
    _refuse_nonsense(request)
    reading = _read(request, watch)
    wanted = wanted_properties(reading.model, known_properties(reading.model, reading.asked), request.properties)
    if watch.stop.is_set():
        raise Cancelled
    stop = StopSignal(watch.stop)
    # What was found until somebody says stop is still to be explained.
    with Budget(watch=Watch(watch.show)), private_directory() as place:
        try:
            verified = _verified(request, reading, wanted, place / "first", stop, watch)
            if request.actors.defer is Defer.SELECT and reading.model.syntax.translation is not None:
                verified = _confirmed(request, verified, place / "again", stop, watch)
        except Rejected as problem:
            raise Rejected(f"SPIN does not accept this:\n{problem}") from None
    times = tuple(measured(one, partial(_which_hold, request, watch)) for one in request.time)
    return _outcome(reading, verified, times, time.monotonic() - begin, watch.stop.is_set())


def _which_hold(request: VerifyRequest, watch: Watch, formulas: Sequence[str]) -> list[bool]:
    if watch.stop.is_set():
        raise NotMeasured
    outcome = verify(replace(request, properties=(), ltl=tuple(formulas), time=()), watch)
    if any(one.verdict is Verdict.INCONCLUSIVE for one in outcome.properties):
        raise NotMeasured
    return [one.verdict is Verdict.HOLDS for one in outcome.properties]


def _refuse_nonsense(request: VerifyRequest) -> None:
    if request.cluster is not None and request.search is not SearchMethod.SWARM:
        raise UsageError("--cluster needs --search swarm")
    if request.memory is not None and request.memory < _LEAST_MEMORY:
        raise UsageError(f"a verifier needs at least {_LEAST_MEMORY} MB to start: give --memory more")


def _read(request: VerifyRequest, watch: Watch) -> Reading:
    asked = [condition for one in request.time for condition in conditions(one)]
    with Budget(watch=watch):
        if asked:  # a mistake is told as it was written, not in the formulas that are made of it
            without_errors(read_model(Wanted(request.source, request.actors, request.opening, tuple(asked))))
        wanted = Wanted(
            request.source,
            request.actors,
            request.opening,
            request.ltl,
            every_tick=request.every_tick,
            for_spin=True,
        )
        reading = without_errors(read_model(wanted))
    if not may_execute_c():
        refuse_embedded_c(reading.model)
    return reading


def _confirmed(request: VerifyRequest, verified: _Verified, place: Path, stop: Event, watch: Watch) -> _Verified:
    """Violations that depend on `--defer select`, judged where messages are put back."""
    left = None if request.timeout is None else max(_LEAST_TIMEOUT, request.timeout - verified.searching)
    other = replace(request, actors=replace(request.actors, defer=Defer.PUTBACK), timeout=left)

    def again(wanted: Property) -> Finding:
        return _verified(other, _read(other, UNWATCHED), [wanted], place, stop, watch).findings[0]

    return replace(verified, findings=confirmed(verified.findings, again))


def _verified(
    request: VerifyRequest, reading: Reading, wanted: list[Property], place: Path, stop: Event, watch: Watch
) -> _Verified:
    begin = time.monotonic()
    place.mkdir(parents=True, exist_ok=True)
    model, tools = reading.model, find_tools(place)
    cache = Cache(default_directory() if request.cache else None)
    settings = _settings(request, len(wanted))
    session = Session(tools, spin_text(reading), facts_of(model), settings, place, cache, stop, SearchMeter(watch))
    stuck = [one for one in wanted if about_being_stuck(model, one)]
    asked = [one for one in wanted if one != LIVELOCK and one not in stuck]
    covered = [coverage(model, one, request.fair) for one in asked]
    searches = searches_for(session, [one.searched for one in covered], request.cluster)
    livelock = livelock_search(reading, session) if LIVELOCK in wanted else None
    watch.tell(Progress(Activity.COMPILING))
    searching = _search([*searches, *([] if livelock is None else [livelock.search])], session)
    findings, warnings = _explained(session, _judged(asked, covered, searches), reading)
    left = inf if request.timeout is None else request.timeout - searching
    findings = [_repeating(session, reading, one, left, watch) for one in findings]
    findings = [replace(finding, covers=one.covers) for finding, one in zip(findings, covered, strict=True)]
    findings = with_empty_reasons(reading, findings, time.monotonic() - begin, watch)
    findings = with_confirmations(request, reading, with_assumption(request, findings, watch), watch)
    findings += [stuck_finding(request, one, watch) for one in stuck]
    # What is put back forever was found in another translation: its trail is of no use for others.
    violated = [finding.result for finding in findings if finding.result.verdict is Verdict.VIOLATED]
    replaying = replaying_of(session, reading, violated[0]) if violated else None
    if livelock is not None:
        findings.append(livelock.finding())
    return _Verified(findings, searching, (*session.warnings, *warnings), replaying, tools)


def _settings(request: VerifyRequest, searches: int) -> SessionSettings:
    jobs = request.jobs or os.cpu_count() or 1
    together = jobs if request.search is SearchMethod.SWARM else min(jobs, searches)
    memory = request.memory or memory_for_each(together)
    return SessionSettings(memory, request.search, request.fair, request.depth, jobs, request.timeout)


def _search(searches: list[PropertySearch], session: Session) -> float:
    """Let the searches search; returns the seconds that they took."""
    settings = session.settings
    try:
        if searches:
            session.generated()
        slots = 1 if settings.search is SearchMethod.SWARM else settings.jobs
        return run_shared(searches, slots, settings.timeout, session.stop)
    except OutOfTime:
        return 0.0


def _judged(asked: list[Property], covered: list[Coverage], searches: list[PropertySearch]) -> list[PropertyResult]:
    """What the searches say about the properties, as far as they cover them."""
    return [
        replace(what.judged(search.told()), wanted=one)
        for one, what, search in zip(asked, covered, searches, strict=True)
    ]


def _explained(
    session: Session, results: Sequence[PropertyResult], reading: Reading
) -> tuple[list[Finding], list[str]]:
    findings, warnings = [], []
    for number, result in enumerate(results):
        try:
            findings.append(finding_of(session, result, reading.model, session.directory / f"replay-{number}"))
        except (ToolFailed, OutOfTime) as problem:
            why = str(problem) or "time ran out"
            warnings.append(f"the run that violates `{result.wanted.name}` cannot be shown: {why}")
            findings.append(finding_without_trail(result, reading.model))
    return findings, warnings


def _repeating(session: Session, reading: Reading, found: Finding, left: float, watch: Watch) -> Finding:
    if found.result.verdict is not Verdict.VIOLATED:
        return found
    place = session.directory / f"repeating-{found.result.wanted.name}"
    return RepetitionQuestion(session, reading, place, watch, left).told(found)


def _outcome(
    reading: Reading, verified: _Verified, times: tuple[MeasuredTime, ...], seconds: float, stopped: bool
) -> VerifyOutcome:
    places = written_places(reading.model, reading.asked)
    properties = tuple(judged_property(one, places.get(one.result.wanted.name)) for one in verified.findings)
    results = [finding.result for finding in verified.findings]
    replaying, tools = verified.replaying, verified.tools
    return VerifyOutcome(
        verdict=overall(properties),
        file=printable(reading.source.shown),
        errors=sum(one.errors for one in properties),
        states=sum(result.states for result in results),
        transitions=sum(result.transitions for result in results),
        seconds=round(seconds, 3),
        searching_seconds=round(verified.searching, 3),
        memory_mb=max(result.memory_mb for result in results),
        trail=next((one.trail for one in properties if one.verdict is Verdict.VIOLATED), ()),
        properties=properties,
        times=times,
        unreached=unreached_in_all(results),
        environment=environment_of(reading.model),
        warnings=verified.warnings,
        replay=None,
        versions=Versions(tools.spin_version, tools.compiler_version, tools.besides or None),
        replaying=replaying,
        stopped=stopped,
    )
