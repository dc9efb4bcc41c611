"""Commands that take several models: files, directories and patterns, with one answer for all."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest
from jsonschema import Draft202012Validator
from tests.commands import penstock

from penstock.errors import UsageError
from penstock.faces.cli.main import main
from penstock.faces.data.schema import schema_of
from penstock.reading.model_files import may_be_several, model_files

EXAMPLES = Path(__file__).parent.parent / "examples"
UNTIDY = "init{skip;skip}"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three models, one below the others, one with errors; and files that are no models."""
    (tmp_path / "models" / "deep").mkdir(parents=True)
    (tmp_path / "models" / ".hidden").mkdir()
    for name, target in (("pingpong", "pingpong"), ("mistakes", "mistakes"), ("crossing", "deep/crossing")):
        shutil.copy(EXAMPLES / f"{name}.pml", tmp_path / "models" / f"{target}.pml")
    (tmp_path / "models" / ".hidden" / "old.pml").write_text("not a model")
    (tmp_path / "models" / "README").write_text("not a model")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_what_paths_stand_for(place: Path) -> None:
    everything = ["models/deep/crossing.pml", "models/mistakes.pml", "models/pingpong.pml"]
    assert model_files(["models"]) == everything
    assert sorted(model_files(["models/**/*.pml"])) == everything
    assert model_files(["models/ping*", "models/pingpong.pml"]) == ["models/pingpong.pml"]
    assert model_files(["models"], str(place))[0] == str(place / "models/deep/crossing.pml")
    (place / "a[b].pml").write_text(UNTIDY)
    assert model_files(["a[b].pml", "-"]) == ["a[b].pml", "-"]
    assert not may_be_several(["a[b].pml"]) and may_be_several(["models"]) and may_be_several(["*.pml"])
    for nothing in ("none/*.pml", "models/.hidden/none"):
        (place / "models/.hidden/none").mkdir(exist_ok=True)
        with pytest.raises(UsageError, match="no "):
            model_files([nothing])


def test_check_of_a_tree(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "models"]) == 2
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("models/deep/crossing.pml: no findings")
    assert lines[-1] == "3 models: 2 fine, 1 with errors"
    assert main(["check", "models", "--quiet"]) == 2
    assert capsys.readouterr() == ("3 models: 2 fine, 1 with errors\n", "")
    assert main(["check", "models/pingpong.pml", "models/*/*.pml", "-o", "told.txt"]) == 0
    assert (place / "told.txt").read_text().splitlines()[-1] == "2 models: 2 fine"
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("verb", ["check", "bound", "explore"])
def test_json_is_a_list(verb: str, place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([verb, "models", "--format", "json"]) == (1 if verb == "explore" else 2)
    told = json.loads(capsys.readouterr().out)
    Draft202012Validator(schema_of(verb)).validate(told)
    assert [one["file"] for one in told["files"]] == model_files(["models"])
    wrong = told["files"][1]
    assert wrong["status"] == 2
    if verb != "check":
        assert wrong["answer"] is None and len(wrong["problem"]["diagnostics"]) == 9
    # A single model is answered as ever.
    main([verb, "models/pingpong.pml", "--format", "json"])
    alone = json.loads(capsys.readouterr().out)
    Draft202012Validator(schema_of(verb)).validate(alone)
    assert alone.keys() == told["files"][2]["answer"].keys()


def test_sarif_is_one_document(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (place / "models" / "again.pml").write_text((place / "models" / "mistakes.pml").read_text())
    for verb in ("check", "bound"):
        assert main([verb, "models", "--format", "sarif"]) == 2
        (run,) = json.loads(capsys.readouterr().out)["runs"]
        rules = [one["id"] for one in run["tool"]["driver"]["rules"]]
        assert len(rules) == len(set(rules))
        assert all(rules[one["ruleIndex"]] == one["ruleId"] for one in run["results"])
        places = [one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for one in run["results"]]
        assert places.count("models/again.pml") == places.count("models/mistakes.pml") == 9


@pytest.mark.needs("spin", "gcc")
def test_junit_has_a_suite_for_each_model(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "models", "--format", "junit"]) == 1
    suites = ElementTree.fromstring(capsys.readouterr().out.partition("\n")[2])
    assert suites.tag == "testsuites"
    told = {suite.get("name"): (suite.get("failures"), suite.get("errors")) for suite in suites}
    assert told == dict(zip(model_files(["models"]), [("1", "0"), ("0", "1"), ("0", "0")], strict=True))


def test_format_of_a_tree(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (place / "models" / "mistakes.pml").write_text(UNTIDY)
    shutil.copy(EXAMPLES / "abp" / "abp.pch", place / "models")  # in a language that is not formatted
    assert main(["format", "--check", "models"]) == 1
    assert capsys.readouterr().out == "models/mistakes.pml: would change\n3 models: 2 fine, 1 would change\n"
    assert main(["format", "models"]) == 2
    assert "--in-place" in capsys.readouterr().err
    assert main(["format", "--in-place", "models"]) == 0
    assert capsys.readouterr().out == "models/mistakes.pml: changed\n3 models: 3 fine\n"
    assert main(["format", "--check", "models"]) == 0
    assert (place / "models" / "mistakes.pml").read_text() != UNTIDY


def test_files_about_one_model_are_refused(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for verb, option in (("bound", "--certificate"), ("explore", "--msc"), ("check", "--stages")):
        assert main([verb, "models", option, "there"]) == 2
        assert f"{option} is about one model" in capsys.readouterr().err
    assert not os.path.exists("there")


def test_one_model_that_cannot_be_read_does_not_end_the_others(place: Path) -> None:
    result = penstock("explore", "none.pml", "models/pingpong.pml", cwd=place)
    assert result.returncode == 2
    assert "none.pml" in result.stderr
    assert result.stdout.startswith("models/pingpong.pml:\n")
    assert result.stdout.endswith("2 models: 1 fine, 1 with errors\n")


def test_what_cannot_be_asked_is_told_with_its_file(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copy(EXAMPLES / "closing" / "answering.pml", place / "open.pml")
    assert main(["bound", "open.pml", "models/pingpong.pml"]) == 2
    assert "penstock bound: open.pml: this model is open" in capsys.readouterr().err


def test_long_answers_stand_apart(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (place / "idle.pml").write_text("init { skip }")
    assert main(["bound", "idle.pml", "models/pingpong.pml", "models/deep"]) == 0
    lines = capsys.readouterr().out.splitlines()
    heads = {at for at, line in enumerate(lines) if at and ": BOUNDED" in line}
    assert len(heads) == 2 and all(not lines[at - 1] for at in heads)
    assert main(["bound", "models/pingpong.pml", "idle.pml"]) == 0
    assert "\n\nidle.pml: BOUNDED" in capsys.readouterr().out
