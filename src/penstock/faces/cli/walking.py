"""Runs that the user walks through: on a full screen, or line by line where there is none."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from penstock.diagnostics.record import counted
from penstock.draw.forms import chart_forms
from penstock.errors import UsageError
from penstock.faces.cli.console import Console, json_text
from penstock.faces.cli.files import replace_text
from penstock.faces.cli.interactive import interact, run_left
from penstock.faces.cli.pictures import write_picture
from penstock.faces.data.itf import itf_trace
from penstock.machine.chosen import ChosenStep, chosen_text, said_choice
from penstock.machine.trace import RunTrace
from penstock.stepping.recorded import timeline_along
from penstock.stepping.timeline import Timeline
from penstock.tasks.requests.simulate import STEPS as STEPS_AT_MOST

NO_RUN = "nothing is violated, so there is no run to walk along"
STEPS = ".steps"
"""The ending of files that hold the choices of a run."""
_FARTHEST = 10_000
"""How many steps a condition is looked for on the screen, where it can be stopped, if nobody wants more."""


@dataclass(frozen=True, slots=True)
class WalkRoute:
    """A timeline to walk through, and what is said about it; from step `loop` on it repeats."""

    timeline: Timeline
    told: str
    loop: int | None = None


def route_along(run: RunTrace, told: str) -> WalkRoute:
    return WalkRoute(timeline_along(run), told, run.loop)


def walk_through(route: WalkRoute, console: Console, most_steps: int, seed: int | None, plain: bool) -> RunTrace:
    """Let the user walk; the run to where it was left."""
    if not plain and _has_screen() and _on_screen(route, console, most_steps, seed):
        return run_left(route.timeline)
    if route.timeline.now.ahead is not None:
        console.mention(route.told)
    return interact(route.timeline, most_steps, None if console.quiet else sys.stderr, seed)


def walk_along(run: RunTrace, told: str, console: Console, plain: bool) -> None:
    """Let the user walk along a run that was found; what it shows has been told already."""
    walk_through(route_along(run, told), console, STEPS_AT_MOST, None, plain)


def _has_screen() -> bool:
    """Whether there is a terminal to read from and to draw on, which knows the signs that are needed."""
    if sys.stdin is None or sys.stderr is None or not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    return os.environ.get("TERM", "dumb") != "dumb" and "utf" in sys.stderr.encoding.lower()


def _on_screen(route: WalkRoute, console: Console, most_steps: int, seed: int | None) -> bool:
    """Whether what draws on the screen is installed; it is shown then, until the user leaves."""
    try:
        opening = import_module("penstock.faces.screen.opening")
    except ImportError as problem:
        if (problem.name or "").partition(".")[0] not in ("textual", "rich"):
            raise
        console.mention("line by line; a full screen needs `textual`: pip install 'penstock[terminal]'")
        return False
    walk = opening.Walk(route.timeline, seed, max(most_steps, _FARTHEST), route.loop)
    opening.open_screen(walk, save_run, route.told, console.in_colour(sys.stderr))
    return True


def save_run(name: str, timeline: Timeline) -> str:
    """Write the run so far to a file, in the form that its name asks for; what is to be said then."""
    if name.endswith(STEPS):
        replace_text(name, chosen_text(_model(timeline), _chosen(timeline)))
        return f"{name} is written: --trail {name} repeats the run"
    run = run_left(timeline)
    if name.endswith(".json"):
        replace_text(name, json_text(itf_trace(run)))
    else:
        write_picture(name, chart_forms(run))
    return f"{name} is written: {counted(len(run.steps), 'step')}"


def _model(timeline: Timeline) -> str:
    return Path(timeline.machine.program.model.sources.files[0].name).name


def _chosen(timeline: Timeline) -> Iterator[ChosenStep]:
    """The choices that led to the present moment."""
    now = timeline.now
    moments = timeline.path()[1:]
    try:
        for moment in moments:
            if moment.taken is None:
                raise UsageError("a value was changed by hand in this run: such steps cannot be saved")
            assert moment.parent is not None
            timeline.to(moment.parent)
            yield ChosenStep(moment.choice, said_choice(timeline.run, moment.taken))
    finally:
        timeline.to(now)
