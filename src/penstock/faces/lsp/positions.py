"""Places in a text as the protocol counts them: lines from zero, and units of UTF-16 in a line.

A line ends with LF, CR LF or CR.  Inside of us a place is an offset: so many characters from the start of the text.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from lsprotocol.types import Position, Range

_LINE_END = re.compile(r"\r\n|\n|\r")


class Lines:
    """The lines of one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = [0, *(found.end() for found in _LINE_END.finditer(text))]
        self.plain = text.isascii()
        """Every character is one unit."""

    def position(self, offset: int) -> Position:
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self.starts, offset) - 1
        start = self.starts[line]
        return Position(line, offset - start if self.plain else units(self.text[start:offset]))

    def range(self, start: int, end: int) -> Range:
        return Range(self.position(start), self.position(end))

    def offset(self, position: Position) -> int:
        """What lies behind the end of a line means its end."""
        if position.line >= len(self.starts):
            return len(self.text)
        start, end = self.starts[position.line], self.line_end(position.line)
        if self.plain:
            return min(start + position.character, end)
        left = position.character
        while start < end and left > 0:
            left -= 2 if self.text[start] > "\uffff" else 1
            start += left >= 0
        return start

    def line_end(self, line: int) -> int:
        """Where a line ends, without what ends it."""
        if line + 1 >= len(self.starts):
            return len(self.text)
        end = self.starts[line + 1]
        return end - (2 if self.text[end - 2 : end] == "\r\n" else 1)


def units(text: str) -> int:
    return len(text) + sum(letter > "\uffff" for letter in text)
