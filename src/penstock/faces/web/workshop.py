"""Where the processes of all pages come from: one is always ready, so that nobody waits for its start."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from penstock.faces.web.worker import WorkerSettings, serve
from penstock.faces.working.processes import WorkerProcess


class Workshop:
    """`turn` is for jobs: as many as the settings say work at the same time."""

    def __init__(self, settings: WorkerSettings) -> None:
        self.settings = settings
        self.turn = asyncio.Semaphore(settings.limits.jobs)
        self._spare: asyncio.Task[WorkerProcess] | None = None

    def prepare(self) -> None:
        if self._spare is None:
            self._spare = asyncio.create_task(asyncio.to_thread(self._started))

    def _started(self) -> WorkerProcess:
        process = WorkerProcess(serve, self.settings)
        process.start()
        return process

    async def take(self) -> WorkerProcess:
        """A process that nobody else has; the next one is started meanwhile."""
        while True:
            self.prepare()
            spare, self._spare = self._spare, None
            assert spare is not None
            self.prepare()
            process = await spare
            if process.is_alive:
                return process

    async def close(self) -> None:
        spare, self._spare = self._spare, None
        if spare is not None:
            with suppress(OSError):
                await asyncio.to_thread((await spare).end)
