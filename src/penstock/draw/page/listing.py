"""The text of the model with its line numbers; the lines that matter can be linked to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from penstock.draw.page.elements import Html, code, element, folded, html, join
from penstock.resolve import Model
from penstock.source import Location, SourceFile

MOST_LINES = 20_000
Line = tuple[str, int]
"""The name of a file, and a line in it."""


class Listing:
    """The files of a model, and which counterexamples (by number) name which lines."""

    def __init__(self, model: Model, named: Mapping[Line, Iterable[int]]) -> None:
        self.main = model.sources.files[0].name
        self.files = list(_written_files(model))
        self.named = named
        self._numbers = {file.name: number for number, file in enumerate(self.files)}

    def link(self, where: Location) -> Html:
        """A line by its number, with the file if it is not the model's own."""
        shown = str(where.line) if where.file == self.main else f"{where.file}:{where.line}"
        number = self._numbers.get(where.file)
        if number is None or where.line > MOST_LINES:
            return html(shown)
        return element("a", shown, href=f"#{_anchor(number, where.line)}")

    def text(self, where: Location) -> str:
        """What is written in a line."""
        number = self._numbers.get(where.file)
        return "" if number is None else self.files[number].line_text(where.line).strip()

    def show(self) -> Html:
        return join(self._file(number, file) for number, file in enumerate(self.files))

    def _file(self, number: int, file: SourceFile) -> Html:
        count = len(file.line_starts)
        count -= count > 1 and not file.line_text(count)
        lines = [self._line(number, file, line) for line in range(1, min(count, MOST_LINES) + 1)]
        left = [f"... and {count - MOST_LINES} more lines"] if count > MOST_LINES else []
        return folded(join([code(file.name), f", {count} lines"]), element("ol", *lines, class_="source"), *left)

    def _line(self, number: int, file: SourceFile, line: int) -> Html:
        # An empty line is to be as high as the others.
        text = file.line_text(line) or " "
        numbers = self.named.get((file.name, line))
        anchor = _anchor(number, line)
        if not numbers:
            return element("li", text, id=anchor)
        links = join((element("a", str(which), href=f"#growth-{which}") for which in numbers), ", ")
        back = element("span", "counterexample ", links, class_="back")
        return element("li", text, back, id=anchor, class_="named")


def _anchor(number: int, line: int) -> str:
    return f"line-{number}-{line}"


def _written_files(model: Model) -> Iterable[SourceFile]:
    """The files that someone wrote, each once; definitions from the command line do not count."""
    seen: set[str] = set()
    for place, file in enumerate(model.sources.files):
        if file.name not in seen and (place == 0 or not file.name.startswith("<")):
            seen.add(file.name)
            yield file
