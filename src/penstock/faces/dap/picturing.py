"""Requests of our own, for panels beside the editor that follow the run: what is possible, where it is, its chart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from penstock.control import Automaton
from penstock.draw.chart import chart_mermaid, chart_svg, chart_text
from penstock.draw.graph.automata import automaton_graph
from penstock.draw.graph.svg import svg
from penstock.errors import UsageError
from penstock.faces.dap.debuggee import Debuggee
from penstock.faces.dap.moving import debuggee_of, resting
from penstock.faces.dap.session import DebugSession
from penstock.faces.dap.showing import Body
from penstock.machine.runtime import FIRST_PROCESS
from penstock.machine.trace import RunTrace
from penstock.records import as_data
from penstock.stepping.choices import StepChoice
from penstock.tasks.runs import step_data

_CHARTS: dict[str, Callable[[RunTrace], str]] = {"svg": chart_svg, "mermaid": chart_mermaid, "text": chart_text}


def _choices(session: DebugSession, _arguments: Body) -> Body:
    """The steps that are possible, with what they would change; and why there are none, if there are none."""
    debuggee = resting(session)
    ended = debuggee.timeline.ended()
    return {
        "choices": [_choice(debuggee, choice) for choice in debuggee.timeline.choices()],
        "ended": None if ended is None else {"outcome": ended.outcome.value, "reason": ended.reason},
    }


def _choice(debuggee: Debuggee, choice: StepChoice) -> Body:
    step = debuggee.timeline.preview(choice)
    names = ("number", "pid", "process", "line", "statement", "partner", "partner_line", "partner_statement")
    return {name: getattr(choice, name) for name in names} | {
        "file": debuggee.path(choice.file) if choice.file else "",
        "changes": [asdict(change) for change in step.changes],
    }


def _places(session: DebugSession, _arguments: Body) -> Body:
    """Where each process is: the state of its automaton, and the line."""
    debuggee = resting(session)
    return {"step": debuggee.timeline.now.depth, "processes": [_place(debuggee, pid) for pid in _pids(debuggee)]}


def _pids(debuggee: Debuggee) -> range:
    return range(len(debuggee.run.living))


def _place(debuggee: Debuggee, pid: int) -> Body:
    instance = debuggee.run.instances[debuggee.run.living[pid]]
    at = pid + FIRST_PROCESS
    place = debuggee.timeline.machine.places[debuggee.run.state[at][0]]
    span = debuggee.standing(at)[0].span
    return {
        "process": instance.name,
        "proctype": instance.proctype,
        "pid": pid,
        "state": place.state,
        "file": debuggee.path(span.file),
        "line": span.line,
    }


def _last(session: DebugSession, _arguments: Body) -> Body:
    """The step that led to the present moment."""
    debuggee = resting(session)
    trace, now = debuggee.timeline.trace(), debuggee.timeline.now
    if now.step is None:
        return {"step": 0}
    told: Body = as_data(step_data(trace, now.step))
    return told | {"file": debuggee.path(now.step.file) if now.step.file else ""}


def _chart(session: DebugSession, arguments: Body) -> Body:
    """The messages of the run so far."""
    wanted = str(arguments.get("format") or "svg")
    if wanted not in _CHARTS:
        raise UsageError(f"`format` is one of {', '.join(_CHARTS)}, not `{wanted}`")
    return {"format": wanted, "text": _CHARTS[wanted](debuggee_of(session).timeline.trace())}


def _automata(session: DebugSession, _arguments: Body) -> Body:
    """The automata of all that lives, with the places where they are."""
    debuggee = resting(session)
    machine, standing = debuggee.timeline.machine, defaultdict[Automaton, set[int]](set)
    for row in debuggee.run.state[FIRST_PROCESS:]:
        place = machine.places[row[0]]
        standing[place.automaton].add(place.state)
    return {"text": svg([automaton_graph(debuggee.model, one, standing=places) for one, places in standing.items()])}


HANDLERS: dict[str, Callable[[DebugSession, dict[str, Any]], Body | None]] = {
    "penstock/choices": _choices,
    "penstock/places": _places,
    "penstock/last": _last,
    "penstock/chart": _chart,
    "penstock/automata": _automata,
}
