"""Diagnostics for people: the place, the line, and a mark under the smallest span.

model.pml:3:9: error[E301]: `y` is not declared
  3 |     x = y
    |         ^
  hint: did you mean `x`?
"""

from __future__ import annotations

from penstock.diagnostics.record import Diagnostic, Diagnostics, Severity, counted
from penstock.source import Sources

_COLOURS = {
    "error": "\x1b[1;31m",
    "warning": "\x1b[1;33m",
    "note": "\x1b[1;36m",
    "bold": "\x1b[1m",
    "hint": "\x1b[1;32m",
}
_RESET = "\x1b[0m"
_WIDEST = 160
"""Longer source lines are cut around the marked place."""


class _Painter:
    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def __call__(self, style: str, text: str) -> str:
        return f"{_COLOURS[style]}{text}{_RESET}" if self.colour else text


def render_text(diagnostics: Diagnostics, colour: bool = False) -> str:
    """All findings, in the order of the text."""
    paint = _Painter(colour)
    return "\n".join(_record(diagnostics.sources, record, paint) for record in diagnostics.sorted())


def _record(sources: Sources, record: Diagnostic, paint: _Painter) -> str:
    kind = record.severity.value
    where = sources.locate(record.position)
    lines = [
        f"{paint('bold', printable(str(where)))}: {paint(kind, f'{kind}[{record.code}]')}: {printable(record.message)}"
    ]
    lines.extend(_excerpt(sources, record.position, record.length, paint, kind))
    if record.hint:
        lines.append(f"  {paint('hint', 'hint')}: {record.hint}")
    for note in record.notes:
        lines.append(f"  {paint('note', 'note')}: {note.message}: {printable(str(sources.locate(note.position)))}")
        lines.extend(_excerpt(sources, note.position, 1, paint, "note"))
    return "\n".join(lines) + "\n"


def _excerpt(sources: Sources, position: int, length: int, paint: _Painter, kind: str) -> list[str]:
    shown = sources.shown(position)
    file = sources.file_at(shown)
    where = file.location(shown - file.base)
    source = file.line_text(where.line)
    start = where.column - 1
    cut = max(0, start - _WIDEST // 2)
    visible = printable(source[cut : cut + _WIDEST])
    before = "".join("\t" if letter == "\t" else " " for letter in visible[: start - cut])
    length = 1 if sources.expansion(position) is not None and kind == "note" else length
    mark = "^" * max(1, min(length, len(visible) - (start - cut)))
    number = str(where.line)
    ellipsis = "..." if cut else ""
    return [
        f"  {number} | {ellipsis}{visible}",
        f"  {' ' * len(number)} | {' ' * len(ellipsis)}{before}{paint(kind, mark)}",
    ]


def printable(text: str) -> str:
    """`text` without characters that a terminal would act on or an encoding would refuse."""
    return "".join(letter if letter == "\t" or letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)


def summary(diagnostics: Diagnostics) -> str:
    """`2 errors, 1 warning`."""
    parts = []
    for severity in Severity:
        number = sum(record.severity is severity for record in diagnostics.records)
        if number:
            parts.append(counted(number, severity.value))
    return ", ".join(parts) or "no findings"
