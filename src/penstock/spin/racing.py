"""Two verifiers for one search: that of a quick compiler searches at once, that of gcc -O2 when it is compiled.

quick:      compile ─ search ─────────────────►
thorough:      compile ────────────── search ──►      whichever ends first answers, and the other is ended

Most searches are over in a moment.  So the quick one has a small head start: nothing else is begun until then, which
would only take processors away from it.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from threading import Event

from penstock.spin.generating import OutOfTime
from penstock.spin.running import TaskResult
from penstock.spin.tools import ToolFailed

HEAD_START = 0.15
"""Seconds: more than a small model takes in all, and not much beside the time that gcc -O2 needs."""
Search = Callable[[Callable[[], bool]], TaskResult]
"""Compiles a verifier and runs it, until the question that it is given is answered with yes."""


def first_answer(quick: Search, thorough: Search, stop: Callable[[], bool]) -> TaskResult:
    """The answer of the search that ends first; if there is none, what the thorough one says, or raises."""
    over, begin = Event(), Event()
    ended = lambda: stop() or over.is_set()  # noqa: E731

    def after_a_while() -> TaskResult:
        begin.wait(HEAD_START)
        if over.is_set():
            raise OutOfTime
        return thorough(ended)

    with ThreadPoolExecutor(2) as pool:
        racing = [pool.submit(after_a_while), pool.submit(quick, ended)]
        waiting: set[Future[TaskResult]] = set(racing)
        try:
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                if (answer := next(filter(_answers, done), None)) is not None:
                    return answer.result()
                begin.set()
        finally:
            over.set()
            begin.set()
    return racing[0].result()


def either(quick: Search, thorough: Search, stop: Callable[[], bool]) -> TaskResult:
    """The answer of the quick search, or that of the thorough one where the quick compiler is of no use."""
    try:
        return quick(stop)
    except ToolFailed:
        return thorough(stop)


def _answers(search: Future[TaskResult]) -> bool:
    """Whether a search came to its own end: no limit, no signal and no missing compiler was in its way."""
    if search.exception() is not None:
        return False
    outcome = search.result().outcome
    return outcome.signal_name is None and not outcome.out_of_time and not outcome.stopped
