"""The catalogue of codes: what each finding means, why the rule is there, and how to repair it.

It is large and rarely needed, so it is imported only where a code is explained.
"""

from __future__ import annotations

from textwrap import fill, indent

from penstock.diagnostics.catalogue.entry import Entry
from penstock.diagnostics.catalogue.reading import written_groups
from penstock.diagnostics.catalogue.spin_words import SILENT

__all__ = ["CATALOGUE", "GROUPS", "Entry", "explain"]

GROUPS: dict[str, list[Entry]] = written_groups()
CATALOGUE: dict[str, Entry] = {entry.code: entry for entries in GROUPS.values() for entry in entries}

_WIDTH = 80


def explain(code: str) -> str | None:
    """The entry of `code` as plain text; None if there is no such code."""
    entry = CATALOGUE.get(code.strip().upper())
    if entry is None:
        return None
    return "\n\n".join(_parts(entry)) + "\n"


def _parts(entry: Entry) -> list[str]:
    paragraph = fill(entry.paragraph, _WIDTH, break_on_hyphens=False)
    parts = [f"{entry.code}: {entry.title}", paragraph, _shown("wrong:", entry.example)]
    if entry.spin is not None:
        parts.append(_shown("SPIN says:", "\n".join(entry.spin)) if entry.spin else SILENT)
    return parts if entry.fixed is None else [*parts, _shown("right:", entry.fixed)]


def _shown(label: str, text: str) -> str:
    return f"{label}\n\n{indent(text.rstrip(), '    ')}"
