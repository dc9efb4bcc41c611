"""Many small searches instead of a large one: each looks elsewhere, the first error ends them all."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event
from typing import Protocol

from penstock.spin.checking import Result, Verdict, judge, not_begun, violation
from penstock.spin.gaps import Gap, GapKind
from penstock.spin.generating import OutOfTime
from penstock.spin.growth import Growth, first_growth, grown, must_grow
from penstock.spin.properties import Property, is_own_fault
from penstock.spin.running import Task, TaskResult, perform
from penstock.spin.session import Attempt, Session
from penstock.spin.tools import ToolFailed

LEAST_SEARCHES = 8
_DEPTHS = (1, 10, 100, 1, 3)
"""The first depth is divided by these in turn: shallow searches look around more widely."""
_SHUFFLED = ("-DT_RAND", "-DP_RAND")


class Executor(Protocol):
    """Performs tasks somewhere, `width` of them at a time; closing it ends what still runs."""

    @property
    def width(self) -> int: ...

    def submit(self, task: Task) -> None: ...

    def results(self) -> Iterator[TaskResult]: ...

    def close(self) -> None: ...


class LocalExecutor:
    """Performs tasks on this machine."""

    def __init__(self, jobs: int, directory: Path, stop: Event) -> None:
        self.width = jobs
        self._directory = directory
        self._stop = stop
        self._over = Event()
        self._pool = ThreadPoolExecutor(jobs)
        self._futures: list[Future[TaskResult]] = []

    def submit(self, task: Task) -> None:
        self._futures.append(self._pool.submit(perform, task, self._ended, None, self._directory))

    def results(self) -> Iterator[TaskResult]:
        for future in as_completed(self._futures):
            yield future.result()

    def _ended(self) -> bool:
        return self._over.is_set() or self._stop.is_set()

    def close(self) -> None:
        self._over.set()
        self._pool.shutdown(wait=True, cancel_futures=True)


@dataclass(frozen=True, slots=True)
class _Variation:
    """How one search of a swarm differs from the others."""

    flags: tuple[str, ...]
    switches: tuple[str, ...]
    growth: Growth


def check_by_swarm(
    session: Session, wanted: Property, executor: Callable[[], Executor], growth: Growth | None = None
) -> Result:
    """Look for an error with many bitstate searches, from `growth` on; finding none proves nothing."""
    growth = growth or first_growth(session.settings.memory_mb, True, session.settings.depth)
    result = Result(wanted, Verdict.INCONCLUSIVE)
    try:
        while growth is not None:
            result, growth = _swarm_once(session, wanted, growth, executor)
    except OutOfTime:
        return not_begun(session, wanted)
    except ToolFailed as problem:
        return Result(wanted, Verdict.INCONCLUSIVE, str(problem), failed=True)
    return result


def _swarm_once(
    session: Session, wanted: Property, growth: Growth, executor: Callable[[], Executor]
) -> tuple[Result, Growth | None]:
    """One swarm; and larger sizes if the verifier needs them to work at all."""
    finished: list[Result] = []
    with closing(executor()) as crew:
        number = max(LEAST_SEARCHES, 2 * crew.width)
        variations = _variations(session, wanted, growth, number)
        for task in list(_tasks(session, wanted, variations, crew.width)):
            crew.submit(task)
        for done in _timed(session, crew):
            variation = variations[done.number]
            report = session.read(done, variation.growth)
            attempt = Attempt(done.outcome, report, done.trail)
            if must_grow(report) and (larger := grown(growth, report, session.settings.memory_mb)) is not None:
                return Result(wanted, Verdict.INCONCLUSIVE), larger
            own = [found for found in report.complaints if is_own_fault(wanted, found.message, done.trail)]
            if own:
                crew.close()  # the others need not go on while the trail is shortened
                found = violation(session, wanted, variation.growth, attempt, own[0])
                return replace(found, notes=growth.notes, growth=growth), None
            finished.append(judge(wanted, variation.growth, attempt))
    if not finished:
        return not_begun(session, wanted), None
    return replace(_nothing_found(wanted, finished, growth.depth), notes=growth.notes), None


def _timed(session: Session, crew: Executor) -> Iterator[TaskResult]:
    """The results of a crew; the time until the last of them is taken from the session's."""
    before, begin = session.allowance.spent, time.monotonic()
    for result in crew.results():
        session.allowance.spent = before + time.monotonic() - begin
        yield result


def _variations(session: Session, wanted: Property, growth: Growth, number: int) -> list[_Variation]:
    shuffled = _shuffled_flags(session, wanted, growth)
    found = []
    for index in range(number):
        depth = max(100, growth.depth // _DEPTHS[index % len(_DEPTHS)])
        bits = max(16, growth.hash_bits - index % 4)
        switches = [f"-h{index}", f"-k{1 + (index + 2) % 4}", *(["-t_reverse"] if index % 4 == 2 else [])]
        flags = shuffled if index % 2 else ()
        switches += [f"-RS{12345 + index}"] if flags else []
        found.append(_Variation(flags, tuple(switches), replace(growth, depth=depth, hash_bits=bits)))
    return found


def _shuffled_flags(session: Session, wanted: Property, growth: Growth) -> tuple[str, ...]:
    """Not every model can be searched in every order."""
    for flags in (_SHUFFLED, _SHUFFLED[1:]):
        try:
            session.program(wanted, growth, ("-O2", *flags))
        except ToolFailed:
            continue
        return flags
    return ()


def _tasks(session: Session, wanted: Property, variations: list[_Variation], width: int) -> Iterator[Task]:
    """The searches, each with its part of the time where they cannot all run together."""
    rounds, left = -(-len(variations) // width), session.allowance.left
    seconds = None if left is None else left / rounds
    for number, variation in enumerate(variations):
        program = session.program(wanted, variation.growth, ("-O2", *variation.flags))
        switches = (*session.switches(wanted), *variation.growth.switches, *variation.switches)
        yield Task(number, program.read_bytes(), switches, seconds, session.settings.memory_mb)


def _nothing_found(wanted: Property, finished: list[Result], deepest: int) -> Result:
    """The verdict of a swarm without an error; a search that failed must be told."""
    broken = next((result for result in finished if result.failed or result.refused), None)
    if broken is not None:
        return broken
    largest = max(finished, key=lambda result: result.states)
    reason = (
        f"none of {len(finished)} searches found an error, but they did not search everything:"
        f" the largest saw {largest.states} states"
    )
    return replace(
        largest,
        reason=reason,
        not_checked=_not_checked(finished, deepest),
        transitions=max(result.transitions for result in finished),
        memory_mb=max(result.memory_mb for result in finished),
    )


def _not_checked(finished: list[Result], deepest: int) -> tuple[Gap, ...]:
    """Each search has its own depth; only the largest tells what was left out."""
    gaps = [gap for result in finished for gap in result.not_checked if gap.kind is not GapKind.DEPTH]
    hashing = Gap(GapKind.HASHING_OF_ALL)
    common = [hashing if gap.kind is GapKind.HASHING else gap for gap in gaps]
    return (*dict.fromkeys(common), Gap(GapKind.DEPTH_OF_ALL, deepest))
