"""How wide texts are in the fonts that every PDF viewer has; other forms are written so that they come out the same."""

from __future__ import annotations

from functools import cache
from typing import Literal

from penstock.draw.text import columns

Typeface = Literal["mono", "sans", "serif"]
_MONOSPACE = 600
# Thousandths of the size of the font, for the characters from the space to the tilde.
_WIDTHS = {
    ("sans", False): """
278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584
584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667
611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500
722 500 500 500 334 260 334 584""",
    ("sans", True): """
278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 333 584
584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944 667 667
611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 333 611 556
778 556 556 500 389 280 389 584""",
    ("serif", False): """
250 333 408 500 500 833 778 180 333 333 500 564 250 333 250 278 500 500 500 500 500 500 500 500 500 500 278 278 564
564 564 444 921 722 667 667 722 611 556 722 722 333 389 722 611 889 722 722 556 722 667 556 611 722 722 944 722 722
611 333 278 333 469 500 333 444 500 444 500 444 333 500 500 278 278 500 278 778 500 500 500 500 333 389 278 500 500
722 500 500 444 480 200 480 541""",
    ("serif", True): """
250 333 555 500 500 1000 833 278 333 333 500 570 250 333 250 278 500 500 500 500 500 500 500 500 500 500 333 333 570
570 570 500 930 722 667 722 722 667 611 778 778 389 500 778 667 944 722 778 611 778 722 556 667 722 722 1000 722 722
667 333 278 333 581 500 333 500 556 444 556 444 333 500 556 278 333 556 278 833 556 500 556 556 444 389 333 556 500
722 500 500 444 394 220 394 520""",
}
TIMES = "\N{MULTIPLICATION SIGN}"
_OTHERS = {"…": 1000, TIMES: 584, "·": 278, "→": 1000, "∞": 713, "↔": 1042}
_WIDE_CELL, _CELL = 1000, 600


def text_width(text: str, size: float, face: Typeface, bold: bool = False) -> float:
    """The width of a text on one line."""
    if face == "mono":
        return columns(text) * _MONOSPACE * size / 1000
    table = _table(face, bold)
    return sum(table.get(character) or _other(character) for character in text) * size / 1000


@cache
def _table(face: Typeface, bold: bool) -> dict[str, int]:
    numbers = map(int, _WIDTHS[face, bold].split())
    return {chr(code): width for code, width in enumerate(numbers, 32)} | _OTHERS


def _other(character: str) -> int:
    return {0: 0, 1: _CELL, 2: _WIDE_CELL}[columns(character)]
