"""Calls answered, each in a process of its own: limited in time and memory, and ended when nobody waits any more."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event

from penstock.external import CannotStart, Limits, ProgramOutcome, run
from penstock.faces.mcp import worker
from penstock.faces.mcp.answers import Told
from penstock.faces.mcp.calling import Call
from penstock.records import as_data, from_data

_SHORTEST_WAIT = 1.0


def answer(call: Call, hear: Callable[[str], None], stop: Event) -> Told:
    """What a call comes to; `hear` is told now and then how far it is."""
    with TemporaryDirectory(prefix="penstock-", ignore_cleanup_errors=True) as name:
        place = Path(name)
        asked, told = place / "call.json", place / "answer.json"
        asked.write_text(json.dumps(as_data(call)))
        # Not in the directory of the models: Python would import what lies there.
        command = [sys.executable, "-P", "-m", worker.__name__, str(asked), str(told)]
        limits = Limits(call.seconds + worker.GRACE + _SHORTEST_WAIT, call.limits.memory_mb)
        try:
            outcome = run(command, place, limits, lambda line: _hear(line, hear), stop)
        except CannotStart as problem:
            return Told(None, str(problem))
        return from_data(Told, json.loads(told.read_text())) if told.exists() else _lost(call, outcome)


def _hear(line: str, hear: Callable[[str], None]) -> None:
    try:
        text = json.loads(line)
    except ValueError:
        return
    if isinstance(text, str):
        hear(text)


def _lost(call: Call, outcome: ProgramOutcome) -> Told:
    """The process ended without a word."""
    if outcome.out_of_time:
        return Told(None, f"there was no answer after {call.seconds:g} seconds: give a smaller model")
    if "MemoryError" in outcome.errors or "memory" in outcome.errors:
        return Told(None, f"memory ran out: a call may use {call.limits.memory_mb} MB here; give a smaller model")
    how = outcome.signal_name or f"status {outcome.status}"
    last = outcome.errors.strip().splitlines()[-1:] or [""]
    return Told(None, f"the process of this call was lost ({how}) {last[0]}".rstrip())
