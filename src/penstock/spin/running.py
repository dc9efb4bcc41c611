"""One run of a compiled verifier: what it needs, what comes back.  The records can travel to other machines."""

from __future__ import annotations

import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from penstock.external import CannotStart, Limits, ProgramOutcome, run, write_program
from penstock.spin.tools import ToolFailed
from penstock.spin.workspace import TRAIL

_PROGRAM = "pan"


@dataclass(frozen=True, slots=True)
class Task:
    """A verifier as bytes, its arguments and its limits."""

    number: int
    program: bytes
    arguments: tuple[str, ...]
    seconds: float | None = None
    memory_mb: int | None = None


@dataclass(frozen=True, slots=True)
class TaskResult:
    """How the run went, and the trail it left."""

    number: int
    outcome: ProgramOutcome
    trail: bytes | None


def perform(
    task: Task,
    stop: Callable[[], bool] | None = None,
    on_line: Callable[[str], None] | None = None,
    parent: Path | None = None,
) -> TaskResult:
    """Run a verifier in a place of its own, which is gone afterwards."""
    with TemporaryDirectory(prefix="penstock-", dir=parent, ignore_cleanup_errors=True) as name:
        place = Path(name)
        program = place / _PROGRAM
        write_program(program, task.program)
        # Asked with SIGINT, a verifier still prints its figures.
        limits = Limits(task.seconds, task.memory_mb, signal.SIGINT)
        try:
            outcome = run([str(program), *task.arguments], place, limits, on_line, stop)
        except CannotStart as problem:
            raise ToolFailed(f"the verifier cannot be run: {problem}") from None
        trail = place / TRAIL
        return TaskResult(task.number, outcome, trail.read_bytes() if trail.exists() else None)
