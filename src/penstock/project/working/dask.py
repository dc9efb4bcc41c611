"""The workers of a Dask cluster.  What goes there and comes back is text.  This needs the `distributed` package.

Dask gives the job of a lost worker to another.  If the scheduler itself goes away, what is left is done by processes of
this machine.
"""

from __future__ import annotations

import json
import os
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from threading import Event
from typing import Any

from distributed import Client, as_completed

from penstock.budget import Activity, Progress, Watch
from penstock.errors import Cancelled, ToolError
from penstock.interpreter import prepare
from penstock.project.jobs import Job, JobAnswer, JobProblem, ProblemKind
from penstock.project.performing import perform
from penstock.project.store import tool_versions
from penstock.project.working.clusters import started
from penstock.project.working.processes import Processes
from penstock.project.working.workplace import Numbered
from penstock.records import as_data, from_data

PATIENCE = 10.0
"""Seconds to reach the scheduler."""
_SECONDS_BETWEEN_LOOKS = 0.1
_RUNNING = "running"
_stops: dict[str, Event] = {}
"""On a worker: for each run, whether it is over."""


@dataclass(slots=True)
class DaskCluster:
    """`address` is that of a scheduler, or says what kind of cluster to start."""

    address: str
    remarks: list[str] = field(default_factory=list)

    def answers(self, jobs: Sequence[Job], watch: Watch) -> Iterator[Numbered]:
        if not jobs:
            return
        left = dict(enumerate(jobs))
        with started(self.address) as cluster, _connected(cluster) as client:
            for number, answer in _Round(client, jobs, watch).answers():
                if left.pop(number, None) is not None:
                    yield number, answer
        if left:
            self.remarks.append(f"the cluster was lost: {len(left)} of {len(jobs)} jobs were done on this machine")
            numbers = list(left)
            for place, answer in Processes(os.cpu_count() or 1).answers(list(left.values()), watch):
                yield numbers[place], answer


@contextmanager
def _connected(cluster: Any) -> Iterator[Client]:
    try:
        client = Client(cluster, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as problem:
        raise ToolError(f"the cluster at `{cluster}` cannot be reached: {problem}") from None
    try:
        yield client
    finally:
        client.close(timeout=1)


@dataclass(slots=True)
class _Round:
    """All jobs, given to the scheduler at once."""

    client: Client
    jobs: Sequence[Job]
    watch: Watch
    name: str = field(default_factory=lambda: f"penstock-{uuid.uuid4().hex}")

    def answers(self) -> Iterator[Numbered]:
        """Those that come while there is a scheduler."""
        texts = [json.dumps(as_data(job)) for job in self.jobs]
        futures = self.client.map(perform_there, texts, run=self.name, pure=False, key=self.name)
        numbers = {future.key: number for number, future in enumerate(futures)}
        try:
            for future, text in self._as_they_come(futures):
                number = numbers[future.key]
                yield number, _failed(self.jobs[number], future.exception()) if text is None else _answer(text)
        finally:
            self._end(futures)

    def _as_they_come(self, futures: list[Any]) -> Iterator[tuple[Any, str | None]]:
        """The texts that were sent back; None for what failed."""
        waiting = as_completed(futures, loop=self.client.loop)
        while not waiting.is_empty() and self.client.status == _RUNNING:
            if self.watch.stop.is_set():
                raise Cancelled
            self.watch.tell(Progress(Activity.ASKING, done=len(futures) - waiting.count(), total=len(futures)))
            self.watch.stop.wait(_SECONDS_BETWEEN_LOOKS)
            batch = waiting.next_batch(block=False)
            yield from ((future, None) for future in batch if future.status == "error")
            yield from self._gathered([future for future in batch if future.status == "finished"])

    def _gathered(self, futures: list[Any]) -> Iterator[tuple[Any, str]]:
        """All at once, since each question takes its time.  What is lost meanwhile is left to do."""
        if not futures:
            return
        try:
            texts = self.client.gather(futures, errors="skip")
        except Exception:  # whatever a connection that breaks looks like
            return
        if len(texts) == len(futures):
            yield from zip(futures, texts, strict=True)

    def _end(self, futures: list[Any]) -> None:
        """Nobody works on for nothing."""
        if self.client.status == _RUNNING:
            with suppress(Exception):
                self.client.cancel(futures, force=True)
                self.client.run(stop_there, self.name, on_error="ignore")


def perform_there(text: str, run: str) -> str:
    """On a worker: the answer to a job, and what found it."""
    prepare()
    answer = perform(from_data(Job, json.loads(text)), Watch(stop=_stops.setdefault(run, Event())))
    return json.dumps({"answer": as_data(answer), "versions": tool_versions()})


def stop_there(run: str) -> None:
    """On a worker: no job of this run goes on."""
    _stops.setdefault(run, Event()).set()


def _answer(text: str) -> JobAnswer:
    told = json.loads(text)
    answer: JobAnswer = from_data(JobAnswer, told["answer"])
    return replace(answer, foreign=tuple(told["versions"]) != tool_versions())


def _failed(job: Job, problem: BaseException) -> JobAnswer:
    """The worker was lost each time, or cannot do such jobs at all."""
    text = f"the job failed on the cluster: {type(problem).__name__}: {problem}"
    return JobAnswer(job.verb, (), problem=JobProblem(ProblemKind.FAULT, text))
