"""Jobs of a plan done, wherever the plan is at hand, and their results left as files."""

from __future__ import annotations

from pathlib import Path

from penstock.budget import UNWATCHED, Watch
from penstock.diagnostics.record import counted
from penstock.errors import UsageError
from penstock.project.jobs import JobAnswer, JobProblem
from penstock.project.planned import PlannedJob, read_plan
from penstock.project.requests.work import WorkRequest
from penstock.project.results import ENDING, read_result, write_result
from penstock.project.working.workplace import Here, Workplace
from penstock.records import data, record
from penstock.tasks.outcome import Outcome


@record
class DoneJob:
    name: str = data(text="the verb and the model")
    result: str = data(text="the file with the answer")
    seconds: float
    problem: JobProblem | None = data(text="why there is no answer; null: there is one")
    before: bool = data(text="whether it was done by somebody before")


@record
class WorkOutcome(Outcome):
    jobs: tuple[DoneJob, ...]

    @property
    def summary(self) -> str:
        return counted(len(self.jobs), "job")


def work(request: WorkRequest, watch: Watch = UNWATCHED, place: Workplace | None = None) -> WorkOutcome:
    """Do one job, or one of several shares; each result is written as it is found."""
    share = _share(read_plan(request.plan), request)
    known = {one.key: answer for one in share if (answer := _before(one, request)) is not None}
    done = [_done(one, known[one.key], request, before=True) for one in share if one.key in known]
    left = [one for one in share if one.key not in known]
    for number, answer in (place or Here()).answers([one.job for one in left], watch):
        write_result(request.results, left[number].key, answer)
        done.append(_done(left[number], answer, request))
        watch.finished(done[-1])
    return WorkOutcome(tuple(done))


def _share(planned: list[PlannedJob], request: WorkRequest) -> list[PlannedJob]:
    """The N-th job, or of M shares the N-th: each has jobs from everywhere in the plan."""
    if request.index is None:
        raise UsageError("say which job is to be done: --index 1 is the first")
    last = request.of or len(planned)
    if not 0 < request.index <= last:
        there = f"{last} shares" if request.of else counted(last, "job") + " in the plan"
        raise UsageError(f"there is no --index {request.index}: there are {there}, from 1 on")
    return planned[request.index - 1 :: last]


def _before(one: PlannedJob, request: WorkRequest) -> JobAnswer | None:
    """An answer that is there already, as when a queue starts a job again."""
    result = read_result(Path(request.results, one.key + ENDING))
    return None if result is None or result.answer.problem is not None else result.answer


def _done(one: PlannedJob, answer: JobAnswer, request: WorkRequest, before: bool = False) -> DoneJob:
    path = str(Path(request.results, one.key + ENDING))
    return DoneJob(one.name, path, answer.seconds, answer.problem, before)
