"""Several processes of this machine.  One that is lost takes no job with it: its job is given to another."""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess

from penstock.budget import Watch
from penstock.errors import Cancelled
from penstock.project.jobs import Job, JobAnswer, JobProblem, ProblemKind
from penstock.project.working.worker import serve
from penstock.project.working.workplace import Numbered
from penstock.records import as_data, from_data

MOST_TRIES = 3
"""A job whose process is lost each time is given up: it may be the job that ends them."""
_SECONDS_BETWEEN_LOOKS = 0.2
_GRACE = 3.0


@dataclass(slots=True)
class Processes:
    count: int
    remarks: list[str] = field(default_factory=list)
    _crew: list[_Worker] = field(default_factory=list)

    @property
    def pids(self) -> list[int]:
        """Of those that are at work, for whoever wants to look after them."""
        return [worker.process.pid or 0 for worker in self._crew if worker.number is not None]

    def answers(self, jobs: Sequence[Job], watch: Watch) -> Iterator[Numbered]:
        waiting, tries = deque(range(len(jobs))), Counter[int]()
        try:
            while waiting or self._busy():
                self._give(jobs, waiting, tries)
                if watch.stop.is_set():
                    raise Cancelled
                for worker in self._ready():
                    number, text = worker.taken()
                    if text is not None:
                        yield number, from_data(JobAnswer, json.loads(text))
                        continue
                    self._crew.remove(worker)
                    if tries[number] < MOST_TRIES:
                        waiting.appendleft(number)
                    else:
                        yield number, lost(jobs[number])
        finally:
            self._end()

    def _busy(self) -> list[_Worker]:
        return [worker for worker in self._crew if worker.number is not None]

    def _give(self, jobs: Sequence[Job], waiting: deque[int], tries: Counter[int]) -> None:
        """A job for each who has none."""
        while waiting and len(self._busy()) < self.count:
            idle = next((worker for worker in self._crew if worker.number is None), None) or self._hire()
            number = waiting.popleft()
            tries[number] += 1
            idle.give(number, jobs[number])

    def _hire(self) -> _Worker:
        self._crew.append(_Worker())
        return self._crew[-1]

    def _ready(self) -> list[_Worker]:
        busy = {worker.pipe: worker for worker in self._busy()}
        return [busy[pipe] for pipe in wait(list(busy), _SECONDS_BETWEEN_LOOKS) if isinstance(pipe, Connection)]

    def _end(self) -> None:
        for worker in self._crew:
            worker.process.terminate()
        for worker in self._crew:
            worker.end()
        self._crew.clear()


class _Worker:
    """A process, the pipe to it, and the number of the job that it has."""

    def __init__(self) -> None:
        # What this process has open is no business of others: they start afresh.
        context = get_context("spawn")
        self.pipe, there = context.Pipe()
        self.process: SpawnProcess = context.Process(target=serve, args=(there,), daemon=True)
        self.process.start()
        there.close()
        self.number: int | None = None

    def give(self, number: int, job: Job) -> None:
        self.number = number
        try:
            self.pipe.send(json.dumps(as_data(job)))
        except OSError:
            return  # it is lost, which is seen when its answer is taken

    def taken(self) -> tuple[int, str | None]:
        """The number of its job and the answer; None if the process is lost."""
        number, self.number = self.number, None
        assert number is not None
        try:
            return number, self.pipe.recv()
        except (EOFError, OSError):
            self.end()
            return number, None

    def end(self) -> None:
        self.process.join(_GRACE)
        self.process.kill()
        self.process.join()
        self.pipe.close()


def lost(job: Job) -> JobAnswer:
    problem = JobProblem(ProblemKind.FAULT, f"the process was lost, {MOST_TRIES} times")
    return JobAnswer(job.verb, (), problem=problem)
