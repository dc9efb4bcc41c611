"""Models of a workspace: what they include, and the newest reading of each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from os.path import abspath

from penstock.budget import Budget, Watch
from penstock.diagnostics.placed import PlacedDiagnostic, placed
from penstock.errors import UsageError
from penstock.faces.lsp.defaults import ProjectDefaults
from penstock.faces.lsp.including import Inclusions
from penstock.faces.lsp.texts import EditedTexts
from penstock.insight.index import Index, index_of
from penstock.insight.influence import InfluenceByLine, influence_by_line
from penstock.insight.symbols import TextStretch
from penstock.reading.files import instead_of_files
from penstock.reading.reading import Reading
from penstock.reading.source import Source
from penstock.reading.wanted import Wanted
from penstock.tasks.models import read_model

Find = Callable[[str], str | None]
"""From a path to its text, if there is one."""


@dataclass(eq=False)
class ModelReading:
    """A model as it was read; `looked_at` are the texts of all files that it asked for, None where there was none."""

    root: str
    source: Source
    reading: Reading
    findings: tuple[PlacedDiagnostic, ...]
    looked_at: dict[str, str | None]

    @cached_property
    def index(self) -> Index:
        with instead_of_files(self.text_of):
            return index_of(self.reading, self.path_of)

    @cached_property
    def influence(self) -> InfluenceByLine:
        return influence_by_line(self.index.model)

    def included_at(self, path: str) -> list[tuple[TextStretch, str]]:
        """Where a file names others that it includes, and which those are."""
        named = [(self.index.span_of(at, length), name) for at, length, name in self.index.directives.inclusions]
        return [(span, self.path_of(name)) for span, name in named if span.file == path]

    def line_at(self, offset: int) -> int:
        """The line of an offset in the model's own file, as findings count it."""
        return (self.source.text or "").count("\n", 0, offset) + 1

    def text_of(self, path: str) -> str:
        """The text that a file had when the model was read."""
        text = self.looked_at.get(abspath(path))
        if text is None:
            raise UsageError(f"cannot read `{path}`")
        return text

    def path_of(self, name: str) -> str:
        """The path of a file by the name that it has in a reading."""
        return self.root if name == self.source.name else name if name.startswith("<") else abspath(name)

    @property
    def files(self) -> list[str]:
        """The files that it consists of."""
        return [self.root, *(path for path, text in self.looked_at.items() if text is not None and path != self.root)]


class Models:
    """Reads models, each again only if one of its texts has changed."""

    def __init__(self, texts: EditedTexts) -> None:
        self.texts = texts
        self.defaults = ProjectDefaults(texts)
        self.inclusions = Inclusions(lambda path: self.defaults.of(path).directories)
        self.known: dict[str, ModelReading] = {}
        self.readable: dict[str, ModelReading] = {}
        """The last reading of each model in which all of it could be read."""

    def roots_of(self, path: str) -> list[str]:
        return self.inclusions.roots_of(path)

    def source(self, root: str) -> Source:
        opened = self.texts.opened.get(root)
        told = self.defaults.of(root)
        name = opened.name if opened is not None else root
        return Source(text=self.texts.text(root), name=name, definitions=told.definitions, directories=told.directories)

    def present(self, root: str) -> ModelReading | None:
        """The reading of a model, if it is still that of its texts."""
        known = self.known.get(root)
        if known is None or known.source != self.source(root):
            return None
        fresh = all(self.texts.find(path) == text for path, text in known.looked_at.items())
        return known if fresh else None

    def read(self, root: str, watch: Watch) -> ModelReading:
        """Read a model; raises `Cancelled` if the watch says so."""
        self.known[root] = found = self._read(root, self.source(root), self.texts.find, watch)
        if found.reading.ok or root not in self.readable:
            self.readable[root] = found
        return found

    def imagined(self, root: str, texts: dict[str, str]) -> ModelReading:
        """A model as it would be if some files had other texts."""
        source = replace(self.source(root), text=texts.get(root, self.texts.text(root)))
        return self._read(root, source, lambda path: texts[path] if path in texts else self.texts.find(path), Watch())

    def _read(self, root: str, source: Source, find: Find, watch: Watch) -> ModelReading:
        looked_at: dict[str, str | None] = {}
        with instead_of_files(_recorded(find, looked_at)), Budget(watch=watch):
            reading = read_model(Wanted(source))
            return ModelReading(root, source, reading, placed(reading.diagnostics), looked_at)

    def keep_only(self, roots: set[str]) -> None:
        """Forget the readings that nobody looks at any more."""
        for readings in (self.known, self.readable):
            for root in readings.keys() - roots:
                del readings[root]


def _recorded(find: Find, looked_at: dict[str, str | None]) -> Callable[[str], str]:
    def text_of(path: str) -> str:
        path = abspath(path)
        looked_at[path] = text = find(path)
        if text is None:
            raise UsageError(f"cannot read `{path}`")
        return text

    return text_of
