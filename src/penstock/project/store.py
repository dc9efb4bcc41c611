"""Answers that are kept, so that nothing is done twice.

The key covers all that an answer depends on: the texts, what is asked, and the versions of Penstock, SPIN and the
compiler.  How long something may take is not among it, since only what is certain is kept.  An answer comes back after
its evidence was looked at again; a property that holds has none, and is trusted.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path, PurePath
from typing import Any

import penstock
from penstock.project.evidence import holds_up
from penstock.project.expectations import Topic
from penstock.project.facts import VIOLATED
from penstock.project.jobs import Job, JobAnswer
from penstock.records import as_data, from_data
from penstock.spin.cache import Cache, default_directory, key_of
from penstock.spin.tools import ToolMissing, find_tools
from penstock.spin.workspace import private_directory

MOST_ENTRIES = 20_000
MOST_BYTES = 512 << 20
_OF_NO_MATTER = ("timeout", "memory", "jobs", "cache", "cluster", "depth", "budget")
"""Options that decide whether there is an answer, but not which."""
_OF_THIS_MACHINE = ("path", "name", "directories")
"""Where texts are; that they are the same, and what the file is called, is what counts."""


def answers_directory() -> Path | None:
    place = default_directory()
    return None if place is None else place / "answers"


@dataclass(slots=True)
class Store:
    """A directory of answers; without one nothing is kept."""

    directory: Path | None
    _cache: Cache = field(init=False)

    def __post_init__(self) -> None:
        self._cache = Cache(self.directory, MOST_ENTRIES, MOST_BYTES)

    def is_fine(self, digest: str) -> bool:
        """Whether something was looked at before, by the same program, and nothing was wrong with it."""
        return self._cache.get(key_of([digest.encode(), _own_stamps().encode()])) is not None

    def note_fine(self, digest: str) -> None:
        self._cache.put(key_of([digest.encode(), _own_stamps().encode()]), b"")

    def known(self, job: Job) -> JobAnswer | None:
        """An answer from before, if it can still be believed."""
        kept = self._cache.get(key(job))
        if kept is None:
            return None
        try:
            answer: JobAnswer = from_data(JobAnswer, json.loads(kept))
        except ValueError:
            return None
        request = job.asked()
        if not all(holds_up(evidence, request) for evidence in answer.evidence):
            return None
        return replace(answer, stored=True, confirmed=bool(answer.evidence))

    def keep(self, job: Job, answer: JobAnswer) -> None:
        """Keep an answer that is certain, if its evidence can be looked at again."""
        if self.directory is None or not answer.decided or answer.foreign or not _has_evidence(answer):
            return
        request = job.asked()
        if all(holds_up(one, request) for one in answer.evidence):
            self._cache.put(key(job), json.dumps(as_data(answer)).encode())


def _has_evidence(answer: JobAnswer) -> bool:
    """Whether there is some for whatever needs it: bounds, and each property that is violated."""
    bounds = any(fact.topic is Topic.BOUND for fact in answer.facts)
    violated = sum(fact.topic is Topic.VERIFY and fact.seen == VIOLATED for fact in answer.facts)
    return len(answer.evidence) >= bounds + violated


NOTHING_KEPT = Store(None)


def kept_answers(wanted: bool) -> Store:
    """Those of this user, unless nobody wants them."""
    return Store(answers_directory()) if wanted else NOTHING_KEPT


def key(job: Job) -> str:
    """One name for everything that the answer depends on."""
    request = {name: value for name, value in job.request.items() if name not in _OF_NO_MATTER}
    source = {name: value for name, value in job.request["source"].items() if name not in _OF_THIS_MACHINE}
    included = [text for _, text in sorted(job.included.items())]
    file = PurePath(job.request["source"]["name"]).name
    asked = [job.verb, str(job.runs), file, _plain(request | {"source": source}), _plain(included)]
    parts = [*asked, _own_stamps(), *tool_versions()]
    return key_of(part.encode("utf-8", errors="surrogateescape") for part in parts)


def _plain(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=True)


@cache
def tool_versions() -> tuple[str, ...]:
    """Those of everything that has a say in an answer."""
    with private_directory() as place:
        try:
            tools = find_tools(place)
        except ToolMissing:
            return (penstock.__version__, "no tools")
    return (penstock.__version__, tools.spin_version, tools.compiler_version, tools.besides)


@cache
def _own_stamps() -> str:
    """How the files of Penstock look: those who work on it change them without a new version."""
    root = Path(penstock.__file__).parent
    return " ".join(_stamps(root))


def _stamps(root: Path) -> Iterator[str]:
    for file in sorted(root.rglob("*.py")):
        found = file.stat()
        yield f"{file.relative_to(root)}:{found.st_size}:{found.st_mtime_ns}"
