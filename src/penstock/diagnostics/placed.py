"""Diagnostics with their places as people write them: what every face shows."""

from __future__ import annotations

from penstock.diagnostics.record import Diagnostic, Diagnostics, Fix, Severity, TextChange
from penstock.diagnostics.text import printable
from penstock.records import data, record
from penstock.source import Sources


@record
class TextPlace:
    """Where something is written."""

    file: str
    line: int = data(least=1)
    column: int = data(least=1)


def text_place(sources: Sources, position: int) -> TextPlace:
    where = sources.locate(position)
    return TextPlace(printable(where.file), where.line, where.column)


@record
class PlacedNote:
    """A second place that explains the first."""

    message: str
    file: str
    line: int = data(least=1)
    column: int = data(least=1)


@record
class PlacedEdit:
    """Characters that are to be replaced."""

    file: str
    line: int = data(least=1)
    column: int = data(least=1)
    length: int = data(least=0, text="how many characters are replaced")
    text: str


@record
class PlacedFix:
    """Changes that belong together and repair a finding."""

    title: str
    edits: tuple[PlacedEdit, ...]


@record
class PlacedDiagnostic:
    """A finding and its place; `length` characters are meant."""

    file: str
    line: int = data(least=1)
    column: int = data(least=1)
    length: int = data(least=1, text="how many characters are meant")
    severity: Severity
    code: str = data(pattern="^[EW][0-9]{3}$")
    message: str
    hint: str | None
    notes: tuple[PlacedNote, ...]
    fixes: tuple[PlacedFix, ...]


def placed(diagnostics: Diagnostics) -> tuple[PlacedDiagnostic, ...]:
    """All findings, in the order of the text."""
    return tuple(_placed(diagnostics.sources, record) for record in diagnostics.sorted())


def _placed(sources: Sources, record: Diagnostic) -> PlacedDiagnostic:
    where = sources.locate(record.position)
    return PlacedDiagnostic(
        printable(where.file),
        where.line,
        where.column,
        record.length,
        record.severity,
        record.code,
        printable(record.message),
        record.hint,
        tuple(PlacedNote(note.message, *sources.locate(note.position)) for note in record.notes),
        tuple(fix for found in record.fixes if (fix := _placed_fix(sources, found)) is not None),
    )


def _placed_fix(sources: Sources, fix: Fix) -> PlacedFix | None:
    """None if some of it stands nowhere."""
    edits = [_placed_edit(sources, edit) for edit in fix.edits]
    found = tuple(edit for edit in edits if edit is not None)
    return PlacedFix(fix.title, found) if len(found) == len(edits) else None


def _placed_edit(sources: Sources, edit: TextChange) -> PlacedEdit | None:
    # In the text of a macro, what repairs one use may spoil another.
    spelled = sources.spelled(edit.position)
    position = sources.literal(spelled, edit.old) if spelled is not None else None
    if position is None:
        return None
    file = sources.file_at(position)
    where = file.location(position - file.base)
    return PlacedEdit(printable(where.file), where.line, where.column, len(edit.old), edit.new)
