"""Jobs and their answers: those that are known before, and then the others as they come."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from penstock.budget import Watch
from penstock.errors import Cancelled
from penstock.project.jobs import Job
from penstock.project.store import kept_answers
from penstock.project.working.workplace import Numbered, Workplace


def answered(jobs: Sequence[Job], place: Workplace, store: bool, watch: Watch) -> Generator[Numbered, None, None]:
    """All answers; what is new is kept.  Who sets `watch.stop` gets no more."""
    kept = kept_answers(store)
    left = []
    for number, job in enumerate(jobs):
        known = kept.known(job)
        if known is None:
            left.append(number)
        else:
            yield number, known
    try:
        for place_number, answer in place.answers([jobs[number] for number in left], watch):
            kept.keep(jobs[left[place_number]], answer)
            yield left[place_number], answer
    except Cancelled:
        return  # what is known by now is told
