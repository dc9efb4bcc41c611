"""Time that may be used. Loops check now and then whether it has run out.

with Budget(time.monotonic() + 30):     all that is done in here is limited, however deep it is called
    check()                             raises `TimeOver` as soon as time has run out

Code that can make do with a partial result catches that: `in_time(work)`. Outside any budget there is no limit.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextvars import ContextVar, Token
from dataclasses import dataclass, field
from math import inf
from typing import TypeVar

Found = TypeVar("Found")


class TimeOver(Exception):
    """The time that may be used has run out."""


@dataclass(slots=True)
class Budget:
    """`until` is a time of the monotonic clock; `progress` is told what is being done."""

    until: float
    progress: Callable[[str], None] | None = None
    _tokens: list[Token[Budget]] = field(default_factory=list)

    def __enter__(self) -> Budget:
        self.until = min(self.until, _present.get(_WITHOUT_END).until)  # a part does not last longer than the whole
        self._tokens.append(_present.set(self))
        return self

    def __exit__(self, *_: object) -> None:
        _present.reset(self._tokens.pop())

    @property
    def left(self) -> float:
        """The seconds that are left."""
        return max(0.0, self.until - time.monotonic())

    @property
    def over(self) -> bool:
        return time.monotonic() >= self.until

    def check(self) -> None:
        if time.monotonic() >= self.until:
            raise TimeOver("time ran out")

    def part(self, share: float, most: float = inf) -> Budget:
        """A part of what is left, of at most this many seconds."""
        return Budget(time.monotonic() + min(share * self.left, most), self.progress)

    def say(self, text: str) -> None:
        if self.progress is not None:
            self.progress(text)


_present: ContextVar[Budget] = ContextVar("budget")
_WITHOUT_END = Budget(inf)


def present() -> Budget:
    """What limits the work that is being done; without a limit if nobody has set one."""
    return _present.get(_WITHOUT_END)


def check() -> None:
    """Raise `TimeOver` if time has run out for what is being done.  This takes less than a microsecond."""
    if time.monotonic() >= _present.get(_WITHOUT_END).until:
        raise TimeOver("time ran out")


def in_time(work: Callable[[], Found]) -> Found | None:
    """What some work finds, or None if there was no time for it."""
    try:
        return work()
    except TimeOver:
        return None
