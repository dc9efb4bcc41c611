"""Generated programs run, and what they left."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from os.path import abspath, join
from pathlib import Path

from penstock import external
from penstock.codegen.files import program_name
from penstock.errors import UsageError
from penstock.machine.logged import Ending, read_trace
from penstock.tasks.requests.conform import ConformRequest

_STATUSES = {Ending.ENDED: 0, Ending.VIOLATED: 1, Ending.FAILED: 2, Ending.DEADLOCK: 3, Ending.LIMIT: 4}
"""With what status a program ends that says so."""


@dataclass(frozen=True, slots=True)
class Ran:
    """What a program left; how it ended, in words, and what was wrong about that."""

    trace: str
    ended: str = ""
    broken: str = ""


def run_program(request: ConformRequest, directory: str) -> Ran:
    """Run the program in a directory, which must log its steps."""
    program = join(abspath(directory), program_name(request.source.shown))
    make = f"make -C {shlex.quote(directory)}"
    limits = external.Limits(seconds=request.seconds)
    steps = {} if request.steps is None else {"PENSTOCK_LIMIT": str(request.steps)}
    try:
        outcome, trace = external.run_writing([program], Path(abspath(directory)), limits, "PENSTOCK_TRACE", steps)
    except external.CannotStart as problem:
        raise UsageError(f"{problem}; `{make} TRACE=1` builds the program") from None
    if trace is None and outcome.status >= 0 and not outcome.out_of_time:
        raise UsageError(f"the program wrote no trace: build it with `{make} clean all TRACE=1`")
    return Ran(trace or "", *_how_it_ended(outcome, request.seconds, trace or ""))


def _how_it_ended(outcome: external.Outcome, seconds: float, trace: str) -> tuple[str, str]:
    """In words, and what is wrong about it."""
    if outcome.out_of_time:
        broken = f"the program did not come to an end within {seconds:g} s: it hangs, or has none (see --steps)"
        return f"it was stopped after {seconds:g} s", broken
    said = outcome.errors.strip().split("\n")[0]
    because = f" ({said})" if said else ""
    if outcome.signal_name is not None:
        return f"it was ended by {outcome.signal_name}{because}", "the program crashed"
    broken = ""
    ending = read_trace(trace).ending
    if ending is not None and outcome.status != _STATUSES[ending]:
        broken = f"the program says `{ending.value}`, but ended with status {outcome.status}"
    return f"it ended with status {outcome.status}{because}", broken
