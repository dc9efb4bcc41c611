"""What is to be said about files with results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from penstock.diagnostics.record import counted
from penstock.project.merge import MergeOutcome

_MOST_NUMBERS, _MOST_FILES = 20, 5


def remarks(outcome: MergeOutcome) -> Iterator[str]:
    if outcome.damaged:
        files = counted(len(outcome.damaged), "file")
        shown = _listed(outcome.damaged, _MOST_FILES)
        yield f"{files} damaged, or written by another version, and not counted: {shown}"
    if outcome.strange:
        yield f"{counted(len(outcome.strange), 'result')} of another plan, not counted: {outcome.strange[0]}"
    if outcome.duplicates:
        yield f"{counted(outcome.duplicates, 'result')} there twice, and counted once"
    if outcome.missing:
        numbers = _listed(outcome.missing, _MOST_NUMBERS)
        yield f"{counted(len(outcome.missing), 'job')} without a result: --index {numbers}"


def _listed(things: Sequence[int | str], most: int) -> str:
    shown = ", ".join(map(str, things[:most]))
    return f"{shown}, ..." if len(things) > most else shown
