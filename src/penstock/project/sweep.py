"""A model with many values of its macros: what holds where, what it costs, and how that grows."""

from __future__ import annotations

from collections.abc import Iterator

from penstock.budget import UNWATCHED, Activity, Budget, Progress, Watch
from penstock.diagnostics.record import counted
from penstock.errors import UsageError
from penstock.project.answering import answered
from penstock.project.jobs import Job, JobAnswer, ProjectRequest, job_of
from penstock.project.macros import makes_a_difference, with_macros
from penstock.project.requests.sweep import SweepRequest, SweepVerb
from penstock.project.sweeps.growth import StateGrowth, growth_of
from penstock.project.sweeps.parameters import SweptParameter, combinations, parameters_of
from penstock.project.sweeps.points import SweepPoint, point_of
from penstock.project.working.places import place_for
from penstock.project.working.workplace import Workplace
from penstock.reading.source import Source
from penstock.records import data, record
from penstock.tasks.outcome import Outcome
from penstock.tasks.requests.bound import BoundRequest
from penstock.tasks.requests.explore import ExploreRequest
from penstock.tasks.requests.verify import VerifyRequest


@record
class SmallestFailure:
    """The smallest value that fails, while the other macros stay the same."""

    parameter: str
    others: dict[str, str]
    value: str
    open: tuple[str, ...] = data(text="smaller values about which nothing is known")


@record
class SweepOutcome(Outcome):
    """All points.  The first parameter is the one whose smallest value and growth are told.

    `stopped`: not every point was asked.
    """

    points: tuple[SweepPoint, ...]
    file: str
    verb: SweepVerb
    parameters: tuple[SweptParameter, ...]
    smallest: tuple[SmallestFailure, ...]
    growth: tuple[StateGrowth, ...] = data(text="where at least 3 searches were complete")
    stopped: bool
    remarks: tuple[str, ...] = data(default=(), text="what went otherwise than it should, although nothing is lost")

    @property
    def summary(self) -> str:
        fails = sum(point.verdict.fails for point in self.points)
        return f"{counted(len(self.points), 'point')}, {fails} of them fail"


def sweep(request: SweepRequest, watch: Watch = UNWATCHED, place: Workplace | None = None) -> SweepOutcome:
    """Ask the same at every point; `watch.part` is told about each of them as it is finished."""
    source = request.source.loaded()
    parameters = parameters_of(request.parameters)
    with Budget(watch=watch):
        for parameter in parameters:
            _refuse_idle(source, parameter, parameters)
        chosen = list(combinations(parameters))
        jobs = [list(_jobs(request, with_macros(source, values))) for values in chosen]
    place = place or place_for(request.cluster, request.jobs)
    points = _points(request, chosen, jobs, watch, place)
    seen = [points[number] for number in range(len(chosen)) if number in points]
    lines = list(_lines(parameters[0], seen))
    return SweepOutcome(
        tuple(seen),
        source.shown,
        request.verb,
        parameters,
        tuple(filter(None, (_smallest(parameters[0], line) for line in lines))),
        tuple(filter(None, (_growth(parameters[0], line) for line in lines))),
        len(seen) < len(chosen),
        tuple(place.remarks),
    )


def _refuse_idle(source: Source, parameter: SweptParameter, all_of_them: tuple[SweptParameter, ...]) -> None:
    """A macro that makes no difference would give a table of equal lines, which looks like an answer."""
    if len(parameter.values) < 2:
        return
    others = {one.name: one.values[0] for one in all_of_them if one is not parameter}
    if not makes_a_difference(parameter.name, parameter.values, with_macros(source, others)):
        raise UsageError(
            f"`{parameter.name}` makes no difference to the model: it is not used, or it is defined in the model"
            f" whatever is given (write `#ifndef {parameter.name}` before its `#define`, and `#endif` behind it)"
        )


def _jobs(request: SweepRequest, source: Source) -> Iterator[Job]:
    yield job_of(request.verb.value, _asked(request, source, request.verb), seconds=_limit(request))
    if request.bound and request.verb is not SweepVerb.BOUND:
        yield job_of(SweepVerb.BOUND.value, _asked(request, source, SweepVerb.BOUND))


def _limit(request: SweepRequest) -> float | None:
    """The other verbs know how long they may take."""
    return request.budget if request.verb is SweepVerb.EXPLORE else None


def _asked(request: SweepRequest, source: Source, verb: SweepVerb) -> ProjectRequest:
    match verb:
        case SweepVerb.VERIFY:
            return VerifyRequest(source, timeout=request.budget, memory=request.memory, jobs=1)
        case SweepVerb.BOUND:
            return BoundRequest(source, budget=request.budget)
        case SweepVerb.EXPLORE:
            return ExploreRequest(source)


def _points(
    request: SweepRequest, chosen: list[dict[str, str]], jobs: list[list[Job]], watch: Watch, place: Workplace
) -> dict[int, SweepPoint]:
    """The points whose jobs are all answered."""
    owners = [(number, rank) for number, own in enumerate(jobs) for rank in range(len(own))]
    found: dict[int, dict[int, JobAnswer]] = {}
    points: dict[int, SweepPoint] = {}
    watch.tell(Progress(Activity.ASKING, done=0, total=len(chosen)))
    for at, answer in answered([job for own in jobs for job in own], place, request.store, watch):
        number, rank = owners[at]
        own = found.setdefault(number, {})
        own[rank] = answer
        if len(own) == len(jobs[number]):
            points[number] = point_of(chosen[number], [own[each] for each in sorted(own)])
            watch.finished(points[number])
            watch.tell(Progress(Activity.ASKING, done=len(points), total=len(chosen)))
    return points


def _lines(parameter: SweptParameter, points: list[SweepPoint]) -> Iterator[list[SweepPoint]]:
    """Points that differ in one parameter only."""
    lines: dict[tuple[tuple[str, str], ...], list[SweepPoint]] = {}
    for point in points:
        lines.setdefault(tuple(others_of(point, parameter.name).items()), []).append(point)
    for line in lines.values():
        yield sorted(line, key=lambda point: int(point.values[parameter.name])) if parameter.numeric else line


def others_of(point: SweepPoint, name: str) -> dict[str, str]:
    return {other: value for other, value in point.values.items() if other != name}


def _smallest(parameter: SweptParameter, line: list[SweepPoint]) -> SmallestFailure | None:
    failing = next((at for at, point in enumerate(line) if point.verdict.fails), None)
    if failing is None or not parameter.numeric:
        return None
    unclear = tuple(point.values[parameter.name] for point in line[:failing] if not point.verdict.good)
    others = others_of(line[failing], parameter.name)
    return SmallestFailure(parameter.name, others, line[failing].values[parameter.name], unclear)


def _growth(parameter: SweptParameter, line: list[SweepPoint]) -> StateGrowth | None:
    if not parameter.numeric:
        return None
    seen = [(int(point.values[parameter.name]), point.states) for point in line if point.complete and point.states]
    return growth_of(parameter.name, others_of(line[0], parameter.name), seen)
