"""How Penstock gets to others: a wheel, hooks for pre-commit, an action for GitHub, a container."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parent.parent
BIN = Path(sys.executable).parent
ACTION = ROOT / "scripts" / "github-action"
MODEL = "byte x;\ninit{ x = 1 }\n"


def run(words: list[str], cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    # Nothing of this tree is to be found by chance.
    told = {name: value for name, value in os.environ.items() if name != "PYTHONPATH" and not name.startswith("GIT")}
    return subprocess.run(
        words, cwd=cwd, env=told | environment, capture_output=True, text=True, timeout=600, check=False
    )


def done(words: list[str], cwd: Path, **environment: str) -> str:
    result = run(words, cwd, **environment)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


# -- packages ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a fresh environment, with the wheel that is made of the sdist."""
    place = tmp_path_factory.mktemp("packages")
    source = place / "source"
    source.mkdir()
    shutil.copytree(ROOT / "src", source / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    done([sys.executable, "-m", "build", "--outdir", str(place / "dist"), str(source)], place)
    assert sorted(file.suffix for file in (place / "dist").iterdir()) == [".gz", ".whl"]
    done([sys.executable, "-m", "venv", "--without-pip", str(place / "fresh")], place)
    wheel = next((place / "dist").glob("*.whl"))
    pip = [sys.executable, "-m", "pip", "--python", str(place / "fresh" / "bin" / "python")]
    done([*pip, "install", "--quiet", "--no-compile", str(wheel)], place)
    return place / "fresh" / "bin"


@pytest.mark.long
@pytest.mark.slow
def test_a_wheel_has_all_that_is_needed(installed: Path, tmp_path: Path) -> None:
    """Templates, the catalogue and the runtime in C are files that are not Python."""
    shutil.copy(ROOT / "examples" / "pingpong.pml", tmp_path / "model.pml")
    penstock = str(installed / "penstock")
    assert done([penstock, "--version"], tmp_path).startswith("penstock ")
    done([penstock, "check", "model.pml"], tmp_path)
    assert "outside a loop" in done([penstock, "explain", "E503"], tmp_path)
    assert "BOUNDED" in done([penstock, "bound", "model.pml", "--report", "page.html"], tmp_path)
    assert "<svg" in (tmp_path / "page.html").read_text()
    done([penstock, "generate", "model.pml", "-o", "program"], tmp_path)
    assert (tmp_path / "program" / "runtime" / "world.h").is_file()
    missing = run([penstock, "mcp"], tmp_path)
    assert missing.returncode == 2 and "pip install 'penstock[mcp]'" in missing.stderr
    pages = "from penstock.faces.mcp.reference import instructions; print(instructions())"
    assert "max_seconds" in done([str(installed / "python"), "-c", pages], tmp_path)
    program = "import penstock; print(penstock.bound('model.pml').verdict.value, penstock.__file__)"
    verdict, file = done([str(installed / "python"), "-c", program], tmp_path).split()
    assert verdict == "BOUNDED" and file.startswith(str(installed.parent))


# -- pre-commit --------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.needs("git", f"{BIN}/pre-commit", f"{ROOT}/.git")
def test_the_hooks_check_and_format(tmp_path: Path) -> None:
    """Penstock is installed by pre-commit itself; both hooks share that."""
    consumer = tmp_path / "consumer"
    consumer.mkdir()
    (consumer / "model.pml").write_text(MODEL)
    (consumer / "lock.apml").write_text((ROOT / "examples" / "actors" / "lock.apml").read_text())
    (consumer / "notes.txt").write_text("no model")
    done(["git", "init", "--quiet", "."], consumer)
    done(["git", "add", "."], consumer)
    words = [str(BIN / "pre-commit"), "try-repo", str(ROOT), "--all-files", "--verbose"]
    result = run(words, consumer, PRE_COMMIT_HOME=str(tmp_path / "kept"), PIP_NO_COMPILE="1")
    assert result.returncode == 1, "the second hook changes the model"
    checked, formatted = result.stdout.split("penstock format....")
    assert "model.pml: no findings" in checked and "Passed" in checked
    assert "files were modified by this hook" in formatted and "lock.apml" not in formatted
    assert (consumer / "model.pml").read_text() != MODEL and "notes.txt" not in result.stdout


# -- GitHub ------------------------------------------------------------------------------------


def action(project: Path, tmp_path: Path, **inputs: str) -> tuple[subprocess.CompletedProcess[str], str]:
    """Run the script as GitHub does; what it tells the steps after it comes second."""
    output = tmp_path / "output"
    output.touch()
    tool = tmp_path / "bin" / "penstock"
    tool.parent.mkdir(exist_ok=True)
    tool.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}/src" exec "{sys.executable}" -m penstock "$@"\n')
    tool.chmod(0o755)
    told = {"PATH": f"{tool.parent}:{os.environ['PATH']}", "GITHUB_OUTPUT": str(output)}
    told |= {"GITHUB_WORKSPACE": str(project), "GITHUB_STEP_SUMMARY": str(tmp_path / "page.md")}
    result = run([str(ACTION)], project, **told, **{f"INPUT_{name.upper()}": value for name, value in inputs.items()})
    return result, output.read_text()


