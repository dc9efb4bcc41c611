"""`penstock conform`."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import replace
from functools import partial

from penstock.diagnostics.record import counted
from penstock.faces.cli.console import Console
from penstock.faces.cli.standard_input import trace_beside
from penstock.faces.cli.status import FINDING, FINE
from penstock.tasks.conform import ConformOutcome, WrongStep, conform
from penstock.tasks.requests.conform import ConformRequest

MOST_SHOWN = 8


def run(request: ConformRequest, arguments: Namespace, console: Console) -> int:
    if request.trace is not None:
        request = replace(request, trace=trace_beside(arguments, request.trace))
    with console.watching() as watch:
        outcome = conform(request, watch)
    name = request.source.shown
    console.write_outcome(name, outcome, {"text": partial(conform_text, name)})
    return FINE if outcome.conforms else FINDING


def conform_text(name: str, outcome: ConformOutcome) -> str:
    steps = counted(outcome.steps, "step")
    if outcome.departure is not None:
        lines = [f"{name}: after {steps} the program does what the model does not allow"]
        lines += _departure_lines(outcome.departure)
    elif outcome.end.wrong is not None:
        lines = [f"{name}: after {steps} that the model allows, {outcome.end.wrong}", "  the model stands at"]
        lines += [f"    {text}" for text in outcome.standing] or ["    its end: no process is left"]
    else:
        lines = [f"{name}: {steps}, all allowed by the model"]
    if outcome.end.program is not None:
        lines.append(f"  the program: {outcome.end.program}")
    return "\n".join(lines)


def _departure_lines(departure: WrongStep) -> list[str]:
    shown = [f"    {text}" for text in departure.allowed[:MOST_SHOWN]] or ["    nothing"]
    if len(departure.allowed) > MOST_SHOWN:
        shown.append(f"    and {len(departure.allowed) - MOST_SHOWN} more")
    return [f"  line {departure.line} of the trace: {departure.step}", "  allowed was", *shown]
