"""The same tasks on the machines of a Dask cluster.  This is the only file that needs the `distributed` package."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator
from threading import Event as LocalEvent
from typing import Any

from distributed import Client, Event, as_completed

from penstock.spin.running import Task, TaskResult, perform
from penstock.spin.tools import ToolFailed

_PAUSE = 1.0
_PATIENCE = 10
"""Seconds to reach the scheduler."""
_RETRIES = 3


class _Ended:
    """Asks the scheduler, not too often, whether the search is over."""

    def __init__(self, name: str) -> None:
        self._event = Event(name)
        self._asked = time.monotonic()

    def __call__(self) -> bool:
        if time.monotonic() - self._asked < _PAUSE:
            return False
        self._asked = time.monotonic()
        return bool(self._event.is_set())


def _perform_there(task: Task, name: str) -> TaskResult:
    """Runs on a worker."""
    return perform(task, _Ended(name))


class ClusterExecutor:
    """Performs tasks on the workers of a scheduler; a task whose worker is lost is performed by another."""

    def __init__(self, address: str, stop: LocalEvent) -> None:
        self._stop = stop
        self._futures: list[Any] = []
        try:
            self._client = Client(address, timeout=_PATIENCE, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as problem:
            raise ToolFailed(f"the cluster at `{address}` cannot be reached: {problem}") from None
        self._over = Event(f"penstock-{uuid.uuid4().hex}", client=self._client)

    @property
    def width(self) -> int:
        return max(1, sum(map(int, self._client.nthreads().values())))

    def submit(self, task: Task) -> None:
        future = self._client.submit(_perform_there, task, self._over.name, pure=False, retries=_RETRIES)
        self._futures.append(future)

    def results(self) -> Iterator[TaskResult]:
        waiting = as_completed(self._futures, loop=self._client.loop)
        while not waiting.is_empty():
            if self._stop.is_set():
                return
            for future in waiting.next_batch(block=False) or self._pause():
                yield self._result(future)

    def _pause(self) -> list[Any]:
        self._stop.wait(0.05)
        return []

    def _result(self, future: Any) -> TaskResult:
        try:
            result: TaskResult = future.result()
        except Exception as problem:
            raise ToolFailed(f"a search on the cluster failed: {problem}") from None
        return result

    def close(self) -> None:
        if self._client.status == "closed":
            return
        self._over.set()
        self._client.cancel(self._futures)
        self._client.close()
