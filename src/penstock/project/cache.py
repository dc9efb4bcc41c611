"""What is kept for the next time: where it is, how much, and away with it."""

from __future__ import annotations

import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from penstock.budget import UNWATCHED, Watch
from penstock.diagnostics.record import counted
from penstock.errors import UsageError
from penstock.project.requests.cache import CacheRequest
from penstock.project.store import answers_directory
from penstock.records import data, record
from penstock.spin.cache import CacheEntry, default_directory, entries_in
from penstock.tasks.outcome import Outcome

SECONDS_A_DAY = 86_400


@record
class CacheShelf:
    """A directory with one kind of things."""

    kind: str = data(text="`verifiers` or `answers`")
    directory: str
    entries: int = data(least=0)
    bytes: int = data(least=0)


@record
class CacheOutcome(Outcome):
    """What is there now, and what was removed."""

    directory: str | None = data(text="null where there is no home")
    shelves: tuple[CacheShelf, ...]
    removed: int = data(least=0)
    removed_bytes: int = data(least=0)

    @property
    def summary(self) -> str:
        return ", ".join(f"{counted(one.entries, one.kind.removesuffix('s'))}" for one in self.shelves) or "nothing"


def cache(request: CacheRequest, _watch: Watch = UNWATCHED) -> CacheOutcome:
    if request.older is not None and not request.prune:
        raise UsageError("--older says what --prune removes: give both")
    places = {kind: place for kind, find in _PLACES.items() if (place := find()) is not None}
    removed: list[CacheEntry] = []
    if request.prune:
        before = time.time() - SECONDS_A_DAY * (request.older or 0)
        removed = _removed(entry for place in places.values() for entry in entries_in(place) if entry.used <= before)
    shelves = tuple(_shelf(kind, str(place), entries_in(place)) for kind, place in places.items())
    whole = default_directory()
    return CacheOutcome(
        None if whole is None else str(whole), shelves, len(removed), sum(entry.bytes for entry in removed)
    )


_PLACES = {"verifiers": default_directory, "answers": answers_directory}


def _removed(entries: Iterable[CacheEntry]) -> list[CacheEntry]:
    """Others may remove the same at the same time."""
    gone = []
    for entry in list(entries):
        with suppress(OSError):
            Path(entry.path).unlink()
            gone.append(entry)
    return gone


def _shelf(kind: str, directory: str, entries: list[CacheEntry]) -> CacheShelf:
    return CacheShelf(kind, directory, len(entries), sum(entry.bytes for entry in entries))
