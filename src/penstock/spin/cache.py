"""Compiled verifiers, and answers, that are kept for the next time.

The key covers everything that they are made of, so an entry is never out of date.  Entries appear by
renaming, so that programs running at the same time see a whole one or none.  What somebody else could
have written is never used: it would be run.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import NamedTuple

MOST_ENTRIES = 64
MOST_BYTES = 64 << 20
_NEW = ".new-"
_ENTRY = re.compile(rf"[0-9a-f]{{64}}|{re.escape(_NEW)}\w+")
"""The names of entries, and of those that are being written."""


def default_directory() -> Path | None:
    """Where the user keeps such things; None where there is no home."""
    if own := os.environ.get("PENSTOCK_CACHE"):
        return Path(own)
    if shared := os.environ.get("XDG_CACHE_HOME"):
        return Path(shared, "penstock")
    try:
        return Path.home() / ".cache" / "penstock"
    except RuntimeError:
        return None


def key_of(parts: Iterable[bytes]) -> str:
    """One name for all of `parts`, in this order."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()


class CacheEntry(NamedTuple):
    """A file that is kept; `used` is when that was last the case."""

    path: Path
    bytes: int
    used: float


def entries_in(directory: Path | None) -> list[CacheEntry]:
    """What is kept in a directory, the latest first; whatever else somebody put there is none of it."""
    found = []
    with suppress(OSError):
        for path in [] if directory is None else list(directory.iterdir()):
            known = path.stat(follow_symlinks=False) if _ENTRY.fullmatch(path.name) else None
            if known is not None and stat.S_ISREG(known.st_mode):
                found.append(CacheEntry(path, known.st_size, known.st_mtime))
    return sorted(found, reverse=True, key=lambda entry: entry.used)


class Cache:
    """A directory of verifiers; without a directory that can be trusted it is always empty."""

    def __init__(self, directory: Path | None, entries: int = MOST_ENTRIES, size: int = MOST_BYTES) -> None:
        self._most_entries, self._most_bytes = entries, size
        self.directory = directory if directory is not None and _trusted(directory) else None

    def get(self, key: str) -> bytes | None:
        if self.directory is None:
            return None
        entry = self.directory / key
        try:
            data = entry.read_bytes()
            os.utime(entry)
        except OSError:
            return None
        digest, program = data[:32], data[32:]
        return program if hashlib.sha256(program).digest() == digest else None

    def has(self, key: str) -> bool:
        return self.directory is not None and (self.directory / key).is_file()

    def put(self, key: str, program: bytes) -> None:
        """Keep a program; a full or read-only disk only means that it is compiled again next time."""
        if self.directory is None:
            return
        with suppress(OSError):
            with NamedTemporaryFile(dir=self.directory, prefix=_NEW, delete=False) as new:
                new.write(hashlib.sha256(program).digest() + program)
            os.replace(new.name, self.directory / key)
            self._remove_oldest(self.directory)

    def _remove_oldest(self, directory: Path) -> None:
        size = 0
        for number, entry in enumerate(entries_in(directory)):
            size += entry.bytes
            if number >= self._most_entries or size > self._most_bytes:
                entry.path.unlink(missing_ok=True)


def _trusted(directory: Path) -> bool:
    """Whether the directory is there and only we can write into it."""
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = directory.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o077
