"""What a process that works for others does: it is set up as a command is, and answers jobs until nobody asks.

This is the one place below the faces that sets signals: it is the beginning of a program.
"""

from __future__ import annotations

import signal
from multiprocessing.connection import Connection

from penstock.interpreter import prepare


def serve(jobs: Connection) -> None:
    """Answer each text with a text.  Whoever started this process hears Ctrl-C, and ends it."""
    prepare()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _end)
    # Those who only start such processes do without what does the work.
    from penstock.project.performing import perform_text

    try:
        while True:
            jobs.send(perform_text(jobs.recv()))
    except (EOFError, BrokenPipeError):
        return


def dask_setup(_worker: object) -> None:
    """Dask calls this at the start of a worker that we started: as above, Ctrl-C is not meant for it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _end(_number: int, _frame: object) -> None:
    raise SystemExit  # programs that were started for a job are ended on the way out
