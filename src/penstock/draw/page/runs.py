"""Runs that fill channels without end, and how the verdict was found."""

from __future__ import annotations

from collections.abc import Sequence

from penstock.bounds.abstraction.names import NetNames
from penstock.bounds.telling.showing import ShownRun
from penstock.bounds.telling.words import counterexample_lines
from penstock.bounds.verdict import Result
from penstock.diagnostics.record import counted
from penstock.draw.chart import chart_svg
from penstock.draw.page.elements import Html, code, element, folded, items, join, paragraph, section, table
from penstock.machine.trace import Step

MOST_DRAWN = 60
"""Longer runs are listed, but not drawn."""
MOST_LISTED = 200


def run_section(runs: Sequence[ShownRun]) -> Html:
    """Each run: its loop as a list, the way to it folded, both as a chart; nothing if there is none."""
    if not runs:
        return Html()
    said = paragraph(
        "After its first steps, each of these runs can repeat its loop forever; every round adds messages. This "
        "is proved, and was replayed."
    )
    return section("Runs without end", said, *map(_shown, runs), name="runs")


def _shown(run: ShownRun) -> Html:
    grown = join([join([code(name), f" grows by {more}"]) for name, more in run.witness.growth.items()], ", ")
    first = [folded(f"first, {counted(len(run.stem), 'step')}", _steps(run, run.stem))] if run.stem else []
    title = element("p", element("strong", "in every round ", grown), f", after {counted(len(run.stem), 'step')}:")
    drawn = [folded("as a chart", _chart(run))] if len(run.trace.steps) <= MOST_DRAWN else []
    return element("div", title, _steps(run, run.loop), *first, *drawn)


def _chart(run: ShownRun) -> Html:
    text = chart_svg(run.trace)
    return Html(text[text.index("<svg") :])


def _steps(run: ShownRun, steps: Sequence[Step]) -> Html:
    rows = [
        [
            "" if step.process is None else run.trace.processes[step.process].name,
            str(step.line),
            code(step.statement),
        ]
        for step in steps[:MOST_LISTED]
    ]
    left = len(steps) - MOST_LISTED
    rest = [paragraph(f"and {left} more")] if left > 0 else []
    return element("div", table("steps", ["process", "line", "statement"], rows, (1,)), *rest)


def story_section(result: Result) -> Html:
    """What was tried, and what became of each counterexample; nothing if the first test decided."""
    if not result.story:
        return Html()
    rows = [
        [str(number), judged.status, judged.reason, _cycles(result, number - 1)]
        for number, judged in enumerate(result.judged[:MOST_LISTED], 1)
    ]
    judged = table("counterexamples in the order in which they were found", ["", "status", "why", "steps"], rows)
    return section("How it was decided", items(result.story), judged, name="story")


def _cycles(result: Result, number: int) -> Html:
    judged = result.judged[number]
    lines = counterexample_lines(result, NetNames(judged.net), judged.found)
    return folded(lines[0], items(line.strip() for line in lines[1:]))
