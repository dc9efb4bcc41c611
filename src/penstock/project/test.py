"""Is every model of a project as it is expected to be?"""

from __future__ import annotations

import time
from contextlib import closing

from penstock.budget import UNWATCHED, Budget, Watch
from penstock.project.answering import answered
from penstock.project.models import root_of
from penstock.project.planned import planned_jobs
from penstock.project.requests.test import TestRequest
from penstock.project.store import kept_answers
from penstock.project.tally import Tally
from penstock.project.tested import TestedModel, TestOutcome
from penstock.project.working.places import place_for
from penstock.project.working.workplace import Workplace

__all__ = ["TestOutcome", "TestedModel", "test"]


def test(request: TestRequest, watch: Watch = UNWATCHED, place: Workplace | None = None) -> TestOutcome:
    """Ask everything that is expected; `watch.part` is told about each model as it is finished."""
    begin = time.monotonic()
    with Budget(watch=watch):
        tally = Tally(planned_jobs(request.directory, request.paths, request.only, kept_answers(request.store)), watch)
    place = place or place_for(request.cluster, request.jobs)
    jobs = [one.job for one in tally.planned]
    with closing(answered(jobs, place, request.store, watch)) as answers:
        for number, answer in answers:
            tally.note(number, answer)
            if request.fail_fast and tally.failed:
                break
    root = root_of(request.directory, request.paths)
    return TestOutcome(root=root, **tally.figures(time.monotonic() - begin), remarks=tuple(place.remarks))


test.__test__ = False  # type: ignore[attr-defined]
