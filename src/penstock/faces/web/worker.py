"""A process that answers the questions of a page: frames of JSON come and go through a pipe."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from multiprocessing.connection import Connection
from threading import Event, Lock, Timer
from typing import Any

from penstock.budget import Watch
from penstock.errors import Cancelled
from penstock.faces.web.files import ModelDirectory
from penstock.faces.web.news import ProgressTeller
from penstock.faces.web.protocol import EngineKind, EngineLimits, ProgressNews
from penstock.faces.web.session import PageSession, problem_of
from penstock.faces.working.child import LOST, WorkerInbox, begin
from penstock.reading.confinement import confined
from penstock.records import as_data, record

_LAST_GRACE = 15.0
"""Seconds that work gets after its time, to tell what it has found."""


@record
class WorkerSettings:
    """What the server says about the work for a page."""

    root: str
    c_code: bool
    memory_mb: int
    seconds: float
    limits: EngineLimits
    first: str | None = None
    """The file to open first."""


def serve(pipe: Connection, settings: WorkerSettings) -> None:
    begin(settings.memory_mb)
    os.chdir(settings.root)
    with confined(".", settings.c_code):
        _Worker(pipe, settings).run()


class _Worker:
    def __init__(self, pipe: Connection, settings: WorkerSettings) -> None:
        self.settings = settings
        self.session = PageSession(
            EngineKind.SERVE, settings.limits, ModelDirectory("."), settings.first, settings.memory_mb
        )
        self._lock = Lock()
        self._cancelled: set[int] = set()
        self._present: tuple[int, Event] | None = None
        self._left = False
        self.questions = WorkerInbox(pipe, self._hear, self._leave)

    def run(self) -> None:
        while (frame := self.questions.next()) is not None and not self._left:
            asked = json.loads(frame)
            self._send({"id": asked["id"], **self._answered(asked)})

    # -- in the thread that listens ----------------------------------------------------------

    def _hear(self, frame: bytes) -> bool:
        if not frame.startswith(b'{"cancel"'):
            return True
        number = json.loads(frame)["cancel"]
        with self._lock:
            self._cancelled.add(number)
            if self._present is not None and self._present[0] == number:
                self._present[1].set()
        return False

    def _leave(self) -> None:
        with self._lock:
            self._left = True
            if self._present is not None:
                self._present[1].set()

    # -- answers -----------------------------------------------------------------------------

    def _answered(self, asked: dict[str, Any]) -> dict[str, Any]:
        number, stop = asked["id"], Event()
        with self._lock:
            self._present = number, stop
            if number in self._cancelled or self._left:
                stop.set()
        clock = _Clock(self.settings.seconds, stop, lambda: self._give_up(number))
        try:
            watch = Watch(ProgressTeller(lambda news: self._progress(number, news)).tell, stop)
            return {"result": self.session.answer(asked["method"], asked["params"], watch)}
        except BaseException as problem:
            late = isinstance(problem, Cancelled) and clock.late
            return {"error": as_data(problem_of(TimeoutError() if late else problem))}
        finally:
            clock.end()
            with self._lock:
                self._present = None
                self._cancelled.discard(number)

    def _give_up(self, number: int) -> None:
        """Nothing helped: whoever waits is told, and this process ends."""
        self._send({"id": number, "error": as_data(problem_of(TimeoutError()))})
        os._exit(LOST)

    def _send(self, frame: dict[str, Any]) -> None:
        self.questions.reply(json.dumps(frame).encode())

    def _progress(self, number: int, news: ProgressNews) -> None:
        self._send({"id": number, "progress": as_data(news)})


class _Clock:
    """Stops some work when its time is over; if it does not stop, gives it up."""

    def __init__(self, seconds: float, stop: Event, give_up: Callable[[], None]) -> None:
        self.late = False
        self._stop = stop
        self._timers = [Timer(seconds, self._ring), Timer(seconds + _LAST_GRACE, give_up)]
        for timer in self._timers:
            timer.daemon = True
            timer.start()

    def _ring(self) -> None:
        self.late = True
        self._stop.set()

    def end(self) -> None:
        for timer in self._timers:
            timer.cancel()
