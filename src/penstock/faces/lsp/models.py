"""Models of a workspace: which texts are models, what they include, and the newest reading of each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from os.path import abspath, dirname
from pathlib import Path

from penstock.budget import Budget, Watch
from penstock.diagnostics.placed import PlacedDiagnostic, placed
from penstock.errors import UsageError
from penstock.faces.lsp.texts import Texts
from penstock.insight.index import Index, index_of
from penstock.project.mistakes import Mistakes
from penstock.project.project_file import find_project
from penstock.project.tables import Defaults, defaults_of
from penstock.reading.files import instead_of_files
from penstock.reading.reading import Reading
from penstock.reading.source import Source
from penstock.reading.wanted import Wanted
from penstock.tasks.models import read_model


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
        return index_of(self.reading, self.path_of)

    def path_of(self, name: str) -> str:
        """The path of a file by the name that it has in a reading."""
        return self.root if name == self.source.name else name if name.startswith("<") else abspath(name)

    @property
    def files(self) -> list[str]:
        """The files that it consists of."""
        return [self.root, *(path for path, text in self.looked_at.items() if text is not None and path != self.root)]


@dataclass(slots=True)
class Models:
    """Reads models, each again only if one of its texts has changed."""

    texts: Texts
    known: dict[str, ModelReading] = field(default_factory=dict)

    def roots_of(self, path: str) -> list[str]:
        """The models that a file belongs to: those that include it, or else itself."""
        including = [root for root, known in self.known.items() if root != path and path in known.files]
        return including or [path]

    def source(self, root: str) -> Source:
        opened = self.texts.opened.get(root)
        defaults = self._defaults(root)
        directories = tuple(abspath(Path(base, name)) for base, name in defaults[1])
        name = opened.name if opened is not None else root
        return Source(text=self.texts.text(root), name=name, definitions=defaults[0], directories=directories)

    def _defaults(self, root: str) -> tuple[tuple[str, ...], list[tuple[Path, str]]]:
        """Definitions, and directories for included files, as the project of a model has them."""
        found = find_project(Path(dirname(root))) if root.startswith("/") else None
        if found is None:
            return (), []
        defaults: Defaults = defaults_of(Mistakes(found))
        return defaults.define, [(found.root, name) for name in defaults.include]

    def present(self, root: str) -> ModelReading | None:
        """The reading of a model, if it is still that of its texts."""
        known = self.known.get(root)
        if known is None or known.source != self.source(root):
            return None
        fresh = all(self.texts.find(path) == text for path, text in known.looked_at.items())
        return known if fresh else None

    def read(self, root: str, watch: Watch) -> ModelReading:
        """Read a model; raises `Cancelled` if the watch says so."""
        looked_at: dict[str, str | None] = {}
        source = self.source(root)
        with instead_of_files(self._recorded(looked_at)), Budget(watch=watch):
            reading = read_model(Wanted(source))
            found = ModelReading(root, source, reading, placed(reading.diagnostics), looked_at)
        self.known[root] = found
        return found

    def _recorded(self, looked_at: dict[str, str | None]) -> Callable[[str], str]:
        def text_of(path: str) -> str:
            path = abspath(path)
            looked_at[path] = text = self.texts.find(path)
            if text is None:
                raise UsageError(f"cannot read `{path}`")
            return text

        return text_of
