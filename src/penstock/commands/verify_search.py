"""The searches of `penstock verify`: what they do, how far they are, and how all are stopped by one Ctrl-C."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Event, Lock, current_thread, main_thread
from types import FrameType

from penstock.commands.load import UsageError
from penstock.commands.options import StatusLine
from penstock.spin.checking import Result, check
from penstock.spin.growth import Growth
from penstock.spin.properties import Property
from penstock.spin.session import SWARM, Session
from penstock.spin.sharing import Check, Search
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


def searches_for(session: Session, wanted: list[Property], cluster: str | None) -> list[Search]:
    """How each property is searched for."""
    how: Check = check
    if session.settings.search == SWARM:
        executor = _executor(session, cluster)

        def how(own: Session, one: Property, growth: Growth | None) -> Result:
            return check_by_swarm(own, one, executor, growth)

    return [Search(session, one, how) for one in wanted]


def _executor(session: Session, cluster: str | None) -> Callable[[], Executor]:
    if cluster is None:
        return lambda: LocalExecutor(session.settings.jobs, session.directory, session.stop)
    try:
        from penstock.spin.cluster import ClusterExecutor
    except ImportError:
        raise UsageError("--cluster needs the `distributed` package: pip install 'penstock[cluster]'") from None
    return lambda: ClusterExecutor(cluster, session.stop)


_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@contextmanager
def stopped_by_signals(stop: Event) -> Iterator[None]:
    """Inside, the first signal that would end the program lets it tell what it has found; the second one ends it."""

    def hear(_number: int, _frame: FrameType | None) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    with _handled(hear, _ENDING):
        yield


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Inside, the signals that usually end a program at once let it clean up first."""
    with _handled(_interrupt, _ENDING[1:]):
        yield


@contextmanager
def _handled(hear: Callable[[int, FrameType | None], None], numbers: Sequence[signal.Signals]) -> Iterator[None]:
    if current_thread() is not main_thread():
        yield
        return
    # What nobody wants to hear, as after `nohup`, stays unheard.
    heard = [number for number in numbers if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, hear) for number in heard}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
