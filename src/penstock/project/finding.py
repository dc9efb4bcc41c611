"""Where the file of a project may be: in a directory, or in one above it.  This imports nothing that takes time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

FILE = "penstock.toml"
PYPROJECT = "pyproject.toml"


def files_above(start: Path) -> Iterator[Path]:
    """The files that may speak of a project, the nearest first; before another one in the same directory ours."""
    try:
        whole = start.resolve()
    except OSError:
        return  # the directory is gone
    for directory in (whole, *whole.parents):
        yield from (path for name in (FILE, PYPROJECT) if (path := directory / name).is_file())
