"""Who waits for what at the end of a run."""

from __future__ import annotations

from penstock.machine.obstacles import Obstacle
from penstock.machine.trace import RunTrace
from penstock.records import data, record


@record
class WaitingData:
    """Where a process stands at the end of a run, and why it does not go on."""

    process: str
    file: str
    line: int
    statement: str = data(text="empty: not known")
    reason: str = data(text="the obstacles in words; empty: not known")
    obstacles: tuple[Obstacle, ...] = data(text="what keeps it from going on, one for each statement that it could do")


def waiting_data(run: RunTrace) -> tuple[WaitingData, ...]:
    return tuple(
        WaitingData(run.processes[one.process].name, one.file, one.line, one.statement, one.reason, one.obstacles)
        for one in run.waiting
    )