def test_the_action_tells_what_is_not_as_expected(tmp_path: Path) -> None:
    project = tmp_path / "repository"
    (project / "some models").mkdir(parents=True)
    (project / "some models" / "good.pml").write_text(MODEL)
    (project / "some models" / "bad.pml").write_text("init { y = 1 }\n")
    (project / "penstock.toml").write_text('[[model]]\nfile = "some models/*.pml"\ncheck = "no-errors"\n')
    result, told = action(project, tmp_path, junit="junit.xml", sarif="found.sarif", options="--jobs 1 --no-cache")
    assert (result.returncode, told) == (1, "status=1\n"), result.stderr
    assert "::error file=some models/bad.pml,line=1,col=8,title=some models/bad.pml%3A check::" in result.stdout
    assert "| ✅ | <code>some models/good.pml</code> |" in (tmp_path / "page.md").read_text()
    assert '<testsuite name="some models/bad.pml"' in (project / "junit.xml").read_text()
    assert '"some%20models/bad.pml"' in (project / "found.sarif").read_text()


def test_the_action_tests_what_it_is_told_to(tmp_path: Path) -> None:
    """Paths have blanks, and are not patterns."""
    for name in ("one model.pml", "other.pml", "o*.pml"):
        (tmp_path / "models").mkdir(exist_ok=True)
        (tmp_path / "models" / name).write_text(MODEL if name != "other.pml" else "init { y = 1 }\n")
    result, told = action(
        tmp_path, tmp_path, directory="models", paths="one model.pml\no*.pml\n", options="--jobs 1 --no-cache"
    )
    assert (result.returncode, told) == (0, "status=0\n"), result.stdout + result.stderr
    assert "2 models: 2 of 2 expectations met" in result.stdout


def test_the_action_hands_over_all_of_its_inputs() -> None:
    described: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text())
    *_, last = described["runs"]["steps"]
    assert last["env"] == {f"INPUT_{name.upper()}": f"${{{{ inputs.{name} }}}}" for name in described["inputs"]}
    script = ACTION.read_text()
    assert all(f"INPUT_{name.upper()}" in script for name in described["inputs"]) and os.access(ACTION, os.X_OK)
    used = [
        step["run"].split("/scripts/")[1].split('"')[0]
        for step in described["runs"]["steps"]
        if "scripts" in step["run"]
    ]
    assert len(used) == 2 and all((ROOT / "scripts" / name).is_file() for name in used)


# -- containers --------------------------------------------------------------------------------


@pytest.mark.needs(f"{BIN}/hadolint")
def test_the_container_file_has_no_faults() -> None:
    assert done([str(BIN / "hadolint"), "--no-color", "Containerfile"], ROOT) == ""


def test_the_container_has_what_the_package_needs() -> None:
    lines = [line.split() for line in (ROOT / "Containerfile").read_text().splitlines() if line.startswith("COPY")]
    copied = [name for _, *names, _ in lines for name in names]
    assert "src" in copied and "pyproject.toml" in copied and all((ROOT / name).exists() for name in copied)
