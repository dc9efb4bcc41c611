"""The methods of closing side by side."""

from __future__ import annotations

from penstock.spin.checking import Verdict
from penstock.tasks.compare import ComparedProperty, CompareOutcome

_HEADS = ("method", "property", "verdict", "states", "transitions", "memory", "time")
_WORDS = 3
"""So many columns are not numbers."""


def comparison_text(outcome: CompareOutcome) -> str:
    rows = outcome.comparison
    cells = [_HEADS, *(_cells(row) for row in rows if not row.refused)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(_HEADS))]
    lines = ["  ".join(_aligned(text, widths[at], at) for at, text in enumerate(row)).rstrip() for row in cells]
    lines += [f"{row.method.value}: {row.refused}" for row in rows if row.refused]
    if any(row.verdict is Verdict.VIOLATED for row in rows):
        lines.append("a search ends at the first violation: its figures are not those of the whole model")
    return "\n".join(lines)


def _aligned(text: str, width: int, column: int) -> str:
    return text.ljust(width) if column < _WORDS else text.rjust(width)


def _cells(row: ComparedProperty) -> tuple[str, ...]:
    return (
        row.method.value,
        row.property,
        row.verdict.value if isinstance(row.verdict, Verdict) else "",
        f"{row.states:,}",
        f"{row.transitions:,}",
        f"{row.memory_mb:.0f} MB",
        f"{row.seconds:.1f} s",
    )
