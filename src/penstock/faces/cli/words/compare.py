"""The methods of closing side by side."""

from __future__ import annotations

from penstock.faces.cli.words.tables import aligned
from penstock.spin.checking import Verdict
from penstock.tasks.compare import ComparedProperty, CompareOutcome

_HEADS = ("method", "property", "verdict", "states", "transitions", "memory", "time")
_WORDS = frozenset(range(3))
"""The columns that are not numbers."""


def comparison_text(outcome: CompareOutcome) -> str:
    rows = outcome.comparison
    lines = aligned([_HEADS, *(_cells(row) for row in rows if not row.refused)], _WORDS)
    lines += [f"{row.method.value}: {row.refused}" for row in rows if row.refused]
    lines += [
        f"{row.method.value}, {row.property}: {row.confirmation.sentence}"
        for row in rows
        if row.confirmation is not None
    ]
    if any(row.verdict is Verdict.VIOLATED for row in rows):
        lines.append("a search ends at the first violation: its figures are not those of the whole model")
    return "\n".join(lines)


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
