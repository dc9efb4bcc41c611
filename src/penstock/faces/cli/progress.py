"""A line on the terminal that tells how far the work is, as long as it lasts.

Most commands are done before anybody wonders: only what lasts longer is told about, and only then is imported what
draws.
"""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from threading import Event, Lock, Thread, Timer
from typing import Any, Protocol

from penstock.budget import Progress
from penstock.faces.cli.words.progress import progress_text

PATIENCE = 0.4
"""Seconds before the line appears, from the start of the program on; what draws it must be imported first."""
_TIMES_A_SECOND = 4
_WORTH_A_RATE = 1.0
"""Seconds between two counts that a rate is made of."""


class _Drawing(Protocol):
    def start(self) -> None: ...
    def stop(self) -> None: ...


class ProgressLine:
    """Nothing is shown if nobody looks, or if it is not `wanted`."""

    def __init__(self, wanted: bool) -> None:
        self._wanted = wanted
        self._begin = time.monotonic()
        self._told: Progress | None = None
        self._rate: float | None = None
        self._counted = (self._begin, 0)
        self._drawing: _Drawing | None = None
        self._lock = Lock()
        self._timer = Timer(max(0.0, PATIENCE - time.process_time()), self._appear)
        self._timer.daemon = True
        self._over = False

    def __enter__(self) -> ProgressLine:
        if self._wanted:
            self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        with self._lock:
            self._over = True
            if self._drawing is not None:
                self._drawing.stop()

    def show(self, told: Progress) -> None:
        before, self._told = self._told, told
        now, (since, states) = time.monotonic(), self._counted
        fresh = before is None or (before.activity, before.about) != (told.activity, told.about)
        if fresh or (told.states or 0) < states:
            self._rate, self._counted = None, (now, told.states or 0)
        elif now - since >= _WORTH_A_RATE and told.states is not None:
            self._rate, self._counted = (told.states - states) / (now - since), (now, told.states)

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Inside, something else may be written to the terminal."""
        with self._lock:
            if self._drawing is not None:
                self._drawing.stop()
            try:
                yield
            finally:
                if self._drawing is not None:
                    self._drawing.start()

    def _appear(self) -> None:
        drawing = _drawing(self._text)
        with self._lock:
            if not self._over:
                self._drawing = drawing
                drawing.start()

    def _text(self) -> str:
        now = time.monotonic()
        return progress_text(self._told, now - self._begin, self._rate, now)


def _drawing(text: Callable[[], str]) -> _Drawing:
    try:
        live = import_module("rich.live")
    except ImportError:
        return _PlainLine(text)
    return _Rich(live, text)


class _Rich:
    """A spinner and the text.  What was stopped cannot be started again, but another one can be."""

    def __init__(self, live: Any, text: Callable[[], str]) -> None:
        self._live, self._text = live, text
        self._console = import_module("rich.console").Console(stderr=True, highlight=False)
        self._spinner = import_module("rich.spinner").Spinner("dots")
        self._shown: Any = None

    def start(self) -> None:
        self._shown = self._live.Live(
            console=self._console,
            transient=True,
            refresh_per_second=_TIMES_A_SECOND,
            redirect_stdout=False,
            redirect_stderr=False,
            get_renderable=self._render,
        )
        self._shown.start()

    def stop(self) -> None:
        self._shown.stop()

    def _render(self) -> Any:
        self._spinner.update(text=import_module("rich.text").Text(self._text()))
        return self._spinner


class _PlainLine:
    """The same by the means at hand."""

    def __init__(self, text: Callable[[], str]) -> None:
        self._text = text
        self._stop = Event()
        self._thread: Thread | None = None

    def start(self) -> None:
        self._stop = Event()
        self._thread = Thread(target=self._run, args=(self._stop,), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self, stop: Event) -> None:
        while not stop.is_set():
            width = shutil.get_terminal_size((80, 24)).columns - 1
            sys.stderr.write(f"\r{self._text()[:width]}\x1b[K")
            sys.stderr.flush()
            stop.wait(1 / _TIMES_A_SECOND)
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()
