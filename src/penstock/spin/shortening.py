"""After the first error: a shorter trail to one, as far as a bounded effort goes."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, replace

from penstock.external import ProgramOutcome
from penstock.spin import faults
from penstock.spin.generating import OutOfTime
from penstock.spin.growth import Growth, small
from penstock.spin.method import SearchMethod
from penstock.spin.properties import Property, is_own_fault
from penstock.spin.report import Complaint
from penstock.spin.session import HASTY, Attempt, Session
from penstock.spin.tools import ToolFailed

LEAST_EFFORT = 3.0
MOST_EFFORT = 15.0
"""Seconds."""
_MOST_RUNS = 12
_REDUCED = re.compile(r"reducing search depth to (\d+)")
"""Printed after a trail is written, with the number of its steps."""


def shortest_trail(
    session: Session, wanted: Property, growth: Growth, attempt: Attempt, complaint: Complaint
) -> tuple[bytes | None, str]:
    """The shortest trail found and its complaint; the first one if there is no shorter, or no time."""
    hopeless = attempt.trail is None or length(attempt.trail) <= 2
    if hopeless or not session.settings.shortened or session.out_of_time or session.stop.is_set():
        return attempt.trail, complaint.message
    assert attempt.trail is not None
    best = _Found(attempt.trail, complaint.message)
    deadline = time.monotonic() + min(MOST_EFFORT, max(LEAST_EFFORT, 3 * attempt.outcome.seconds))
    try:
        if b"-1:-1:-1" not in best.trail.split() and session.settings.search is SearchMethod.EXHAUSTIVE:
            best = _by_iteration(session, wanted, growth, best, deadline)
        else:
            best = _by_depth(session, wanted, growth, best, deadline)
    except (OutOfTime, ToolFailed):
        pass  # a long trail is better than none
    return best.trail, best.message


@dataclass(frozen=True, slots=True)
class _Found:
    trail: bytes
    message: str


def length(trail: bytes) -> int:
    """The number of steps in a trail."""
    return sum(not line.startswith(b"-") for line in trail.split())


def _by_iteration(session: Session, wanted: Property, growth: Growth, best: _Found, deadline: float) -> _Found:
    """The verifier itself goes on, less deep each time; it must remember depths to be exact."""
    shallow = replace(small(growth), depth=length(best.trail) + 1)
    left = max(0.1, deadline - time.monotonic())
    # Compiled without much care: this search is small, or ended soon.
    attempt = session.attempt(wanted, shallow, ("-i",), (*HASTY, "-DREACH"), seconds=left, cycles=False)
    return _better(best, attempt, wanted)


def _by_depth(session: Session, wanted: Property, growth: Growth, best: _Found, deadline: float) -> _Found:
    """Search again with smaller and smaller depths: for cycles, which the verifier cannot shorten itself."""
    low = 1
    for _ in range(_MOST_RUNS):
        high, left = length(best.trail), deadline - time.monotonic()
        if low >= high or left <= 0 or session.stop.is_set():
            break
        depth = (low + high) // 2
        attempt = session.attempt(wanted, replace(small(growth), depth=depth), seconds=left)
        shorter = _better(best, attempt, wanted)
        if shorter is best:
            low = depth + 1
        else:
            best = shorter
    return best


def _better(best: _Found, attempt: Attempt, wanted: Property) -> _Found:
    """The new trail, if it is whole, shorter, and about the same kind of error."""
    trail, complaints = attempt.trail, attempt.report.complaints
    if trail is None or not complaints or not is_whole(trail, attempt.outcome) or length(trail) >= length(best.trail):
        return best
    message = complaints[-1].message
    same = faults.kind_of(message) == faults.kind_of(best.message)
    return _Found(trail, message) if same and is_own_fault(wanted, message, trail) else best


def is_whole(trail: bytes, outcome: ProgramOutcome) -> bool:
    """Whether a trail is complete: a verifier that we end may be just writing a further one over it."""
    if outcome.status != 0 or not (outcome.out_of_time or outcome.stopped):
        return outcome.status == 0
    announced = _REDUCED.findall(outcome.output)
    return bool(announced) and trail.endswith(b"\n") and length(trail) == int(announced[-1])
