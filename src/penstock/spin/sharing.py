"""Time shared among searches: one that goes on and on does not keep the others from their answers.

A verifier cannot be halted and continued later.  So while some searches have to wait, each gets a short turn, and what
is not decided in it begins again with a longer one: most properties are decided soon, and the rest have nearly all the
time for themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from math import inf
from threading import Event, Lock

from penstock.spin.checking import Result, Verdict, not_begun
from penstock.spin.gaps import STOPPED
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
_PAUSE = 0.1
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
        self.is_open = result.verdict is Verdict.INCONCLUSIVE and own.out_of_time
        return own.allowance.spent

    def told(self) -> Result:
        """The result, also of a search that was stopped between its turns."""
        if self.result is None:
            return not_begun(self.session, self.wanted)
        if self.is_open and self.session.stop.is_set():
            return replace(self.result, reason=str(STOPPED), not_checked=(STOPPED,))
        return self.result


@dataclass(slots=True)
class _Slot:
    """A place for one search at a time; `left` are its seconds without those of the search that is there now."""

    left: float
    busy: bool = False


class _Slots:
    """Places for searches, taken and left by several threads."""

    def __init__(self, number: int, seconds: float) -> None:
        self._slots = [_Slot(seconds) for _ in range(number)]
        self._lock = Lock()
        self.waiting = 0

    def share(self, searches: int) -> float:
        """What each of this many searches can have."""
        return max(slot.left for slot in self._slots) / max(1, -(-searches // len(self._slots)))

    def take(self, most: float) -> tuple[_Slot, float]:
        """The free place with the most time, and the seconds that a search gets there."""
        with self._lock:
            slot = max((slot for slot in self._slots if not slot.busy), key=lambda slot: slot.left)
            granted = min(most, slot.left / max(1, -(-self.waiting // len(self._slots))))
            slot.busy, self.waiting = True, self.waiting - 1
            slot.left = slot.left - granted if slot.left != inf else inf
            return slot, granted

    def leave(self, slot: _Slot, unused: float) -> None:
        with self._lock:
            slot.busy, slot.left = False, slot.left + max(0.0, unused)


def run_shared(searches: Sequence[Search], number: int, seconds: float | None, stop: Event) -> float:
    """Bring searches to an end as far as the time allows, some `number` at a time; returns the seconds it took."""
    number = max(1, min(number, len(searches)))
    slots, turn = _Slots(number, inf if seconds is None else seconds), FIRST_TURN
    while (waiting := [search for search in searches if search.is_open]) and not stop.is_set():
        share, longest = slots.share(len(waiting)), max(search.had for search in waiting)
        length = share if len(waiting) <= number else min(turn, share / _PART)
        if length < LONGER / 2 * longest:
            length = share
        if length <= _WORTH_WHILE * longest:
            break
        _take_turns(waiting, slots, number, inf if length == share else length, stop)
        turn *= LONGER
    return sum(search.seconds for search in searches) / number


def _take_turns(waiting: Sequence[Search], slots: _Slots, number: int, most: float, stop: Event) -> None:
    def go(search: Search) -> None:
        if stop.is_set():
            return
        slot, granted = slots.take(most)
        used = granted
        try:
            used = search.take_turn(granted)
        finally:
            slots.leave(slot, granted - used if granted != inf else 0.0)

    slots.waiting = len(waiting)
    pool = ThreadPoolExecutor(number)
    try:
        open_ones = {pool.submit(go, search) for search in waiting}
        while open_ones:
            # Another thread may be the one that a signal reaches: this one has to wake up to notice.
            done, open_ones = wait(open_ones, _PAUSE, FIRST_EXCEPTION)
            for one in done:
                one.result()
    except BaseException:
        stop.set()  # what still runs must end
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
