"""Runs in the Informal Trace Format, which other viewers of traces read.

Every global variable and channel is a variable of the trace.  Processes come and go, so what they have is in tables by
their names: `processes` has their variables and channels, `at` the places where they are.
"""

from __future__ import annotations

from typing import Any

from penstock import __version__
from penstock.errors import UsageError
from penstock.machine.trace import RunTrace, Step
from penstock.machine.valuations import Valuation, valuations
from penstock.records import Json

_FORMAT = "https://apalache-mc.org/docs/adr/015adr-trace.html"


def itf_trace(run: RunTrace) -> Json:
    """A whole document; a run that repeats itself tells from which state on."""
    states = list(valuations(run))
    if not states:
        raise UsageError("the states of this run are not known: only models without C code are run by penstock itself")
    names = _Names(states[0])
    document: Json = {
        "#meta": {
            "format": "ITF",
            "format-description": _FORMAT,
            "source": run.file,
            "description": f"{run.outcome.value}: {run.reason}",
            "producer": f"penstock {__version__}",
        },
        "params": [],
        "vars": list(names.state(states[0])),
        "states": [_state(run, names, number, state) for number, state in enumerate(states)],
    }
    if run.loop is not None:
        # The state before step `loop` is the last one again; where nothing happens any more, the last one repeats.
        document["loop"] = min(run.loop, len(states) - 1)
    return document


class _Names:
    """Names for the variables of a trace, none of them twice."""

    def __init__(self, first: Valuation) -> None:
        self.taken = set(first.variables)
        self.channels = {name: self._free(name) for name in first.channels}
        self.processes, self.at = self._free("processes"), self._free("at")

    def _free(self, name: str) -> str:
        while name in self.taken:
            name += "_"
        self.taken.add(name)
        return name

    def state(self, state: Valuation) -> Json:
        channels = {self.channels[name]: value for name, value in state.channels.items()}
        return {**state.variables, **channels, self.processes: state.processes, self.at: state.places}


def _state(run: RunTrace, names: _Names, number: int, state: Valuation) -> Json:
    taken = {} if number == 0 else _action(run, run.steps[number - 1])
    return {"#meta": {"index": number, **taken}, **{name: _plain(one) for name, one in names.state(state).items()}}


def _action(run: RunTrace, step: Step) -> Json:
    """The step that led to a state."""
    process = "never" if step.process is None else run.processes[step.process].name
    if step.ended:
        return {"action": f"{process} ends"}
    return {"action": f"{process}: {step.statement}", "file": step.file, "line": step.line}


def _plain(value: Any) -> Any:
    """A value as the format has it: what has named parts is a map, since any name may be a key there."""
    if isinstance(value, dict):
        return {"#map": [[key, _plain(inner)] for key, inner in value.items()]}
    if isinstance(value, tuple):
        return {"#tup": list(map(_plain, value))}
    return list(map(_plain, value)) if isinstance(value, list) else value
