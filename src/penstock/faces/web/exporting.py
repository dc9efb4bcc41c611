"""Runs in the forms that others read: charts, data, traces."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

from penstock.draw.chart import chart_mermaid, chart_svg, chart_text
from penstock.errors import UsageError
from penstock.faces.data.itf import itf_trace
from penstock.faces.web.protocol import EngineKind, ExportAnswer, ExportFormat, ExportParams
from penstock.faces.web.runs import HasRuns, PageRun
from penstock.machine.trace import RunTrace
from penstock.records import as_data
from penstock.tasks.runs import run_data
from penstock.tasks.told_trails import trail_of_run

_FORMS: dict[ExportFormat, tuple[str, str, Callable[[RunTrace], str]]] = {
    ExportFormat.SVG: (".svg", "image/svg+xml", chart_svg),
    ExportFormat.MERMAID: (".mmd", "text/vnd.mermaid", chart_mermaid),
    ExportFormat.TEXT: (".txt", "text/plain", chart_text),
    ExportFormat.JSON: (".json", "application/json", lambda run: json.dumps(as_data(run_data(run)), indent=2)),
    ExportFormat.ITF: (".itf.json", "application/json", lambda run: json.dumps(itf_trace(run), indent=2)),
}


def export(session: HasRuns, asked: ExportParams) -> ExportAnswer:
    run = session.runs[asked.run]
    name = run.reading.source.shown.rpartition("/")[2].rpartition(".")[0] or "run"
    trace = _whole(run)
    if asked.format is ExportFormat.TRAIL and session.engine is EngineKind.STATIC:
        raise UsageError("the numbers in a trail are SPIN's, which a browser does not have: use `penstock serve`")
    if asked.format is ExportFormat.TRAIL:
        return ExportAnswer(f"{name}.trail", "text/plain", _trail(run, trace))
    ending, media, written = _FORMS[asked.format]
    return ExportAnswer(f"{name}{ending}", media, written(trace))


def _trail(run: PageRun, trace: RunTrace) -> str:
    taken = [moment.taken for moment in run.line[1:]]
    steps = [step for step in taken if step is not None]
    return trail_of_run(run.reading, run.timeline.machine, steps, trace).decode("ascii")


def _whole(run: PageRun) -> RunTrace:
    """The run to the end of its line; the cursor stays where it is."""
    timeline, now = run.timeline, run.timeline.now
    timeline.to(run.line[-1])
    try:
        return replace(timeline.trace(), loop=run.repeats_from)
    finally:
        timeline.to(now)
