"""Signals that end a command."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Event, current_thread, main_thread
from types import FrameType

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
