"""Does a program do what its model allows?"""

from __future__ import annotations

import time

from penstock.budget import UNWATCHED, Activity, Budget, Progress, Watch
from penstock.diagnostics.record import counted
from penstock.errors import UsageError
from penstock.machine.followed import Departure
from penstock.machine.logged import LoggedEnding, UnreadableTrace
from penstock.machine.merging import follow_traces, read_traces
from penstock.machine.pursuit import NO_END, Pursuit
from penstock.machine.stopping import standing, wrong_ending
from penstock.reading.confinement import OutOfBounds, may_execute_c
from penstock.reading.reading import Reading
from penstock.reading.wanted import Wanted
from penstock.records import data, record
from penstock.tasks.following import follower_of, known_model
from penstock.tasks.models import runnable_model
from penstock.tasks.outcome import Outcome
from penstock.tasks.program_runs import Ran, run_program
from penstock.tasks.requests.conform import ConformRequest


@record
class WrongStep:
    """The first step that the model does not allow, and what it would have allowed."""

    line: int = data(least=1, text="in the trace")
    step: str
    allowed: tuple[str, ...]
    trace: int = data(default=1, least=1, text="in which of several traces")


@record
class ProgramEnd:
    """How it ended: what the program itself said, what was seen of it, and what is wrong with that."""

    said: LoggedEnding | None
    program: str | None
    wrong: str | None


@record
class ConformOutcome(Outcome):
    conforms: bool
    steps: int = data(least=0, text="how many entries of the trace the model allows")
    departure: WrongStep | None = data(text="the first step that the model does not allow")
    end: ProgramEnd
    standing: tuple[str, ...] = data(text="if it ended as it must not: where the model stood then, process by process")
    stopped: bool = data(default=False, text="whether it was no longer followed, though the program went on")
    skipped: int = data(default=0, least=0, text="how many entries were read but not followed")
    gaps: int = data(default=0, least=0, text="how often something was missing, so that the model might be anywhere")
    behind: int = data(default=0, least=0, text="of a program that was followed live: the most bytes that waited")

    @property
    def summary(self) -> str:
        return f"{'conforms' if self.conforms else 'does not conform'}: {counted(self.steps, 'step')} allowed"


def conform(request: ConformRequest, watch: Watch = UNWATCHED) -> ConformOutcome:
    refuse_nonsense(request)
    with Budget(watch=watch):
        reading = runnable_model(Wanted(request.source, request.actors, every_tick=True))
        try:
            ran = traced(request, watch)
            watch.tell(Progress(Activity.FOLLOWING))
            if request.more:
                return _judged_together(reading, [ran.trace, *map(_bytes, request.more)])
            return _judged(Pursuit(follower_of(reading), known_model(reading)), ran)
        except UnreadableTrace as problem:
            raise UsageError(str(problem)) from None


def refuse_nonsense(request: ConformRequest) -> None:
    if (request.trace is None) == (request.run is None):
        raise UsageError("give either the file of a trace, or --run with the directory of a program")
    if request.more and request.run is not None:
        raise UsageError("--with is for traces that are there already")
    if request.run is not None and not may_execute_c():
        raise OutOfBounds("programs must not be executed here: give a trace")


def traced(request: ConformRequest, watch: Watch) -> Ran:
    """The trace that is given, or that of the program as it runs now."""
    if request.run is None:
        return Ran(_bytes(request.trace or ""))
    watch.tell(Progress(Activity.RUNNING, until=time.monotonic() + request.seconds))
    return run_program(request, request.run)


def _bytes(trace: str) -> bytes:
    """As it was in its file: what is no text was kept, too."""
    return trace.encode("utf-8", errors="surrogateescape")


def _judged_together(reading: Reading, texts: list[bytes]) -> ConformOutcome:
    """Several programs of one system."""
    follower = follower_of(reading)
    merged = follow_traces(follower, read_traces(texts, known_model(reading)))
    steps, found = merged.followed.steps, merged.departure
    if found is not None:
        step = WrongStep(found.line, str(found.entry), tuple(found.allowed), merged.number + 1)
        return ConformOutcome(False, steps, step, ProgramEnd(merged.ending, None, None), ())
    wrong = NO_END if merged.ending is None else wrong_ending(follower, merged.followed, merged.ending)
    places = standing(follower, merged.followed) if wrong else ()
    return ConformOutcome(not wrong, steps, None, ProgramEnd(merged.ending, None, wrong or None), tuple(places))


def _judged(pursuit: Pursuit, ran: Ran) -> ConformOutcome:
    try:
        pursuit.feed(ran.trace)
    except Departure as problem:
        return departed(pursuit, problem, ran.ended)
    return come_to_its_end(pursuit, ran)


def departed(pursuit: Pursuit, problem: Departure, ended: str = "") -> ConformOutcome:
    """The model does not allow a step."""
    step = WrongStep(problem.line, str(problem.entry), tuple(problem.allowed))
    end = ProgramEnd(pursuit.reader.ending, ended or None, None)
    return ConformOutcome(False, pursuit.followed.steps, step, end, ())


def come_to_its_end(pursuit: Pursuit, ran: Ran) -> ConformOutcome:
    """The model allows every step; whether it allows the end, too."""
    wrong = ran.wrong(pursuit.reader.ending) or pursuit.wrong_end()
    end = ProgramEnd(pursuit.reader.ending, ran.ended or None, wrong or None)
    places = standing(pursuit.follower, pursuit.followed) if wrong else ()
    steps, gaps = pursuit.followed.steps, pursuit.gaps
    return ConformOutcome(not wrong, steps, None, end, tuple(places), skipped=pursuit.skipped, gaps=gaps)
