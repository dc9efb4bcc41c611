"""Everything that has to be asked about the models of a project, as jobs that need nothing of this machine.

A plan is a text with one job a line.  The key of a job is a digest of it: a result says by it what it is the result of.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from penstock.errors import UsageError
from penstock.project.asking import ModelTexts, jobs_for, texts_of
from penstock.project.expectations import ModelUnderTest
from penstock.project.jobs import Job
from penstock.project.mistakes import Mistakes
from penstock.project.models import project_for
from penstock.project.naming import note_unknown_names
from penstock.project.store import NOTHING_KEPT, Store
from penstock.project.tables import Project
from penstock.reading.files import file_text
from penstock.records import as_data, from_data, record


@record
class PlannedJob:
    """A job, and the model that it is about with everything that is expected of it."""

    key: str
    model: ModelUnderTest
    job: Job

    @property
    def name(self) -> str:
        return f"{self.job.verb} {self.model.name}"


def planned_jobs(
    directory: str, paths: Iterable[str], only: tuple[str, ...] = (), kept: Store = NOTHING_KEPT
) -> list[PlannedJob]:
    """The jobs of a project, or of some paths; mistakes in what is expected are errors."""
    project, mistakes = project_for(directory, paths)
    if mistakes.told.records:
        note_unknown_names(project, mistakes)
        mistakes.raise_any()
    texts = [texts_of(model, project.root) for model in project.models]
    _look_for_unknown_names(project, mistakes, texts, kept)
    chosen = [(_only(model, only), its) for model, its in zip(project.models, texts, strict=True)]
    planned = [
        PlannedJob(digest(job), model, job)
        for model, its in chosen
        if model.expectations
        for job in jobs_for(model, its)
    ]
    if not planned:
        raise UsageError(_nothing(project, only))
    return planned


def _look_for_unknown_names(project: Project, mistakes: Mistakes, texts: list[ModelTexts], kept: Store) -> None:
    """Whatever does not exist is a mistake; models are not read again to find that nothing has changed."""
    spoken_of = digest([mistakes.file and mistakes.file.text, project.models, texts])
    if kept.is_fine(spoken_of):
        return
    note_unknown_names(project, mistakes)
    mistakes.raise_any()
    kept.note_fine(spoken_of)


def _nothing(project: Project, only: tuple[str, ...]) -> str:
    """Why there is nothing to test: who mistypes a word must not be told that all is well."""
    if project.models:
        return f"no model and no expectation has {' or '.join(f'`{word}`' for word in only)} in its name"
    if project.file:
        return f"{project.file} has no models there: write an entry, `[[model]]`, for each"
    return "nothing is expected of the models there: write a penstock.toml, or comments"


def _only(model: ModelUnderTest, words: tuple[str, ...]) -> ModelUnderTest:
    """A model with those expectations that are wanted."""
    if not words or any(word in model.name for word in words):
        return model
    chosen = (one for one in model.expectations if any(word in one.name for word in words))
    return replace(model, expectations=tuple(chosen))


def digest(value: Any) -> str:
    """A name for data that changes when any of it does."""
    text = json.dumps(as_data(value), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def plan_text(planned: Iterable[PlannedJob]) -> str:
    return "".join(json.dumps(as_data(one)) + "\n" for one in planned)


def read_plan(path: str) -> list[PlannedJob]:
    return list(_read(file_text(path), path))


def _read(text: str, path: str) -> Iterator[PlannedJob]:
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        one = _planned(line)
        if one is None:
            raise UsageError(f"{path}:{number}: this is not a job as `penstock plan` writes them")
        yield one


def _planned(line: str) -> PlannedJob | None:
    try:
        one: PlannedJob = from_data(PlannedJob, json.loads(line))
    except (ValueError, RecursionError):
        return None
    return one if one.key == digest(one.job) else None
