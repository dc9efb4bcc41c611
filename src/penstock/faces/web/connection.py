"""One page and what works for it: a process for quick questions, one for each job; all end when the page is gone."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from penstock.faces.web.methods import JOBS
from penstock.faces.web.protocol import PageProblem, PageProblemKind
from penstock.faces.web.workshop import Workshop
from penstock.faces.working.processes import GRACE, WorkerProcess
from penstock.records import as_data

MOST_WAITING = 64
"""Questions that a page may have open for its quick process."""
MOST_JOBS = 6
"""Jobs that a page may have, working or waiting for their turn."""
LARGEST_NUMBER = 2**53
_SENDING = 30.0
"""Seconds that a page may take to read what it is sent."""
_LOST = "the process that worked on this was lost; open the run again"


class PageConnection:
    def __init__(self, socket: WebSocket, workshop: Workshop) -> None:
        self.socket = socket
        self.workshop = workshop
        self.loop = asyncio.get_running_loop()
        self.sending = asyncio.Lock()
        self.quick: WorkerProcess | None = None
        self.waiting: set[int] = set()
        """Questions that the quick process has not answered yet."""
        self.jobs: dict[int, asyncio.Task[None]] = {}
        self.working: dict[int, WorkerProcess] = {}
        self.cancelled: set[int] = set()

    async def run(self) -> None:
        await self.socket.accept()
        try:
            while True:
                await self._hear(await self.socket.receive_text())
        except (WebSocketDisconnect, RuntimeError, KeyError):
            return  # the page is gone, or sent what is no text
        finally:
            await self._end()

    # -- questions ---------------------------------------------------------------------------

    async def _hear(self, text: str) -> None:
        try:
            asked = json.loads(text)
        except (ValueError, RecursionError):
            asked = None
        if isinstance(asked, dict) and isinstance(asked.get("cancel"), int):
            await self._cancel(asked["cancel"])
        elif (number := _number(asked)) is None:
            await self._refuse(None, PageProblemKind.USAGE, "this is not a question: it has no number, or no method")
        elif number in self.waiting or number in self.jobs:
            await self._refuse(number, PageProblemKind.USAGE, f"question {number} is not answered yet")
        else:
            question = json.dumps({"id": number, "method": asked["method"], "params": asked.get("params") or {}})
            await (self._begin_job if asked["method"] in JOBS else self._ask)(number, question)

    async def _ask(self, number: int, text: str) -> None:
        if len(self.waiting) >= MOST_WAITING:
            await self._refuse(number, PageProblemKind.LIMIT, f"more than {MOST_WAITING} questions at once")
            return
        self.waiting.add(number)
        if self.quick is None:
            self.quick = await self.workshop.take()
            self._listen(self.quick, self._quick_said, self._quick_lost)
        await self._tell(self.quick, text)

    async def _cancel(self, number: int) -> None:
        """Ask whoever works on a question to stop; a job that does not is ended."""
        self.cancelled.add(number)
        frame = json.dumps({"cancel": number})
        if number in self.waiting and self.quick is not None:
            await self._tell(self.quick, frame)
        elif number in self.working:
            await self._tell(self.working[number], frame)
            self.loop.call_later(GRACE, self._kill, number, self.working[number])
        elif number in self.jobs:
            self.jobs[number].cancel()
        else:
            self.cancelled.discard(number)

    def _kill(self, number: int, process: WorkerProcess) -> None:
        if self.working.get(number) is process:
            process.kill()

    async def _tell(self, process: WorkerProcess, text: str) -> None:
        with suppress(OSError):  # whoever listens to it tells that it is lost
            await asyncio.to_thread(process.send, text.encode())

    # -- answers of the quick process --------------------------------------------------------

    async def _quick_said(self, frame: str) -> None:
        number = _answered(frame)
        if number is not None:
            self.waiting.discard(number)
            self.cancelled.discard(number)
        await self._send(frame)

    async def _quick_lost(self) -> None:
        lost, self.quick = self.quick, None
        if lost is not None:
            await asyncio.to_thread(lost.end)
        for number in sorted(self.waiting):
            await self._refuse(number, PageProblemKind.FAULT, _LOST)
        self.waiting.clear()

    # -- jobs --------------------------------------------------------------------------------

    async def _begin_job(self, number: int, text: str) -> None:
        if len(self.jobs) >= MOST_JOBS:
            await self._refuse(number, PageProblemKind.LIMIT, f"more than {MOST_JOBS} jobs at once")
            return
        self.jobs[number] = asyncio.create_task(self._job(number, text))

    async def _job(self, number: int, text: str) -> None:
        try:
            async with self.workshop.turn:
                await self._work(number, text)
        except asyncio.CancelledError:
            await self._refuse(number, PageProblemKind.CANCELLED, "it was stopped")
        finally:
            self.jobs.pop(number, None)
            self.cancelled.discard(number)

    async def _work(self, number: int, text: str) -> None:
        process = self.working[number] = await self.workshop.take()
        done: asyncio.Future[bool] = self.loop.create_future()

        async def said(frame: str) -> None:
            await self._send(frame)
            if _answered(frame) is not None and not done.done():
                done.set_result(True)

        async def lost() -> None:
            if not done.done():
                done.set_result(False)

        self._listen(process, said, lost)
        await self._tell(process, text)
        try:
            if not await done:
                stopped = number in self.cancelled
                kind = PageProblemKind.CANCELLED if stopped else PageProblemKind.FAULT
                await self._refuse(number, kind, "it was stopped" if stopped else _LOST)
        finally:
            del self.working[number]
            await asyncio.shield(asyncio.to_thread(process.end))

    # -- both --------------------------------------------------------------------------------

    def _listen(self, process: WorkerProcess, said: Callable[[str], Any], lost: Callable[[], Any]) -> None:
        """Hand on what a process says, in a thread: a page that does not read makes it wait, then loses it."""

        def listen() -> None:
            with suppress(EOFError, OSError, TimeoutError):
                while True:
                    frame = process.receive().decode()
                    asyncio.run_coroutine_threadsafe(said(frame), self.loop).result(_SENDING)
            with suppress(RuntimeError):  # the server itself has ended
                asyncio.run_coroutine_threadsafe(lost(), self.loop)

        Thread(target=listen, daemon=True).start()

    async def _send(self, text: str) -> None:
        async with self.sending:
            if self.socket.application_state is WebSocketState.CONNECTED:
                with suppress(WebSocketDisconnect, RuntimeError):
                    await self.socket.send_text(text)

    async def _refuse(self, number: int | None, kind: PageProblemKind, message: str) -> None:
        await self._send(json.dumps({"id": number, "error": as_data(PageProblem(kind, message))}))

    async def _end(self) -> None:
        processes = [*self.working.values(), *([self.quick] if self.quick is not None else [])]
        for task in list(self.jobs.values()):
            task.cancel()
        self.quick = None
        await asyncio.gather(*(asyncio.to_thread(process.end) for process in processes))


def _number(asked: Any) -> int | None:
    """The number of a question, if it is one."""
    if not isinstance(asked, dict) or not isinstance(asked.get("method"), str):
        return None
    number = asked.get("id")
    fits = isinstance(number, int) and not isinstance(number, bool) and 0 <= number < LARGEST_NUMBER
    return number if fits and isinstance(asked.get("params", {}), dict) else None


def _answered(frame: str) -> int | None:
    """The number of the question that a frame of a process answers; None for news on the way."""
    head, _, rest = frame.partition(",")
    return None if rest.lstrip().startswith('"progress"') else int(head.rpartition(":")[2])
