"""Two verifiers for one search: that of a quick compiler searches at once, that of gcc -O2 when it is compiled.

quick:      compile ─ search ───────────────►
thorough:   compile ────────────── search ──►        whichever ends first answers, and the other is ended
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from threading import Event

from penstock.spin.running import TaskResult

Search = Callable[[Callable[[], bool]], TaskResult]
"""Compiles a verifier and runs it, until the question that it is given is answered with yes."""


def first_answer(quick: Search, thorough: Search, stop: Callable[[], bool]) -> TaskResult:
    """The answer of the search that ends first; if there is none, what the thorough one says, or raises."""
    over = Event()
    with ThreadPoolExecutor(2) as pool:
        racing = [pool.submit(search, lambda: stop() or over.is_set()) for search in (thorough, quick)]
        waiting: set[Future[TaskResult]] = set(racing)
        try:
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                if (answer := next(filter(_answers, done), None)) is not None:
                    return answer.result()
        finally:
            over.set()
    return racing[0].result()


def _answers(search: Future[TaskResult]) -> bool:
    """Whether a search came to its own end: no limit, no signal and no missing compiler was in its way."""
    if search.exception() is not None:
        return False
    outcome = search.result().outcome
    return outcome.signal_name is None and not outcome.out_of_time and not outcome.stopped
