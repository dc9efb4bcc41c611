"""What the project of a file says about reading it."""

from __future__ import annotations

from dataclasses import dataclass, field
from os.path import abspath, dirname, isabs
from pathlib import Path

from penstock.errors import PenstockError
from penstock.faces.lsp.texts import EditedTexts
from penstock.project.mistakes import Mistakes
from penstock.project.project_file import find_project
from penstock.project.tables import defaults_of
from penstock.reading.files import instead_of_files


@dataclass(frozen=True, slots=True)
class ReadingDefaults:
    definitions: tuple[str, ...] = ()
    directories: tuple[str, ...] = ()


@dataclass(slots=True)
class ProjectDefaults:
    """Those of each directory; a project file is looked at again when it has changed."""

    texts: EditedTexts
    _known: dict[str, tuple[str, ReadingDefaults]] = field(default_factory=dict)

    def of(self, path: str) -> ReadingDefaults:
        if not isabs(path):
            return ReadingDefaults()
        with instead_of_files(lambda name: self.texts.text(abspath(name))):
            try:
                return self._of(dirname(path))
            except PenstockError:
                return ReadingDefaults()

    def _of(self, directory: str) -> ReadingDefaults:
        found = find_project(Path(directory))
        if found is None:
            return ReadingDefaults()
        key, known = str(found.path), self._known.get(str(found.path))
        if known is not None and known[0] == found.text:
            return known[1]
        told = defaults_of(Mistakes(found))
        directories = tuple(abspath(found.root / name) for name in told.include)
        self._known[key] = found.text, ReadingDefaults(told.define, directories)
        return self._known[key][1]
