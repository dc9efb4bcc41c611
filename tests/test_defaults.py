"""What a project says about every command: found upwards, and given up for what the user says."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from penstock.faces.cli.main import main

MODEL = '#include "size.h"\nchan q = [N] of { byte };\nactive proctype p() { q!SIZE; assert(M > 2) }\n'
PROJECT = '[defaults]\ndefine = ["N=3", "M=4"]\ninclude = ["lib"]\nbudget = 7\n'


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project, seen from a directory in it."""
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "size.h").write_text("#define SIZE 1\n")
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "model.pml").write_text(MODEL)
    (tmp_path / "penstock.toml").write_text(PROJECT)
    monkeypatch.chdir(tmp_path / "models")
    return tmp_path


def declared(capsys: pytest.CaptureFixture[str], *words: str) -> int:
    main(["bound", "model.pml", "--format", "json", *words])
    capacity: int = json.loads(capsys.readouterr().out)["channels"][0]["declared"]
    return capacity


def test_a_project_is_found_upwards(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "model.pml"]) == 0
    capsys.readouterr()
    assert declared(capsys) == 3
    assert main(["check", "model.pml", "--no-project"]) == 2


def test_what_the_user_says_goes_first(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert declared(capsys, "-D", "N=5") == 5
    (place / "own").mkdir()
    (place / "own" / "size.h").write_text("#define SIZE nothing_of_that_name\n")
    assert main(["check", "model.pml"]) == 0
    assert main(["check", "model.pml", "-I", "../own"]) == 2


def test_limits(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also a value that is the one without a project is the user's if the user gives it."""
    asked: list[Any] = []

    def run(request: Any, *_: object) -> int:
        asked.append(request)
        return 0

    monkeypatch.setattr("penstock.faces.cli.verbs.bound.run", run)
    main(["bound", "model.pml"])
    main(["bound", "model.pml", "--budget", "30"])
    main(["bound", "model.pml", "--no-project", "-DN=1", "-I../lib"])
    assert [request.budget for request in asked] == [7, 30, 30]
    assert asked[0].source.definitions == ("N=3", "M=4") and asked[0].source.directories == ("../lib",)
    assert asked[2].source.definitions == ("N=1",)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[defaults\n", "penstock.toml:1:"),
        ("[defaults]\nbudgt = 3\n", "did you mean `budget`?"),
        ("[default]\nbudget = 3\n", "did you mean `defaults`?"),
        ('[defaults]\ninclude = ["nowhere"]\n', "penstock.toml:2:1: error"),
    ],
)
def test_a_broken_project(text: str, said: str, place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (place / "penstock.toml").write_text(text)
    assert main(["check", "model.pml"]) == 2
    assert said in capsys.readouterr().err
    assert main(["explain", "E301"]) == 0
    assert main(["check", "model.pml", "--no-project", "-DN=1", "-DM=3", "-I../lib"]) == 0


def test_pyproject(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (place / "penstock.toml").rename(place / "pyproject.toml")
    assert main(["check", "model.pml"]) == 2
    text = PROJECT.replace("[defaults]", "[tool.penstock.defaults]")
    (place / "pyproject.toml").write_text(text)
    assert main(["check", "model.pml"]) == 0


def test_help_and_a_directory_without_a_project_do_not_wait(tmp_path: Path) -> None:
    program = """
import sys
from penstock.faces.cli.main import main
try:
    main(sys.argv[1:])
except SystemExit:
    pass
print(sorted({"tomllib", "rich", "penstock.project.tables"} & set(sys.modules)), file=sys.stderr)
"""
    (tmp_path / "model.pml").write_text("init { skip }")
    for words in (["bound", "--help"], ["check", "model.pml"]):
        done = subprocess.run(
            [sys.executable, "-c", program, *words], capture_output=True, text=True, cwd=tmp_path, check=True
        )
        assert done.stderr.strip() == "[]"
