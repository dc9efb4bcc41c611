"""Long work in processes of its own: followed, cancelled, and its answers kept until a text changes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pickle import dumps, loads

from penstock.faces.lsp.models import ModelReading
from penstock.faces.lsp.worker import ANSWER, PROGRESS, STOPPED, Data, Work, serve
from penstock.faces.working.processes import WorkerProcess

MOST_AT_ONCE = 2
BY_CHANCE = "simulate"


class Stopped(Exception):
    """Somebody did not want to wait for the answer."""


class Failed(Exception):
    """There is no answer; the text says why."""


class BackgroundJob:
    """One piece of work in a process."""

    def __init__(self, work: Work, tell: Callable[[str], None]) -> None:
        self._work = work
        self._tell = tell
        self._stopped = False
        self._process: WorkerProcess | None = None

    def run(self) -> Data:
        """Wait for the answer, in a thread."""
        if self._stopped:
            raise Stopped
        process = self._process = WorkerProcess(serve)  # who stops it finds one, even if it does not run yet
        try:
            process.start()
            if self._stopped:
                raise Stopped
            process.send(dumps(self._work))
            answer = self._answer(process)
            if self._stopped:
                raise Stopped  # a part of an answer, which nobody waits for
            return answer
        except (EOFError, OSError):
            raise Stopped if self._stopped else Failed("the work ended without an answer") from None
        finally:
            process.end()

    def _answer(self, process: WorkerProcess) -> Data:
        while True:
            kind, value = loads(process.receive())
            if kind == PROGRESS:
                self._tell(value)
            elif kind == ANSWER:
                return value  # type: ignore[no-any-return]
            else:
                raise Stopped if kind == STOPPED else Failed(value)

    def stop(self) -> None:
        """Ask it to end; who does not is ended."""
        self._stopped = True
        if self._process is not None:
            self._process.leave()

    def kill(self) -> None:
        self._stopped = True
        if self._process is not None:
            self._process.kill()


@dataclass(frozen=True, slots=True)
class KeptAnswer:
    """An answer, and the model that it is about."""

    model: ModelReading
    answer: Data

    def is_about(self, model: ModelReading) -> bool:
        return self.model.source == model.source and self.model.looked_at == model.looked_at


@dataclass(slots=True)
class Jobs:
    """All that is being worked on, and what was found."""

    kept: dict[tuple[str, str, str], KeptAnswer] = field(default_factory=dict)
    """By model, task, and what else was asked."""
    running: dict[tuple[str, str, str], tuple[asyncio.Task[Data], BackgroundJob]] = field(default_factory=dict)
    _threads: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(MOST_AT_ONCE, "jobs"))

    def known(self, model: ModelReading, task: str, about: str = "") -> Data | None:
        """An answer from before, if it is still about the same texts."""
        kept = self.kept.get((model.root, task, about))
        return kept.answer if kept is not None and kept.is_about(model) else None

    async def perform(
        self,
        model: ModelReading,
        work: Work,
        about: str,
        tell: Callable[[str], None],
        started: Callable[[BackgroundJob], None],
    ) -> Data:
        """Raises `Stopped` or `Failed`; the same work is done once, for whoever asks."""
        known = self.known(model, work.task, about)
        if known is not None:
            return known
        key = (model.root, work.task, about)
        if key not in self.running:
            self._start(key, model, work, tell)
        task, job = self.running[key]
        started(job)
        return await asyncio.shield(task)

    def _start(self, key: tuple[str, str, str], model: ModelReading, work: Work, tell: Callable[[str], None]) -> None:
        loop = asyncio.get_running_loop()

        def tell_from_thread(text: str) -> None:
            loop.call_soon_threadsafe(tell, text)

        job = BackgroundJob(work, tell_from_thread)

        async def run() -> Data:
            try:
                answer = await loop.run_in_executor(self._threads, job.run)
            finally:
                self.running.pop(key, None)
            self._keep(key, KeptAnswer(model, answer))
            return answer

        self.running[key] = asyncio.ensure_future(run()), job

    def _keep(self, key: tuple[str, str, str], kept: KeptAnswer) -> None:
        """What is about an earlier text goes; runs at random are different each time."""
        for other in [one for one, known in self.kept.items() if one[0] == key[0] and not known.is_about(kept.model)]:
            del self.kept[other]
        if key[1] != BY_CHANCE:
            self.kept[key] = kept

    def forget(self, roots: set[str]) -> None:
        """Keep only what is about these models."""
        for key in [key for key in self.kept if key[0] not in roots]:
            del self.kept[key]

    async def stop_all(self) -> None:
        running = list(self.running.values())
        for _, job in running:
            job.kill()
        await asyncio.gather(*(task for task, _ in running), return_exceptions=True)
        await asyncio.sleep(0)  # those who waited for them get their answers first

    def end(self) -> None:
        for _, job in list(self.running.values()):
            job.kill()
        self._threads.shutdown(wait=False, cancel_futures=True)
