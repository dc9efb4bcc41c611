"""The models of a project, or of some paths, with everything that is expected of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from penstock.errors import UsageError
from penstock.project.actor_tests import has_tests, tests_in
from penstock.project.comments import EXPECT, expectations_in
from penstock.project.expectations import Expectation, ModelUnderTest, Topic
from penstock.project.mistakes import Mistakes
from penstock.project.project_file import ProjectFile, find_project
from penstock.project.tables import Defaults, Project, project_of
from penstock.reading.files import file_text
from penstock.reading.model_files import model_files


def project_for(directory: str, paths: Iterable[str]) -> tuple[Project, Mistakes]:
    """The project that a directory, or else the first path, belongs to; without one, comments say what is expected."""
    paths = list(paths)
    found = _project_of(directory, paths)
    mistakes = Mistakes(found)
    if found is not None:
        project = project_of(mistakes)
    elif paths:
        project = Project(str(Path(directory).resolve()), "", Defaults(), ())
    else:
        raise UsageError("there is no penstock.toml here or above: write one, or name the models to test")
    models = _chosen(project, paths, Path(directory)) if paths else list(project.models)
    with_comments = tuple(_with_comments(model, project.root, mistakes) for model in models)
    return replace(project, models=tuple(_with_tests(with_comments, project.root))), mistakes


def root_of(directory: str, paths: Iterable[str]) -> str:
    """The directory where paths of models begin."""
    found = _project_of(directory, list(paths))
    return str(Path(directory).resolve() if found is None else found.root)


def _project_of(directory: str, paths: list[str]) -> ProjectFile | None:
    found = find_project(Path(directory))
    return find_project(_directory_of(Path(directory, paths[0]))) if found is None and paths else found


def _directory_of(path: Path) -> Path:
    return path if path.is_dir() else path.parent


def _chosen(project: Project, paths: list[str], directory: Path) -> list[ModelUnderTest]:
    """The models at some paths: those with an entry, those that are named, and those that say what they expect."""
    chosen: list[ModelUnderTest] = []
    root = Path(project.root)
    for path in model_files(paths, str(directory)):
        file = Path(path).resolve()
        if not file.is_file():
            raise UsageError(f"there is no file or directory `{path}`")
        named = path in {str(Path(directory, name)) for name in paths}
        shown = str(file.relative_to(root)) if file.is_relative_to(root) else str(file)
        known = [model for model in project.models if model.path == shown]
        speaks = named or _speaks(file)
        chosen += known or ([_unlisted(shown, project)] if speaks else [])
    return list(dict.fromkeys(chosen))


def _speaks(file: Path) -> bool:
    """Whether a model says what is expected of it."""
    text = file_text(str(file))
    return EXPECT in text or has_tests(str(file), text)


def _with_tests(models: Iterable[ModelUnderTest], root: str) -> Iterator[ModelUnderTest]:
    for model in models:
        yield model
        yield from tests_in(model, root)


def _unlisted(shown: str, project: Project) -> ModelUnderTest:
    defaults = project.defaults
    check = Expectation(Topic.CHECK, "", "no-errors", project.file or shown, 1)
    return ModelUnderTest(
        shown, defaults.define, defaults.include, (check,), defaults.timeout, defaults.memory, defaults.budget
    )


def _with_comments(model: ModelUnderTest, root: str, mistakes: Mistakes) -> ModelUnderTest:
    """What the file says goes before what the model says about itself."""
    told = expectations_in(file_text(str(Path(root, model.path))), model.path, mistakes)
    named = {(one.topic, one.about) for one in model.expectations}
    more = [one for one in told if (one.topic, one.about) not in named]
    return replace(model, expectations=(*model.expectations, *more))
