"""`penstock simulate`."""

from __future__ import annotations

import shutil
import sys
from argparse import Namespace
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from penstock.budget import Budget
from penstock.draw.chart import chart_text
from penstock.draw.forms import chart_forms
from penstock.errors import UsageError
from penstock.faces.cli.console import Console, Written
from penstock.faces.cli.pictures import look_of, shown_by, write_run_pictures
from penstock.faces.cli.status import FINDING, FINE
from penstock.faces.cli.walking import WalkRoute, route_along, walk_through
from penstock.faces.cli.words.readings import mention_closing
from penstock.faces.cli.words.runs import trace_text
from penstock.faces.data.itf import itf_trace
from penstock.machine.trace import Ending, RunTrace
from penstock.stepping.timeline import Timeline
from penstock.tasks.requests.simulate import SimulateRequest
from penstock.tasks.simulate import SimulateOutcome, recorded_run, simulate, simulated, simulated_model

MOST_CHARTED_STEPS = 400
"""A chart of more steps than this is not printed without being asked for."""
_FINDINGS = (Ending.DEADLOCK, Ending.LIVELOCK, Ending.ASSERTION, Ending.ERROR)


def run(request: SimulateRequest, arguments: Namespace, console: Console) -> int:
    by_hand = arguments.interactive
    outcome = _by_hand(request, arguments, console) if by_hand else _simulated(request, arguments, console)
    write_run_pictures(arguments, outcome.trace, console)
    drawn = shown_by(chart_forms(outcome.trace, look_of(arguments)))
    console.write_outcome(request.source.shown, outcome, drawn | _FORMS)
    return FINDING if outcome.outcome in _FINDINGS else FINE


def _by_hand(request: SimulateRequest, arguments: Namespace, console: Console) -> SimulateOutcome:
    request = completed(request, arguments)
    with console.watching() as watch, Budget(watch=watch):
        reading, machine = simulated_model(request)
        if request.trail is None:
            route = WalkRoute(Timeline(machine), "a run by hand")
        else:
            route = route_along(recorded_run(request, reading, machine), f"along {Path(request.trail_name).name}")
    mention_closing(console, reading.model)
    return simulated(reading, walk_through(route, console, request.steps, request.seed, arguments.plain))


def _simulated(request: SimulateRequest, arguments: Namespace, console: Console) -> SimulateOutcome:
    with console.watching() as watch:
        outcome = simulate(completed(request, arguments), watch)
    mention_closing(console, outcome.reading.model)
    if outcome.seed is not None and request.seed is None and not console.quiet:
        print(f"a random run; --seed {outcome.seed} repeats it", file=sys.stderr)
    return outcome


def completed(request: SimulateRequest, arguments: Namespace) -> SimulateRequest:
    """With the trail that is to be followed."""
    if arguments.trail is None:
        return request
    name = arguments.trail or f"{Path(arguments.file).name}.trail"
    try:
        return replace(request, trail=Path(name).read_bytes(), trail_name=name)
    except OSError as problem:
        raise UsageError(f"cannot read the trail `{name}`: {problem.strerror or problem}") from None


def _text(trace: RunTrace) -> str:
    charted = any(step.messages for step in trace.steps) and len(trace.steps) <= MOST_CHARTED_STEPS
    return f"{trace_text(trace)}\n{_chart(trace)}" if charted else trace_text(trace)


def _chart(trace: RunTrace) -> str:
    return chart_text(trace, max(60, min(160, shutil.get_terminal_size((100, 24)).columns)))


_FORMS: dict[str, Callable[[Any], Written]] = {
    "text": lambda outcome: _text(outcome.trace),
    "chart": lambda outcome: _chart(outcome.trace),
    "itf": lambda outcome: itf_trace(outcome.trace),
}
