"""Work that goes on in another thread, mostly by another program, while this one tries something else."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextvars import copy_context
from threading import Event, Thread
from typing import Generic, TypeVar

from penstock.budget import UNWATCHED, Budget, TimeOver, Watch, check

_PAUSE = 0.05
Answer = TypeVar("Answer")


class Aside(Generic[Answer]):
    """Begins at once, within the budget of whoever makes it; `told` is for whoever has taken over its answer."""

    def __init__(self, work: Callable[[], Answer | None]) -> None:
        self.answer: Answer | None = None
        self.problem: BaseException | None = None
        self.told = False
        self.seconds = 0.0
        self._work = work
        self._ended = Event()
        self._unwanted = Event()
        context = copy_context()
        self._thread = Thread(target=lambda: context.run(self._run), daemon=True)
        try:
            self._thread.start()
        except RuntimeError:  # in a browser there are no threads, and no other programs either
            self._ended.set()

    def _run(self) -> None:
        begin = time.perf_counter()
        try:
            with Budget(watch=Watch(stop=self._unwanted), partial=True):
                self.answer = self._work()
        except TimeOver:
            pass
        except BaseException as problem:  # raised again by `end`
            self.problem = problem
        finally:
            self.seconds = time.perf_counter() - begin
            self._ended.set()

    @property
    def ended(self) -> bool:
        return self._ended.is_set()

    def ending(self, watch: Watch | None) -> Watch:
        """A watch that also ends what it is about when there is an answer here."""
        around = watch or UNWATCHED
        return Watch(around.show, _Either(around.stop, self._answered), around.stage, around.part)

    def _answered(self) -> bool:
        return self.ended and (self.answer is not None or self.problem is not None)

    def wait(self) -> None:
        while not self._ended.wait(_PAUSE):
            check()

    def end(self) -> None:
        """It is not wanted any more, or its problem is ours."""
        self._unwanted.set()
        if self._thread.is_alive():
            self._thread.join()
        if self.problem is not None:
            raise self.problem


class _Either(Event):
    """An event that has also happened if something else has."""

    def __init__(self, first: Event, other: Callable[[], bool]) -> None:
        super().__init__()
        self._first = first
        self._other = other

    def is_set(self) -> bool:
        return super().is_set() or self._first.is_set() or self._other()
