"""Where processes run in a program with several loops, as the writers of C need it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from penstock.resolve.symbols import Variable
from penstock.syntax.nodes import Run


@dataclass(frozen=True, slots=True)
class Crossing:
    """A channel that leads from one loop to another; `element` if it is one of an array."""

    variable: Variable
    element: int | None
    source: int
    target: int


@dataclass(frozen=True, slots=True)
class LoopPlacement:
    """`of_start`: the loops of the processes that are there from the start; `of_runs`: of those that a `run` starts, by
    where it begins in the text."""

    count: int
    of_start: tuple[int, ...]
    of_runs: Mapping[int, int]
    crossings: tuple[Crossing, ...]

    def loop_of(self, run: Run) -> int:
        """Where what it starts is executed; any loop will do if no process ever comes there."""
        return self.of_runs.get(run.first, 0)
