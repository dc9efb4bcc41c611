"""The exit status of every command."""

from __future__ import annotations

from collections.abc import Iterable

FINE = 0
FINDING = 1
WRONG = 2
UNDECIDED = 3
TOOL_MISSING = 4
"""SPIN or the C compiler is not there, or failed."""
OWN_FAULT = 70
INTERRUPTED = 130
OUTPUT_CLOSED = 141
"""Nobody reads on: what a program ended by SIGPIPE would leave."""
_FROM_BAD_TO_GOOD = (INTERRUPTED, OWN_FAULT, FINDING, WRONG, TOOL_MISSING, UNDECIDED, FINE)


def worst(statuses: Iterable[int]) -> int:
    """The status of several answers: a finding is certain whatever became of the others."""
    seen = set(statuses)
    return next((status for status in _FROM_BAD_TO_GOOD if status in seen), FINE)
