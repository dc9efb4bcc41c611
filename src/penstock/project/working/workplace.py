"""The interface of all places: jobs go in, answers come out as they are found, each of them once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from penstock.budget import Watch
from penstock.errors import Cancelled
from penstock.project.jobs import Job, JobAnswer

Numbered = tuple[int, JobAnswer]
"""An answer with the number of its job."""


class Workplace(Protocol):
    @property
    def remarks(self) -> Sequence[str]:
        """What went otherwise than it should, although nothing is lost."""
        ...

    def answers(self, jobs: Sequence[Job], watch: Watch) -> Iterator[Numbered]:
        """The answers, in any order; `Cancelled` ends all of it."""
        ...


@dataclass(slots=True)
class Here:
    """One job after the other, in this very process."""

    remarks: list[str] = field(default_factory=list)

    def answers(self, jobs: Sequence[Job], watch: Watch) -> Iterator[Numbered]:
        for number, job in enumerate(jobs):
            # What does the work is not waited for where all answers are known.
            from penstock.project.performing import perform

            answer = perform(job, watch)
            if watch.stop.is_set():
                raise Cancelled  # what was found until then is not the answer
            yield number, answer
