"""Time that may be used, progress, and cancellation.  Whoever works in a loop asks now and then whether to go on.

with Budget(time.monotonic() + 30):     all that is done in here is limited, however deep it is called
    check()                             raises `TimeOver` as soon as time has run out

with Budget(watch=Watch(show, stop)):   the same for work that somebody follows, and may stop by `stop.set()`
    check()                             raises `Cancelled` then

Whoever can do with less than the whole catches `TimeOver`: `in_time(work)`.  Outside of any budget there is no limit.
Budgets belong to the thread that entered them, so several requests can run beside each other.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextvars import ContextVar, Token
from dataclasses import dataclass, field, replace
from enum import Enum
from math import inf
from threading import Event
from typing import Any, TypeVar

from penstock.errors import Cancelled

try:
    import resource
except ImportError:  # not everywhere, in browsers for one
    resource = None  # type: ignore[assignment]

Answer = TypeVar("Answer")


class Activity(Enum):
    """What may take so long that somebody wants to know how far it is; faces have the words for it."""

    COMPILING = "compiling"
    SEARCHING = "searching"
    EXPLORING = "exploring"
    SIMULATING = "simulating"
    RUNNING = "running"
    FOLLOWING = "following"
    TESTING = "testing"
    ASKING = "asking"
    FINDING_RUNS = "finding runs"
    FINDING_WAYS = "finding ways"
    SEARCHING_ALL = "searching all states"
    KEEPING_ORDER = "keeping order"
    SEPARATING = "separating"
    TELLING_APART = "telling apart"
    SHORTENING = "shortening"
    ASKING_FAIRNESS = "asking about fairness"
    LOOKING_FOR_TRIGGERS = "looking for triggers"


@dataclass(frozen=True, slots=True)
class Progress:
    """How far some work is; what is not known is None.

    It is `about` a property or a method; so many parts are `done`, of a `total` at most.  `filled` is the part of a
    hash table that is in use, and the work ends by `until`, a time of the monotonic clock.  Whoever follows something
    is so many bytes `behind`.
    """

    activity: Activity
    about: tuple[str, ...] = ()
    states: int | None = None
    transitions: int | None = None
    depth: int | None = None
    memory_mb: float | None = None
    filled: float | None = None
    done: int | None = None
    total: int | None = None
    behind: int | None = None
    until: float = inf


class TimeOver(Exception):
    """The time that may be used has run out."""


@dataclass(frozen=True, slots=True)
class Watch:
    """Whoever follows a task: `show` is told how far it is, and setting `stop` ends it.

    `stage` is given each text that a model becomes while it is read, with the name of the stage; `part` each part of
    an answer that has several, as it is found.
    """

    show: Callable[[Progress], None] | None = None
    stop: Event = field(default_factory=Event)
    stage: Callable[[str, str], None] | None = None
    part: Callable[[Any], None] | None = None

    def finished(self, part: Any) -> None:
        if self.part is not None:
            self.part(part)

    def tell(self, progress: Progress) -> None:
        if self.show is not None:
            self.show(progress)

    def inside(self, around: Watch | None) -> Watch:
        """The same, within other work that somebody follows."""
        if around is None or self is UNWATCHED:
            return around or self
        return Watch(self.show or around.show, self.stop, self.stage or around.stage, self.part or around.part)


UNWATCHED = Watch()
"""Nobody follows, and nobody will stop it."""


@dataclass(slots=True)
class Budget:
    """`until` is a time of the monotonic clock; the watch is that of the work around it if none is given.

    If a part of an answer is better than none (`partial`), being stopped is like being out of time.
    """

    until: float = inf
    watch: Watch | None = None
    partial: bool = False
    _tokens: list[Token[Budget]] = field(default_factory=list)

    def __enter__(self) -> Budget:
        around = present()
        self.until = min(self.until, around.until)  # a part does not last longer than the whole
        self.watch = self.watch.inside(around.watch) if self.watch is not None else around.watch
        self.partial = self.partial or around.partial
        self._tokens.append(_present.set(self))
        return self

    def __exit__(self, *_: object) -> None:
        _present.reset(self._tokens.pop())

    @property
    def left(self) -> float:
        """The seconds that are left."""
        return 0.0 if self.stopped else max(0.0, self.until - time.monotonic())

    @property
    def stopped(self) -> bool:
        return self.watch is not None and self.watch.stop.is_set()

    @property
    def over(self) -> bool:
        return self.stopped or time.monotonic() >= self.until

    def check(self) -> None:
        if self.watch is not None and self.watch.stop.is_set():
            raise TimeOver("it was stopped") if self.partial else Cancelled
        if time.monotonic() >= self.until:
            raise TimeOver("time ran out")

    def part(self, share: float, most: float = inf) -> Budget:
        """A part of what is left, and of so many seconds at most."""
        return Budget(time.monotonic() + min(share * self.left, most), self.watch, self.partial)

    def tell(self, progress: Progress) -> None:
        if self.watch is not None:
            self.watch.tell(replace(progress, until=min(progress.until, self.until)))

    def staged(self, stage: str, text: str) -> None:
        """A stage of reading has made this of a model."""
        if self.watch is not None and self.watch.stage is not None:
            self.watch.stage(stage, text)


_present: ContextVar[Budget] = ContextVar("budget")
_WITHOUT_END = Budget()


def memory_used() -> int:
    """MB that this process has taken so far, at most; 0 where the system does not tell."""
    if resource is None:
        return 0
    return int(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss) >> 10


def present() -> Budget:
    """What limits the work that is being done; without a limit if nobody has set one."""
    return _present.get(_WITHOUT_END)


def check() -> None:
    """Raise `TimeOver` or `Cancelled` if the work being done is to end.  This takes less than a microsecond."""
    _present.get(_WITHOUT_END).check()


def in_time(work: Callable[[], Answer]) -> Answer | None:
    """What some work finds, or None if there was no time for it."""
    try:
        return work()
    except TimeOver:
        return None
