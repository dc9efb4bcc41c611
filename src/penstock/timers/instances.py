"""How many processes there can be at most, as far as the text tells."""

from __future__ import annotations

from collections.abc import Iterator

from penstock.resolve.constants import constant_value
from penstock.resolve.model import Model
from penstock.resolve.processes import instance_count
from penstock.syntax.nodes import Do, For, ForEach, Goto, Init, Node, Process, Proctype, Run
from penstock.syntax.walk import children, walk

MOST_PROCESSES = 255
"""What SPIN can manage."""


class Instances:
    """For each process type the number of its processes, at most `MOST_PROCESSES`."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self._starts = {process: list(_starts(process)) for process in model.processes}
        self._counts: dict[Process, int] = {}
        self._open: set[Process] = set()

    def of(self, process: Process) -> int:
        """The most processes of this type that a run can start."""
        if process in self._open:
            return MOST_PROCESSES  # it may start itself
        if process not in self._counts:
            self._open.add(process)
            self._counts[process] = min(MOST_PROCESSES, self._started(process))
            self._open.remove(process)
        return self._counts[process]

    def all(self) -> int:
        return min(MOST_PROCESSES, sum(map(self.of, self.model.processes)))

    def _started(self, process: Process) -> int:
        if isinstance(process, Init):
            return 1
        if not isinstance(process, Proctype):
            return 0
        count = instance_count(self.model, process)
        for starter, starts in self._starts.items():
            times = sum(number for name, number in starts if name == process.name)
            count += times * self.of(starter) if times else 0
        return count


def _starts(process: Process) -> Iterator[tuple[str, int]]:
    """The process types that a process starts, and how often each `run` in its text is met."""
    jumps = any(isinstance(node, Goto) for node in walk(process.body))
    yield from _runs(process.body, MOST_PROCESSES if jumps else 1)


def _runs(node: Node, times: int) -> Iterator[tuple[str, int]]:
    if isinstance(node, Run):
        yield node.proctype, times
    for child in children(node):
        yield from _runs(child, min(MOST_PROCESSES, times * _rounds(node)))


def _rounds(node: Node) -> int:
    """How often a loop repeats; 1 for what is not a loop."""
    if isinstance(node, For):
        low, high = constant_value(node.low), constant_value(node.high)
        if low is not None and high is not None:
            return max(1, high - low + 1)
    return MOST_PROCESSES if isinstance(node, Do | For | ForEach) else 1
