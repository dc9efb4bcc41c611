"""Rows of a pane: styled text, and what choosing a row means."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rich.cells import cell_len
from rich.text import Text

Target = object
"""Whatever is meant by a row: a choice, a moment, a variable.  Rows with equal targets belong together."""
_COLOURS = ("cyan", "green", "yellow", "magenta", "blue", "bright_cyan", "bright_green", "bright_magenta")
DIM, CHANGED, HEADING, WRONG = "dim", "bold", "underline", "bold red"
ELLIPSIS = "…"


@dataclass(frozen=True, slots=True)
class Row:
    text: Text
    target: Target | None = None


def colour_of(process: int | None) -> str:
    """Each process has a colour of its own, the same wherever it is seen."""
    return "" if process is None else _COLOURS[process % len(_COLOURS)]


def joined(*parts: str | tuple[str, str]) -> Text:
    """A line of pieces, some of them with a style; a line break in a value must not break the line."""
    text = Text(no_wrap=True, end="")
    for part in parts:
        piece, style = (part, "") if isinstance(part, str) else part
        text.append(_flat(piece), style or None)
    return text


def _flat(piece: str) -> str:
    return "".join(sign if sign.isprintable() else " " for sign in piece)


def shortened(text: str, width: int) -> str:
    """With its end left out where there is no room for it."""
    if cell_len(text) <= width:
        return text
    kept = text[: max(0, width - 1)]
    while cell_len(kept) > max(0, width - 1):
        kept = kept[:-1]
    return kept + ELLIPSIS


def folded(text: Text, width: int, indent: int = 2) -> Iterator[Text]:
    """In lines that fit; all but the first are indented.  Cuts between words where there are some."""
    first = True
    while text.cell_len > width:
        at = _cut(text.plain, width)
        yield text[:at] if first else Text(" " * indent).append_text(text[:at])
        text = text[at:]
        if first:
            width, first = max(8, width - indent), False
        text = text[len(text.plain) - len(text.plain.lstrip()) :]
    if text or first:
        yield text if first else Text(" " * indent).append_text(text)


def _cut(plain: str, width: int) -> int:
    """How many signs go into a line."""
    room, at = width, 0
    while at < len(plain) and (room := room - cell_len(plain[at])) >= 0:
        at += 1
    space = plain.rfind(" ", 1, at + 1)
    return space if space > width // 3 else max(at, 1)


def rows_of(lines: Iterable[Text], target: Target | None = None) -> list[Row]:
    return [Row(line, target) for line in lines]
