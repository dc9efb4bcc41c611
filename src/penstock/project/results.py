"""Results of jobs as files, one for each, wherever and however often it was done.

A file appears in full or not at all, and has a digest of itself in it: what a disk or a copy did to it is noticed.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import NamedTemporaryFile

from penstock.errors import UsageError
from penstock.project.jobs import JobAnswer
from penstock.project.planned import digest
from penstock.records import as_data, from_data, record

ENDING = ".json"


@record
class JobResult:
    """The answer to the job with this key."""

    key: str
    answer: JobAnswer
    digest: str


@dataclass(slots=True)
class Results:
    """Of each job the best answer; and the files that are of no use: damaged, or of another plan."""

    answers: dict[str, JobAnswer] = field(default_factory=dict)
    seen: Counter[str] = field(default_factory=Counter)
    damaged: list[str] = field(default_factory=list)
    strange: list[str] = field(default_factory=list)

    def note(self, result: JobResult) -> None:
        """A result that comes twice counts once: the more decided of the two."""
        self.seen[result.key] += 1
        before = self.answers.get(result.key)
        if before is None or _worth(result.answer) > _worth(before):
            self.answers[result.key] = result.answer


def _worth(answer: JobAnswer) -> tuple[bool, bool]:
    return answer.decided, answer.problem is None


def write_result(directory: str, key: str, answer: JobAnswer) -> str:
    """The path of the file; whoever looks meanwhile sees none, or all of it."""
    target = Path(directory, key + ENDING)
    result = JobResult(key, answer, digest([key, answer]))
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile("w", dir=directory, prefix=".new-", delete=False) as new:
            json.dump(as_data(result), new)
        os.replace(new.name, target)
    except OSError as problem:
        raise UsageError(f"cannot write `{target}`: {problem.strerror or problem}") from None
    return str(target)


def read_result(path: Path) -> JobResult | None:
    """None: there is no such file, or not as it was written."""
    try:
        result: JobResult = from_data(JobResult, json.loads(path.read_text()))
    except (OSError, ValueError, RecursionError):
        return None
    return result if result.digest == digest([result.key, result.answer]) else None


def read_results(directory: str, keys: Collection[str]) -> Results:
    """All results in a directory and below it."""
    if not Path(directory).is_dir():
        raise UsageError(f"there is no directory `{directory}`")
    found = Results()
    for path in sorted(Path(directory).rglob("*" + ENDING)):
        result = read_result(path)
        if result is None:
            found.damaged.append(str(path))
        elif result.key not in keys:
            found.strange.append(str(path))
        else:
            found.note(result)
    return found
