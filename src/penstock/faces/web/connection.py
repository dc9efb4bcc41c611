"""One page and what works for it: a process for quick questions, one for each job; all end when the page is gone."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from penstock.faces.web.protocol import PageProblem, PageProblemKind
from penstock.faces.web.worker import WorkerSettings, serve
from penstock.faces.working.processes import WorkerProcess
from penstock.records import as_data

_SENDING = 30.0
"""Seconds that a page may take to read what it is sent."""


class PageConnection:
    def __init__(self, socket: WebSocket, settings: WorkerSettings) -> None:
        self.socket = socket
        self.settings = settings
        self.loop = asyncio.get_running_loop()
        self.sending = asyncio.Lock()
        self.process: WorkerProcess | None = None

    async def run(self) -> None:
        await self.socket.accept()
        try:
            while True:
                await self._hear(await self.socket.receive_text())
        except (WebSocketDisconnect, OSError):
            return
        finally:
            await self._end()

    async def _hear(self, text: str) -> None:
        asked = json.loads(text)
        process = await self._working()
        await asyncio.to_thread(process.send, json.dumps(asked).encode())

    async def _working(self) -> WorkerProcess:
        if self.process is None:
            process = WorkerProcess(serve, self.settings)
            await asyncio.to_thread(process.start)
            self.process = process
            asyncio.get_running_loop().run_in_executor(None, self._listen, process)
        return self.process

    def _listen(self, process: WorkerProcess) -> None:
        """In a thread: hand on what a process says; a page that does not read makes it wait."""
        with suppress(EOFError, OSError):
            while True:
                frame = process.receive()
                asyncio.run_coroutine_threadsafe(self.send(frame.decode()), self.loop).result(_SENDING)

    async def send(self, text: str) -> None:
        async with self.sending:
            await self.socket.send_text(text)

    async def refuse(self, number: int, kind: PageProblemKind, message: str) -> None:
        await self.send(json.dumps({"id": number, "error": as_data(PageProblem(kind, message))}))

    async def _end(self) -> None:
        if self.process is not None:
            await asyncio.to_thread(self.process.end)
