"""Entries as they are written: Markdown, a file for each family of codes, so that examples look like models.

    # Control flow

    ## E503: `break` outside a loop

    <!-- verb=check -->

    Why the rule is there, and how to keep it.

    Wrong:

    ```promela
    ...
    ```

    Right:

    ```promela
    ...
    ```

The comment says what differs from the defaults of `Entry`; it may be missing, and so may the last listing.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from penstock.diagnostics.catalogue.entry import Entry

_HEADING = re.compile(r"^## ", re.MULTILINE)
_ENTRY = re.compile(
    r"""
    (?P<code>[EW]\d{3}):\ (?P<title>[^\n]+)\n\n
    (?:<!--\ (?P<facts>[^\n]+)\ -->\n\n)?
    (?P<explanation>.+?)\n\n
    Wrong:\n\n```\w+\n(?P<example>.+?)```\n
    (?:\nRight:\n\n```\w+\n(?P<fixed>.+?)```\n)?
    \n?
    """,
    re.DOTALL | re.VERBOSE,
)
_SWITCHES = {"yes": True, "no": False}


def written_groups() -> dict[str, list[Entry]]:
    """All entries in the order of their codes, by the titles of the files they are in."""
    entries = [found for file in (Path(__file__).parent / "pages").glob("*.md") for found in _entries(file)]
    groups: dict[str, list[Entry]] = {}
    for group, entry in sorted(entries, key=lambda found: found[1].code):
        groups.setdefault(group, []).append(entry)
    return groups


def _entries(file: Path) -> list[tuple[str, Entry]]:
    head, *written = _HEADING.split(file.read_text("utf-8"))
    title = head.partition("\n")[0].removeprefix("# ")
    return [(title, _entry(text, file)) for text in written]


def _entry(text: str, file: Path) -> Entry:
    parts = _ENTRY.fullmatch(text)
    if parts is None:
        raise ValueError(f"{file.name}: {text[:4]} is not written like the other entries")
    fields: dict[str, Any] = parts.groupdict()
    for fact in (fields.pop("facts") or "").split():
        name, _, value = fact.partition("=")
        fields[name] = _SWITCHES.get(value, value)
    return Entry(**fields)
