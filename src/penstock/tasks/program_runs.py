"""Generated programs run, and what they left."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from os.path import abspath, join
from pathlib import Path

from penstock import external
from penstock.codegen.files import program_name
from penstock.errors import UsageError
from penstock.machine.logged import LoggedEnding
from penstock.tasks.requests.conform import ConformRequest

_STATUSES = {
    LoggedEnding.ENDED: 0,
    LoggedEnding.VIOLATED: 1,
    LoggedEnding.FAILED: 2,
    LoggedEnding.DEADLOCK: 3,
    LoggedEnding.LIMIT: 4,
}
"""With what status a program ends that says so."""


@dataclass(frozen=True, slots=True)
class Ran:
    """What a program left; how it ended, in words, and what was wrong about that."""

    trace: bytes
    ended: str = ""
    broken: str = ""
    status: int | None = None

    def wrong(self, said: LoggedEnding | None) -> str:
        """What is wrong with how it ended, if it said so of itself."""
        if self.broken or said is None or self.status in (None, _STATUSES[said]):
            return self.broken
        return f"the program says `{said.value}`, but ended with status {self.status}"


def run_program(request: ConformRequest, directory: str) -> Ran:
    """Run the program in a directory, which must log its steps."""
    program = join(abspath(directory), program_name(request.source.shown))
    make = f"make -C {shlex.quote(directory)}"
    limits = external.Limits(seconds=request.seconds)
    wishes = {"PENSTOCK_TRACE_FORM": "binary" if request.binary else "text"}
    if request.steps is not None:
        wishes["PENSTOCK_LIMIT"] = str(request.steps)
    try:
        outcome, trace = external.run_writing([program], Path(abspath(directory)), limits, "PENSTOCK_TRACE", wishes)
    except external.CannotStart as problem:
        raise UsageError(f"{problem}; `{make} TRACE=1` builds the program") from None
    if trace is None and outcome.status >= 0 and not outcome.out_of_time:
        raise UsageError(f"the program wrote no trace: build it with `{make} clean all TRACE=1`")
    return Ran(trace or b"", *_how_it_ended(outcome, request.seconds))


def _how_it_ended(outcome: external.ProgramOutcome, seconds: float) -> tuple[str, str, int | None]:
    """In words, what is wrong about it, and the status if it ended by itself."""
    if outcome.out_of_time:
        broken = f"the program did not come to an end within {seconds:g} s: it hangs, or has none (see --steps)"
        return f"it was stopped after {seconds:g} s", broken, None
    said = outcome.errors.strip().split("\n")[0]
    because = f" ({said})" if said else ""
    if outcome.signal_name is not None:
        return f"it was ended by {outcome.signal_name}{because}", "the program crashed", None
    return f"it ended with status {outcome.status}{because}", "", outcome.status
