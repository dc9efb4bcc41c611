"""Time shared among searches: one that goes on and on does not keep the others from their answers.

A verifier cannot be halted and continued later.  So while some searches have to wait, each gets a short turn, and what
is not decided in it begins again with a longer one: most properties are decided soon, and the rest have nearly all the
time for themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from math import inf
from threading import Event, Lock

from penstock.spin.checking import INCONCLUSIVE, STOPPED, Result, not_begun
from penstock.spin.growth import Growth
from penstock.spin.properties import Property
from penstock.spin.session import Session

FIRST_TURN = 4.0
"""Seconds; each further turn is longer by `LONGER`."""
LONGER = 4.0
_PART = 8
"""While others wait, a turn is at most this part of what a search may have in all."""
_WORTH_WHILE = 1.2
"""A search begins again only if it gets so much more time than before."""
Check = Callable[[Session, Property, Growth | None], Result]


@dataclass(slots=True)
class Search:
    """A search for one property; `had` are the seconds of its longest turn, `seconds` those of all turns."""

    session: Session
    wanted: Property
    check: Check
    result: Result | None = None
    is_open: bool = True
    had: float = 0.0
    seconds: float = 0.0

    def take_turn(self, seconds: float) -> float:
        """Search for some time; returns how much was used."""
        own = self.session.for_search(None if seconds == inf else seconds)
        growth = None if self.result is None else self.result.growth
        result = self.check(own, self.wanted, growth)
        self.had, self.seconds = seconds, self.seconds + own.allowance.spent
        self.result = replace(result, seconds=self.seconds)
        self.is_open = result.verdict == INCONCLUSIVE and own.out_of_time
        return own.allowance.spent

    def told(self) -> Result:
        """The result, also of a search that was stopped between its turns."""
        if self.result is None:
            return not_begun(self.session, self.wanted)
        if self.is_open and self.session.stop.is_set():
            return replace(self.result, reason=STOPPED, not_checked=(STOPPED,))
        return self.result


@dataclass(slots=True)
class _Ledger:
    """The seconds that are left, summed over `slots` searches at a time; those of searches under way are set apart."""

    left: float
    slots: int
    waiting: int = 0
    running: int = 0
    apart: float = 0.0
    lock: Lock = field(default_factory=Lock)

    def share(self, searches: int) -> float:
        """What each of the searches can have that are still waiting, if all get the same."""
        free = max(0.0, self.left - self.apart)
        return min(free / max(1, searches, self.slots - self.running), self.left / self.slots)

    def begin(self, most: float) -> float:
        with self.lock:
            seconds = min(most, self.share(self.waiting))
            self.waiting, self.running, self.apart = self.waiting - 1, self.running + 1, self.apart + seconds
            return seconds

    def end(self, granted: float, used: float) -> None:
        with self.lock:
            self.running -= 1
            if self.left != inf:
                self.left, self.apart = max(0.0, self.left - used), self.apart - granted


def run_shared(searches: Sequence[Search], slots: int, seconds: float | None, stop: Event) -> float:
    """Bring all searches to an end as far as the time allows, `slots` at a time; returns the seconds that it took."""
    slots = max(1, min(slots, len(searches)))
    ledger = _Ledger(inf if seconds is None else seconds * slots, slots)
    turn = FIRST_TURN
    while (waiting := [search for search in searches if search.is_open]) and not stop.is_set():
        share = ledger.share(len(waiting))
        longest = max(search.had for search in waiting)
        length = share if len(waiting) <= slots else min(turn, share / _PART)
        if length < LONGER / 2 * longest:
            length = share
        if length <= _WORTH_WHILE * longest:
            break
        _take_turns(waiting, ledger, inf if length == share else length, stop)
        turn *= LONGER
    return sum(search.seconds for search in searches) / slots


def _take_turns(waiting: Sequence[Search], ledger: _Ledger, most: float, stop: Event) -> None:
    def go(search: Search) -> None:
        if stop.is_set():
            return
        granted, used = ledger.begin(most), 0.0
        try:
            used = search.take_turn(granted)
        finally:
            ledger.end(granted, used)

    ledger.waiting = len(waiting)
    pool = ThreadPoolExecutor(ledger.slots)
    try:
        for done in [pool.submit(go, search) for search in waiting]:
            done.result()
    except BaseException:
        stop.set()  # what still runs must end
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
