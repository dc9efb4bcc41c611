"""Results from anywhere brought together: the same judgement as if all had been done here."""

from __future__ import annotations

import time

from penstock.budget import UNWATCHED, Watch
from penstock.project.jobs import JobAnswer, JobProblem, ProblemKind
from penstock.project.planned import PlannedJob, read_plan
from penstock.project.requests.merge import MergeRequest
from penstock.project.results import read_results
from penstock.project.tally import Tally
from penstock.project.tested import TestOutcome
from penstock.records import data, record


@record
class MergeOutcome(TestOutcome):
    """The same as of a test, and what is to be said about the files."""

    missing: tuple[int, ...] = data(default=(), text="the numbers of jobs without a result, from 1 on")
    duplicates: int = data(default=0, least=0, text="results that were there before, and are not counted")
    damaged: tuple[str, ...] = data(default=(), text="files that are not as they were written")
    strange: tuple[str, ...] = data(default=(), text="results that belong to another plan")


def merge(request: MergeRequest, watch: Watch = UNWATCHED) -> MergeOutcome:
    """Judge everything that was planned; what has no result is undecided."""
    begin = time.monotonic()
    planned = read_plan(request.plan)
    found = read_results(request.results, {one.key for one in planned})
    tally = Tally(planned, watch)
    for number, one in enumerate(planned):
        tally.note(number, found.answers.get(one.key) or _missing(number, one))
    return MergeOutcome(
        root="",
        **tally.figures(time.monotonic() - begin),
        missing=tuple(number for number, one in enumerate(planned, 1) if one.key not in found.answers),
        duplicates=sum(count - 1 for count in found.seen.values()),
        damaged=tuple(found.damaged),
        strange=tuple(found.strange),
    )


def _missing(number: int, one: PlannedJob) -> JobAnswer:
    text = f"there is no result of job {number + 1} of the plan"
    return JobAnswer(one.job.verb, (), problem=JobProblem(ProblemKind.MISSING, text))
