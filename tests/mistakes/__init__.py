"""What beginners write, what is told about it, and how the repair that is offered reads."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from penstock import CheckRequest, Source
from penstock.diagnostics.placed import PlacedDiagnostic, PlacedFix
from penstock.tasks.check import check

TABLE = Path(__file__).parent / "table.toml"


@dataclass(frozen=True)
class Mistake:
    """`right` is None where nobody but the author knows the repair; `findings` counts repetitions of one mistake."""

    topic: str
    title: str
    wrong: str
    right: str | None = None
    findings: int = 1


def mistakes() -> list[Mistake]:
    return [Mistake(**entry) for entry in tomllib.loads(TABLE.read_text("utf-8"))["mistake"]]


def findings_in(text: str) -> tuple[PlacedDiagnostic, ...]:
    return check(CheckRequest(Source(text=text, name="model.pml"))).diagnostics


def applied(text: str, fix: PlacedFix) -> str:
    """The text after a repair."""
    lines = text.splitlines(keepends=True)
    places = [(sum(map(len, lines[: one.line - 1])) + one.column - 1, one) for one in fix.edits]
    for start, edit in sorted(places, key=lambda place: place[0], reverse=True):
        text = text[:start] + edit.text + text[start + edit.length :]
    return text
