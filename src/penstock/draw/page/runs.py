"""Runs that fill channels without end, and how the verdict was found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from penstock.bounds.abstraction.names import NetNames
from penstock.bounds.telling.showing import ShownRun
from penstock.bounds.telling.story import event_text, reason_text
from penstock.bounds.telling.words import counterexample_lines
from penstock.bounds.verdict import Judged, Result
from penstock.diagnostics.record import counted
from penstock.draw.chart import chart_svg
from penstock.machine.trace import Step

MOST_DRAWN = 60
"""Longer runs are listed, but not drawn."""
MOST_LISTED = 200


@dataclass(frozen=True, slots=True)
class ListedStep:
    process: str
    line: int
    statement: str


@dataclass(frozen=True, slots=True)
class ListedSteps:
    first: Sequence[ListedStep]
    left: int


@dataclass(frozen=True, slots=True)
class ListedRun:
    """The loop of a run and the way to it, and both as a chart."""

    growth: Sequence[tuple[str, int]]
    before: str
    loop: ListedSteps
    stem: ListedSteps
    chart: str | None


@dataclass(frozen=True, slots=True)
class JudgedLines:
    """What became of a counterexample, and its cycles line by line."""

    status: str
    reason: str
    lines: Sequence[str]


@dataclass(frozen=True, slots=True)
class Story:
    """What was tried, and what became of each counterexample."""

    story: Sequence[str]
    judged: Sequence[JudgedLines]


def listed_run(run: ShownRun) -> ListedRun:
    growth = list(run.witness.growth.items())
    chart = chart_svg(run.trace) if len(run.trace.steps) <= MOST_DRAWN else None
    before = counted(len(run.stem), "step")
    drawn = None if chart is None else chart[chart.index("<svg") :]
    return ListedRun(growth, before, _steps(run, run.loop), _steps(run, run.stem), drawn)


def _steps(run: ShownRun, steps: Sequence[Step]) -> ListedSteps:
    names = [process.name for process in run.trace.processes]
    first = [
        ListedStep("" if step.process is None else names[step.process], step.line, step.statement)
        for step in steps[:MOST_LISTED]
    ]
    return ListedSteps(first, len(steps) - len(first))


def story_of(result: Result) -> Story | None:
    """Nothing if the first test decided."""
    if not result.story:
        return None
    judged = [
        JudgedLines(one.status.value, reason_text(one.reason), _lines(result, one))
        for one in result.judged[:MOST_LISTED]
    ]
    return Story([event_text(event) for event in result.story], judged)


def _lines(result: Result, judged: Judged) -> list[str]:
    return [line.strip() for line in counterexample_lines(result, NetNames(judged.net), judged.found)]
