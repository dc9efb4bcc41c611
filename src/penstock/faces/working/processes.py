"""A process that works for a server, as the server sees it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Lock
from typing import Any

GRACE = 3.0
"""Seconds that a process gets to clean up before it is killed."""


class WorkerProcess:
    """`main` is called in a new process with a pipe and what else is given; only one thread calls `receive`."""

    def __init__(self, main: Callable[..., None], *given: Any) -> None:
        context = get_context("spawn")
        self._pipe: Connection
        self._pipe, there = context.Pipe()
        self._process = context.Process(target=main, args=(there, *given), daemon=True)
        self._there = there
        self._sending, self._ending = Lock(), Lock()
        self._left = self._ended = False

    @property
    def pid(self) -> int | None:
        return self._process.pid

    def start(self) -> None:
        self._process.start()
        self._there.close()

    def send(self, frame: bytes) -> None:
        """Raises `OSError` if the process is gone."""
        with self._sending:
            self._pipe.send_bytes(frame)

    def receive(self) -> bytes:
        """Wait for the next frame; raises `EOFError` or `OSError` when there will be none."""
        return self._pipe.recv_bytes()

    @property
    def is_alive(self) -> bool:
        return self._process.is_alive()

    def kill(self) -> None:
        """Without any grace; whoever listens to it hears that it is gone."""
        if self._process.pid is not None:
            self._process.kill()

    def leave(self) -> None:
        """Nothing more will come: whoever works stops, cleans up and ends."""
        with self._sending, suppress(OSError):
            if not self._left:
                self._left = True
                self._pipe.send_bytes(b"")

    def end(self, grace: float = GRACE) -> None:
        """Let it clean up for a while, then kill it; this waits."""
        with self._ending:
            if self._process.pid is None or self._ended:
                return
            self._ended = True
        self.leave()
        self._process.join(grace)
        self._process.kill()
        self._process.join()
        with suppress(OSError):
            self._pipe.close()
