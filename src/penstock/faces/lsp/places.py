"""Places of ours as places of the protocol, and back."""

from __future__ import annotations

from lsprotocol.types import Location, Position, Range

from penstock.faces.lsp.texts import EditedTexts, path_of
from penstock.insight.symbols import TextSpan


class Places:
    def __init__(self, texts: EditedTexts) -> None:
        self._texts = texts

    def offset(self, uri: str, position: Position) -> tuple[str, int]:
        """The file, and the offset in it."""
        path = path_of(uri)
        return path, self._texts.lines(path).offset(position)

    def range(self, span: TextSpan) -> Range:
        return self._texts.lines(span.file).range(span.start, span.end)

    def location(self, span: TextSpan) -> Location:
        return Location(self._texts.uri(span.file), self.range(span))

    def marked(self, path: str, line: int, column: int, length: int) -> Range:
        """Lines and columns that count from one, lines by line feeds alone: as findings have them."""
        start = self._from_line(path, line, column)
        return self._texts.lines(path).range(start, start + length)

    def _from_line(self, path: str, line: int, column: int) -> int:
        text = self._texts.lines(path).text
        starts = self._texts.lines(path).starts
        if "\r" in text and "\n" in text:
            starts = [0, *(at + 1 for at, letter in enumerate(text) if letter == "\n")]
        return (starts[line - 1] if line <= len(starts) else len(text)) + column - 1
