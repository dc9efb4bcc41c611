"""The answer where the time was over before there was an abstraction: nothing is known about the channels."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator
from itertools import islice
from typing import Any

from penstock import __version__
from penstock.automata import Automaton
from penstock.commands.bound_data import SARIF_RULES
from penstock.commands.options import write, write_json
from penstock.commands.status import FINE, UNDECIDED
from penstock.diagnostics.data import sarif_document
from penstock.diagnostics.record import counted
from penstock.resolve.constants import constant_value
from penstock.resolve.layout import cells
from penstock.resolve.model import Model
from penstock.resolve.symbols import Variable

MOST_LISTED = 1000
NOT_LOOKED_AT = "not looked at: the time was over"
STORY = "the time was over before it was known which values are where and which messages are sent"
_COUNTED = ("processes", "locations", "transitions", "message_types", "channels", "cycles", "vectors")
_ASKED_FOR = ("certificate", "witness", "msc", "report", "fix")
Declared = list[tuple[str, int]]
"""The buffered channels of a model by name, with their capacities."""


def tell_nothing_known(arguments: Namespace, model: Model, automata: list[Automaton]) -> int:
    """Say that the answer is UNKNOWN, for every channel."""
    channels = declared_channels(model, automata)
    if arguments.format == "json":
        write_json(arguments, _as_json(arguments.method, channels))
    elif arguments.format == "sarif":
        results = [_sarif_result(name) for name, _ in channels]
        write_json(arguments, sarif_document(__version__, SARIF_RULES, results))
    else:
        write(arguments, _as_text(model.sources.files[0].name, channels))
    for option in _ASKED_FOR:
        file = getattr(arguments, option)
        if file is not None:
            print(f"penstock bound: {STORY}: `{file}` is not written", file=sys.stderr)
    return UNDECIDED if channels else FINE


def declared_channels(model: Model, automata: list[Automaton]) -> Declared:
    """The first of the buffered channels, as they are declared."""
    return list(islice(_declared(model, automata), MOST_LISTED))


def _declared(model: Model, automata: list[Automaton]) -> Iterator[tuple[str, int]]:
    yield from _channels_in(model.globals)
    for automaton in automata:
        for name, capacity in _channels_in(automaton.process.locals):
            yield model.wording.channel(automaton.name, name), capacity


def _channels_in(variables: list[Variable]) -> Iterator[tuple[str, int]]:
    for variable in variables:
        if variable.channel is None and variable.structure is None:
            continue  # arrays of numbers may be large
        for cell in cells(variable, 0, ""):
            capacity = 0 if cell.variable.channel is None else constant_value(cell.variable.channel.capacity)
            if capacity:
                yield cell.name, capacity


def _as_text(file: str, channels: Declared) -> str:
    if not channels:
        return f"{file}: BOUNDED: there are no buffered channels"
    width = max(len(name) for name, _ in channels)
    rows = [f"  {name:{width}}  {capacity} declared, {NOT_LOOKED_AT}" for name, capacity in channels]
    more = ["  ..."] if len(channels) == MOST_LISTED else []
    headline = f"{file}: UNKNOWN: the time was over before anything was known about {counted(len(channels), 'channel')}"
    return "\n".join([headline, *rows, *more])


def _sarif_result(name: str) -> dict[str, Any]:
    message = {"text": f"channel {name}: {NOT_LOOKED_AT}"}
    return {"ruleId": "unbounded", "ruleIndex": 0, "level": "warning", "message": message}


def _as_json(method: str, channels: Declared) -> dict[str, Any]:
    unknown = {"bound": None, "exact": None, "verdict": "UNKNOWN", "proof": None, "advice": NOT_LOOKED_AT}
    return {
        "verdict": "UNKNOWN" if channels else "BOUNDED",
        "method": method,
        "channels": [{"name": name, "declared": capacity, **unknown} for name, capacity in channels],
        "counterexamples": [],
        "runs": [],
        "story": [STORY],
        "notes": [],
        "trial": None,
        "statistics": {**dict.fromkeys(_COUNTED, 0), "seconds": {}},
    }
