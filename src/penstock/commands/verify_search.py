"""Runs the searches of `penstock verify`: side by side, with progress, and all ended by one Ctrl-C."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Lock, current_thread, main_thread
from types import FrameType

from penstock.commands.load import UsageError
from penstock.commands.options import StatusLine
from penstock.spin.checking import Result, check
from penstock.spin.properties import Property
from penstock.spin.session import SWARM, Session
from penstock.spin.swarm import Executor, LocalExecutor, check_by_swarm

_PAUSE = 0.1


class Meter:
    """One line on the terminal that tells how far the searches are."""

    def __init__(self) -> None:
        self._begin = time.monotonic()
        self._shown = 0.0
        self._lock = Lock()
        self._line = StatusLine(True)

    def __call__(self, wanted: Property, depth: int, states: float, memory_mb: float) -> None:
        with self._lock:
            now = time.monotonic()
            if now - self._shown < _PAUSE:
                return
            self._shown = now
            rate = states / max(0.001, now - self._begin)
            text = f"{wanted.name}: {states:,.0f} states, {rate:,.0f} per second, depth {depth}, {memory_mb:,.0f} MB"
            self._line.show(text)

    def clear(self) -> None:
        self._line.clear()


def run_searches(session: Session, wanted: list[Property], cluster: str | None) -> list[Result]:
    """The results in the order of the properties."""
    if not wanted:
        return []
    if session.settings.search == SWARM:
        executor = _executor(session, cluster)
        return [check_by_swarm(session, one, executor) for one in wanted]
    pool = ThreadPoolExecutor(min(session.settings.jobs, len(wanted)))
    try:
        futures = [pool.submit(check, session, one) for one in wanted]
        return [future.result() for future in futures]
    finally:
        # Nothing is left to do, or an exception passes: then what still runs must end.
        if sys.exc_info()[0] is not None:
            session.stop.set()
        pool.shutdown(wait=True, cancel_futures=True)


def _executor(session: Session, cluster: str | None) -> Callable[[], Executor]:
    if cluster is None:
        return lambda: LocalExecutor(session.settings.jobs, session.directory, session.stop)
    try:
        from penstock.spin.cluster import ClusterExecutor
    except ImportError:
        raise UsageError("--cluster needs the `distributed` package: pip install 'penstock[cluster]'") from None
    return lambda: ClusterExecutor(cluster, session.stop)


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Inside, the signals that usually end a program at once let it clean up first."""
    if current_thread() is not main_thread():
        yield
        return
    before = {number: signal.signal(number, _interrupt) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
