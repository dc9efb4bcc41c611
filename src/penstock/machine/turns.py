"""Whose turn it could be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from penstock.machine.runs import OpenRun
from penstock.machine.runtime import FIRST_PROCESS, State
from penstock.machine.trace import RunTrace


def with_turns(run: OpenRun, found: RunTrace, repeated: Sequence[State]) -> RunTrace:
    """A run that repeats itself, with the processes that could move in the states that repeat and never do."""
    able = [{run.living[step.at - FIRST_PROCESS] for step in run.machine.steps(state)} for state in repeated]
    run.machine.forget()
    if not able:
        return found
    always = set.intersection(*able).difference(found.moving)
    sometimes = set.union(*able).difference(found.moving, always)
    return replace(found, starving=tuple(sorted(always)), overtaken=tuple(sorted(sometimes)))
