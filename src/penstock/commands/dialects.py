"""Which dialect a file is written in, told by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from penstock.diagnostics.record import Diagnostics
from penstock.source import SourceFile
from penstock.syntax.preprocessor import Include
from penstock.syntax.translation import Translation

Dialect = Callable[[SourceFile, Diagnostics, Include, Sequence[str], Mapping[str, Any]], Translation]
"""File, diagnostics, include, definitions and choices to a translation; what is wrong goes to the diagnostics."""

_PARTS: dict[str, str] = {".apml": "penstock.dialects.actors", ".pch": "penstock.dialects.pch"}
"""For the ending of a file's name the part whose function `translate` reads it."""


def dialect_of(name: str) -> Dialect | None:
    """The dialect of a file, or None for Promela itself."""
    part = _PARTS.get(Path(name).suffix.lower())
    # Only who reads such a file waits for what reads it.
    return None if part is None else import_module(part).translate
