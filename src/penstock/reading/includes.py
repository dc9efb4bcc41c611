"""Included files: found where SPIN's preprocessor looks for them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from penstock.errors import UsageError
from penstock.reading.files import file_text
from penstock.syntax.preprocessor import Include


def includer(directories: Sequence[str]) -> Include:
    """Find included files beside the including one and in `directories`."""

    def include(name: str, quoted: bool, including: str) -> tuple[str, str] | None:
        beside = [str(Path(including).parent)] if quoted else []
        for directory in [*beside, *directories]:
            path = str(Path(directory, name))
            try:
                return path, file_text(path)
            except UsageError:
                continue
        return None

    return include


def remembering(include: Include, texts: dict[str, str]) -> Include:
    """The same; `texts` gets what is included, by the names of the files."""

    def look(name: str, quoted: bool, including: str) -> tuple[str, str] | None:
        found = include(name, quoted, including)
        if found is not None:
            texts[found[0]] = found[1]
        return found

    return look
