"""`penstock conform`."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import replace
from functools import partial

from penstock.diagnostics.record import counted
from penstock.errors import UsageError
from penstock.faces.cli.console import Console
from penstock.faces.cli.live import LiveTrace
from penstock.faces.cli.standard_input import ONLY_ONE, STANDARD_INPUT, trace_beside
from penstock.faces.cli.status import FINDING, FINE, INTERRUPTED
from penstock.tasks.conform import ConformOutcome, WrongStep, conform
from penstock.tasks.conform_live import conform_live
from penstock.tasks.requests.conform import ConformRequest

MOST_SHOWN = 8


def run(request: ConformRequest, arguments: Namespace, console: Console) -> int:
    outcome = _followed(request, arguments, console) if arguments.follow else _conform(request, arguments, console)
    name = request.source.shown
    console.write_outcome(name, outcome, {"text": partial(conform_text, name)})
    return INTERRUPTED if outcome.stopped else FINE if outcome.conforms else FINDING


def _conform(request: ConformRequest, arguments: Namespace, console: Console) -> ConformOutcome:
    if request.trace is not None:
        more = tuple(trace_beside(arguments, path) for path in request.more)
        request = replace(request, trace=trace_beside(arguments, request.trace), more=more)
    with console.watching() as watch:
        return conform(request, watch)


def _followed(request: ConformRequest, arguments: Namespace, console: Console) -> ConformOutcome:
    if request.trace is None:
        raise UsageError("--follow needs to know where the trace comes from")
    if request.trace == arguments.file == STANDARD_INPUT:
        raise UsageError(ONLY_ONE)
    with console.watching() as watch:
        pieces = LiveTrace(request.trace, arguments.baud, watch.stop).pieces()
        return conform_live(replace(request, trace=None), pieces, arguments.most_behind, watch)


def conform_text(name: str, outcome: ConformOutcome) -> str:
    steps = counted(outcome.steps, "step")
    if outcome.departure is not None:
        lines = [f"{name}: after {steps} the program does what the model does not allow"]
        lines += _departure_lines(outcome.departure)
    elif outcome.end.wrong is not None:
        lines = [f"{name}: after {steps} that the model allows, {outcome.end.wrong}", "  the model stands at"]
        lines += [f"    {text}" for text in outcome.standing] or ["    its end: no process is left"]
    else:
        until = " until it was stopped" if outcome.stopped else ""
        lines = [f"{name}: {steps}, all allowed by the model{until}"]
    lines += _gap_lines(outcome)
    if outcome.end.program is not None:
        lines.append(f"  the program: {outcome.end.program}")
    return "\n".join(lines)


def _gap_lines(outcome: ConformOutcome) -> list[str]:
    if not outcome.gaps and not outcome.skipped:
        return []
    skipped = counted(outcome.skipped, "step")
    return [f"  not followed: {skipped}; where the model was had to be found out {counted(outcome.gaps, 'time')}"]


def _departure_lines(departure: WrongStep) -> list[str]:
    shown = [f"    {text}" for text in departure.allowed[:MOST_SHOWN]] or ["    nothing"]
    if len(departure.allowed) > MOST_SHOWN:
        shown.append(f"    and {len(departure.allowed) - MOST_SHOWN} more")
    trace = "the trace" if departure.trace == 1 else f"trace {departure.trace}"
    return [f"  line {departure.line} of {trace}: {departure.step}", "  allowed was", *shown]
