"""Tables in plain text."""

from __future__ import annotations

from collections.abc import Sequence


def aligned(rows: Sequence[Sequence[str]], left: frozenset[int] = frozenset([0])) -> list[str]:
    """Rows with all their cells under each other; numbers to the right, the columns in `left` to the left."""
    if not rows:
        return []
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(
            cell.ljust(width) if column in left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def markdown(rows: Sequence[Sequence[str]]) -> list[str]:
    """The same for a page; the first row is the head."""
    head, *body = [f"| {' | '.join(map(_cell, row))} |" for row in rows]
    return [head, "| " + " | ".join("---" for _ in rows[0]) + " |", *body]


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
