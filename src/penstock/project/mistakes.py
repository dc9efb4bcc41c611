"""What is wrong with a project, each with its place, all at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

from penstock.diagnostics.record import Diagnostics
from penstock.diagnostics.text import render_text
from penstock.errors import ModelErrors
from penstock.project.expectations import Expectation
from penstock.project.key_places import Path, place_of
from penstock.project.project_file import ProjectFile
from penstock.source import SourceFile, Sources


@dataclass(slots=True)
class Mistakes:
    """Those of one project, and of the comments in its models."""

    file: ProjectFile | None
    sources: Sources = field(default_factory=Sources)
    told: Diagnostics = field(init=False)
    _main: SourceFile | None = None
    _models: dict[str, SourceFile] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.told = Diagnostics(self.sources)
        if self.file is not None:
            self._main = self.sources.add(self.file.shown, self.file.text)

    def at(self, code: str, path: Path, message: str, hint: str | None = None, names: tuple[str, ...] = ()) -> None:
        """Something is wrong with the value of a key."""
        assert self.file is not None and self._main is not None
        place = place_of(self.file.text, (*self.file.prefix, *path))
        self.told.report(code, message, self._main.base + place.at, place.length, hint, names=names)

    def offset(self, code: str, offset: int, message: str) -> None:
        assert self._main is not None
        self.told.report(code, message, self._main.base + offset)

    def line_of(self, path: Path) -> int:
        assert self.file is not None
        return self.file.text.count("\n", 0, place_of(self.file.text, (*self.file.prefix, *path)).at) + 1

    def model(self, name: str, text: str) -> None:
        """From now on, places in this model can be shown."""
        if name not in self._models:
            self._models[name] = self.sources.add(name, text)

    def in_model(self, code: str, model: str, span: tuple[int, int], message: str, hint: str) -> None:
        """Something is wrong with a comment in a model."""
        file = self._models[model]
        self.told.report(code, message, file.base + span[0], span[1] - span[0], hint)

    def of(self, code: str, wanted: Expectation, message: str, hint: str) -> None:
        """Something is wrong with an expectation, which stands in the file or in a model."""
        if wanted.path:
            self.at(code, wanted.path, message, hint, (wanted.about,))
            return
        file = self._models.get(wanted.file, self._main)
        assert file is not None
        line = file.line_text(wanted.line)
        start = file.line_starts[wanted.line - 1] + len(line) - len(line.lstrip())
        self.told.report(code, message, file.base + start, len(line.strip()) or 1, hint, names=(wanted.about,))

    def raise_any(self, heading: str = "this project cannot be tested as it is:") -> None:
        if self.told.records:
            raise ModelErrors(self.told, render_text(self.told), heading)


def meant(word: str, known: Iterable[str]) -> str:
    """A hint: the word that is most like one that is unknown, or all that there are."""
    names: Sequence[str] = sorted(known)
    close = get_close_matches(word, names, 1)
    if close:
        return f"did you mean `{close[0]}`?"
    return f"there is {', '.join(f'`{name}`' for name in names)}" if names else "there is none"
