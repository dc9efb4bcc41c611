"""Places of ours as places of the protocol, and back."""

from __future__ import annotations

from typing import Protocol

from lsprotocol.types import Location, Position, Range, TextDocumentIdentifier

from penstock.faces.lsp.texts import EditedTexts, path_of
from penstock.insight.symbols import TextStretch


class AtPlace(Protocol):
    """What asks about a place of a text."""

    @property
    def text_document(self) -> TextDocumentIdentifier: ...

    @property
    def position(self) -> Position: ...


class Places:
    def __init__(self, texts: EditedTexts) -> None:
        self._texts = texts

    def asked(self, params: AtPlace) -> tuple[str, int]:
        """The file, and the offset in it."""
        return self.offset(params.text_document.uri, params.position)

    def offset(self, uri: str, position: Position) -> tuple[str, int]:
        path = path_of(uri)
        return path, self._texts.lines(path).offset(position)

    def range(self, span: TextStretch) -> Range:
        return self._texts.lines(span.file).range(span.start, span.end)

    def location(self, span: TextStretch) -> Location:
        return Location(self._texts.uri(span.file), self.range(span))

    def marked(self, path: str, line: int, column: int, length: int) -> Range:
        """Lines and columns that count from one, lines by line feeds alone: as findings have them."""
        start = self._from_line(path, line, column)
        return self._texts.lines(path).range(start, start + length)

    def line(self, path: str, line: int) -> Range:
        """All of a line, without the blanks around it."""
        start = self._from_line(path, line, 1)
        text = self._texts.lines(path).text[start:].split("\n", 1)[0]
        begin = start + len(text) - len(text.lstrip())
        return self._texts.lines(path).range(begin, max(begin + 1, start + len(text.rstrip())))

    def _from_line(self, path: str, line: int, column: int) -> int:
        text = self._texts.lines(path).text
        starts = self._texts.lines(path).starts
        if "\r" in text and "\n" in text:
            starts = [0, *(at + 1 for at, letter in enumerate(text) if letter == "\n")]
        return (starts[line - 1] if line <= len(starts) else len(text)) + column - 1
