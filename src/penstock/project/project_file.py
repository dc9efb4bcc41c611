"""The file of a project: `penstock.toml`, or the table `tool.penstock` in `pyproject.toml`, found upwards."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from os.path import relpath
from pathlib import Path
from typing import Any

from penstock.project.finding import FILE, PYPROJECT, files_above
from penstock.reading.files import file_text

_IN_PYPROJECT = ("tool", "penstock")


@dataclass(frozen=True, slots=True)
class ProjectFile:
    """A file, and the keys that lead to the project in it; its table is empty if it is not TOML."""

    path: Path
    text: str
    table: dict[str, Any]
    prefix: tuple[str, ...] = ()
    problem: tomllib.TOMLDecodeError | None = None

    @property
    def shown(self) -> str:
        """What messages call it: seen from where the user is, if that is shorter."""
        return min(str(self.path), relpath(self.path), key=len)

    @property
    def root(self) -> Path:
        return self.path.parent


def find_project(start: Path) -> ProjectFile | None:
    """The project that a directory belongs to."""
    for path in files_above(start):
        found = load(path, _IN_PYPROJECT if path.name == PYPROJECT else ())
        if found.table or path.name == FILE:
            return found
    return None


def load(path: Path, prefix: tuple[str, ...] = ()) -> ProjectFile:
    text = file_text(str(path))
    try:
        table: Any = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        return ProjectFile(path, text, {}, prefix, problem)
    for key in prefix:
        table = table.get(key, {}) if isinstance(table, dict) else {}
    return ProjectFile(path, text, table if isinstance(table, dict) else {}, prefix)
