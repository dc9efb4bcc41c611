"""The course: its commands, one after the other; its listings; exercises that fail until they are solved."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.test_docs import matches, run, sessions_of

from penstock.project.judging import Met
from penstock.project.requests.test import TestRequest
from penstock.project.test import TestOutcome, test

ROOT = Path(__file__).parent.parent
LESSONS = sorted((ROOT / "docs" / "course").glob("*.md"))
EXERCISES = ROOT / "examples" / "course" / "exercises"
SOLUTIONS = ROOT / "tests" / "course"
_LISTING = re.compile(r'^```promela title="(in )?([^"]+)"\n(.*?)^```$', re.MULTILINE | re.DOTALL)
OURS = ("build/", "make -s -C build/")
"""Commands that a lesson may show besides ours: programs that it has built."""
pytestmark = pytest.mark.slow


def numbered(place: Path) -> list[str]:
    return sorted(path.name for path in place.glob("[0-9]*"))


@pytest.mark.needs("spin", "gcc", "make")
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
def test_every_command_of_a_lesson_answers_as_shown(lesson: Path) -> None:
    for command, expected in sessions_of(lesson):
        if command != "make setup tools":
            output = answer(command)
            assert matches(expected, output), f"{command}\n{output}"


def answer(command: str) -> str:
    words = shlex.split(command)
    if words[0] == "penstock":
        result = run(words)
        assert result.returncode in (0, 1)
    else:
        assert command.startswith(OURS), command
        result = run(words)
        assert result.returncode == 0, result.stderr
    return result.stdout + result.stderr


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
def test_listings_are_what_the_files_say(lesson: Path) -> None:
    for part, path, text in _LISTING.findall(lesson.read_text()):
        whole = (ROOT / path).read_text()
        assert text in whole if part else text == whole, path


def test_every_model_is_part_of_a_lesson() -> None:
    shown = "".join(lesson.read_text() for lesson in LESSONS)
    models = [path.name for path in (ROOT / "examples" / "course").glob("*.p*")]
    assert models and all(f"examples/course/{name}" in shown for name in models)


def test_each_lesson_has_an_exercise_and_each_exercise_a_solution() -> None:
    assert len(LESSONS) == 11  # ten, and the page about them
    exercises = numbered(EXERCISES)
    assert [name[:2] for name in exercises] == [lesson.name[:2] for lesson in LESSONS[:10]]
    assert numbered(SOLUTIONS) == exercises
    for lesson, exercise in zip(LESSONS, exercises, strict=False):
        assert f"`{exercise}`" in lesson.read_text()


def graded(place: Path) -> TestOutcome:
    return test(TestRequest(directory=str(place), jobs=2))


def unmet(outcome: TestOutcome) -> set[str]:
    return {Path(model.path).name for model in outcome.models if model.met is not Met.YES}


@pytest.mark.needs("spin", "gcc", "make")
def test_exercises_fail_as_they_are_and_pass_when_solved(tmp_path: Path) -> None:
    place = tmp_path / "mine"
    shutil.copytree(EXERCISES, place)
    assert unmet(graded(place)) == set(numbered(EXERCISES))
    for solution in SOLUTIONS.glob("[0-9]*"):
        shutil.copy(solution, place)
    solved = graded(place)
    assert solved.met and unmet(solved) == set()


MARK = "-- what is asked"


def test_solutions_leave_alone_what_is_asked() -> None:
    """Otherwise the exercise could not be solved as it says."""
    for name in numbered(EXERCISES):
        asked, told = ((place / name).read_text().partition(MARK)[2] for place in (EXERCISES, SOLUTIONS))
        assert asked == told, name


@pytest.mark.needs("spin", "gcc")
def test_the_command_grades_as_the_course_says(tmp_path: Path) -> None:
    place = tmp_path / "mine"
    shutil.copytree(EXERCISES, place)
    words = ["penstock", "test", str(place), "--only", "02"]
    failed: subprocess.CompletedProcess[str] = run(words)
    shutil.copy(SOLUTIONS / "02-parking.pml", place)
    passed = run(words)
    assert (failed.returncode, passed.returncode) == (1, 0)
    assert "FAILED" in failed.stdout and "4 of 4 expectations met" in passed.stdout
