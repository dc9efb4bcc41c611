"""The text of the model with its line numbers; the lines that matter can be linked to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from penstock.resolve import Model
from penstock.source import Location, SourceFile

MOST_LINES = 20_000
Line = tuple[str, int]
"""The name of a file, and a line in it."""


@dataclass(frozen=True, slots=True)
class LineLink:
    """A line by its number, with the file if it is not the model's own; no anchor if the page does not show it."""

    text: str
    anchor: str | None


@dataclass(frozen=True, slots=True)
class ListedLine:
    anchor: str
    text: str
    named: tuple[int, ...]
    """The counterexamples that name it."""


@dataclass(frozen=True, slots=True)
class ListedFile:
    name: str
    count: int
    lines: list[ListedLine]

    @property
    def left(self) -> int:
        return self.count - len(self.lines)


class Listing:
    """The files of a model, and which counterexamples (by number) name which lines."""

    def __init__(self, model: Model, named: Mapping[Line, Iterable[int]]) -> None:
        self.main = model.sources.files[0].name
        self.files = list(_written_files(model))
        self.named = named
        self._numbers = {file.name: number for number, file in enumerate(self.files)}

    def link(self, where: Location) -> LineLink:
        shown = str(where.line) if where.file == self.main else f"{where.file}:{where.line}"
        number = self._numbers.get(where.file)
        if number is None or where.line > MOST_LINES:
            return LineLink(shown, None)
        return LineLink(shown, _anchor(number, where.line))

    def text(self, where: Location) -> str:
        """What is written in a line."""
        number = self._numbers.get(where.file)
        return "" if number is None else self.files[number].line_text(where.line).strip()

    def listed(self) -> list[ListedFile]:
        return [self._file(number, file) for number, file in enumerate(self.files)]

    def _file(self, number: int, file: SourceFile) -> ListedFile:
        count = len(file.line_starts)
        count -= count > 1 and not file.line_text(count)
        # An empty line is to be as high as the others.
        lines = [
            ListedLine(_anchor(number, line), file.line_text(line) or " ", tuple(self.named.get((file.name, line), ())))
            for line in range(1, min(count, MOST_LINES) + 1)
        ]
        return ListedFile(file.name, count, lines)


def _anchor(number: int, line: int) -> str:
    return f"line-{number}-{line}"


def _written_files(model: Model) -> Iterator[SourceFile]:
    """The files that someone wrote, each once; definitions from the command line do not count."""
    seen: set[str] = set()
    for place, file in enumerate(model.sources.files):
        if file.name not in seen and (place == 0 or not file.name.startswith("<")):
            seen.add(file.name)
            yield file
