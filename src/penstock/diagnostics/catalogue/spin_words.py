"""What SPIN says about the examples of the catalogue, as it was asked when the catalogue was made."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

SILENT = "SPIN says nothing about this."
FILE = Path(__file__).parent / "pages" / "spin.toml"


@cache
def all_spin_words() -> dict[str, tuple[str, ...]]:
    """By code, the lines that SPIN prints; no entry where it cannot be asked."""
    # Many import the catalogue, few ask what SPIN says.
    table = import_module("tomllib").loads(FILE.read_text("utf-8"))
    return {code: tuple(lines) for code, lines in table.items()}
