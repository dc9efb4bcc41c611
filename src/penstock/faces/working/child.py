"""The side of a process that works for a server: it answers one question after the other.

A question can be cancelled while others wait behind it.  When the server is gone, by whatever way, so is this process.
"""

from __future__ import annotations

import os
import resource
import signal
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Event, Lock, Thread
from time import sleep

from penstock.faces.working.processes import GRACE
from penstock.interpreter import prepare

LOST = 70
"""The status of a process that could not clean up in time."""


def begin(memory_mb: int | None = None) -> None:
    """Set up a process that is ours from its beginning to its end."""
    prepare()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends us
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # where a server may talk to its client
    if memory_mb is not None:
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]  # verifiers set limits of their own
        resource.setrlimit(resource.RLIMIT_AS, (memory_mb << 20, hard))


class WorkerInbox:
    """Frames from the server, in order; `hear` sees each at once and says whether it waits for its turn."""

    def __init__(self, pipe: Connection, hear: Callable[[bytes], bool], leave: Callable[[], None]) -> None:
        self._pipe = pipe
        self._hear = hear
        self._leave = leave
        self._waiting: SimpleQueue[bytes | None] = SimpleQueue()
        self._sending = Lock()
        self._over = Event()
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        with suppress(EOFError, OSError):
            while frame := self._pipe.recv_bytes():
                if self._hear(frame):
                    self._waiting.put(frame)
        self._leave()
        self._waiting.put(None)
        sleep(GRACE)  # whoever works cleans up meanwhile
        os._exit(LOST)

    def next(self) -> bytes | None:
        """The next one, None if there will be no more."""
        return self._waiting.get()

    def reply(self, frame: bytes) -> None:
        with suppress(OSError), self._sending:
            self._pipe.send_bytes(frame)
