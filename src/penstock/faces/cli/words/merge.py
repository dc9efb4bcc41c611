"""What is to be said about files with results."""

from __future__ import annotations

from collections.abc import Iterator

from penstock.diagnostics.record import counted
from penstock.project.merge import MergeOutcome

_MOST_NUMBERS = 20


def remarks(outcome: MergeOutcome) -> Iterator[str]:
    for path in outcome.damaged:
        yield f"{path} is damaged, and not counted"
    if outcome.strange:
        yield f"{counted(len(outcome.strange), 'result')} of another plan, not counted: {outcome.strange[0]}"
    if outcome.duplicates:
        yield f"{counted(outcome.duplicates, 'result')} there twice, and counted once"
    if outcome.missing:
        yield f"{counted(len(outcome.missing), 'job')} without a result: --index {_numbers(outcome.missing)}"


def _numbers(numbers: tuple[int, ...]) -> str:
    shown = ", ".join(map(str, numbers[:_MOST_NUMBERS]))
    return f"{shown}, ..." if len(numbers) > _MOST_NUMBERS else shown
