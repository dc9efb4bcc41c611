"""Where a key stands in a TOML text.  Its value is known already; this finds the place that a message points at.

[[model]]                     ("model", 0)
file = "abp.pml"              ("model", 0, "file")
verify = { safety = "holds" } ("model", 0, "verify", "safety")
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

Path = Sequence[str | int]
_HEADER = re.compile(r"^[ \t]*\[\[?([^\[\]\n]+)\]\]?", re.MULTILINE)
_PART = re.compile(r"""\s*("[^"]*"|'[^']*'|[\w-]+)\s*\.?""")


class KeyPlace(NamedTuple):
    at: int
    length: int


class _Table(NamedTuple):
    """A header with its body; elements of arrays of tables are counted."""

    path: tuple[str | int, ...]
    header: KeyPlace
    start: int
    end: int


def place_of(text: str, path: Path) -> KeyPlace:
    """The place of a key, or of the nearest table around it that is written out."""
    tables = _tables(text)
    for depth in range(len(path), -1, -1):
        wanted = tuple(path[:depth])
        # Whoever speaks of an array of tables means its first element.
        table = next((table for table in tables if table.path in (wanted, (*wanted, 0))), None)
        if table is not None:
            found = _within(text, KeyPlace(table.start, table.end - table.start), path[depth:])
            return found or table.header
    return KeyPlace(0, 1)


def _tables(text: str) -> list[_Table]:
    headers = list(_HEADER.finditer(text))
    ends = [*(header.start() for header in headers), len(text)]
    tables = [_Table((), KeyPlace(0, 1), 0, ends[0])]
    counts: dict[tuple[str, ...], int] = {}
    for number, header in enumerate(headers):
        names = tuple(part.strip("\"'") for part in _PART.findall(header[1]))
        if header[0].lstrip().startswith("[["):
            counts[names] = counts.get(names, -1) + 1
        path = _numbered(names, counts)
        tables.append(_Table(path, KeyPlace(header.start(1), len(header[1])), header.end(), ends[number + 1]))
    return tables


def _numbered(names: tuple[str, ...], counts: dict[tuple[str, ...], int]) -> tuple[str | int, ...]:
    """The path of a table: behind the name of an array its last element is meant."""
    path: list[str | int] = []
    for length, name in enumerate(names, 1):
        path.append(name)
        if names[:length] in counts:
            path.append(counts[names[:length]])
    return tuple(path)


def _within(text: str, stretch: KeyPlace, path: Path) -> KeyPlace | None:
    """A key inside the body of a table, and there inside of inline tables and lists."""
    found: KeyPlace | None = None
    at, end = stretch.at, stretch.at + stretch.length
    for key in path:
        if isinstance(key, int):
            continue
        quoted = re.escape(key)
        pattern = re.compile(rf"""(?:^|[{{,])[ \t]*("{quoted}"|'{quoted}'|{quoted})[ \t]*[=.]""", re.MULTILINE)
        match = pattern.search(text, at, end)
        if match is None:
            return found
        found = KeyPlace(match.start(1), len(match[1]))
        at = match.end()
    return found
