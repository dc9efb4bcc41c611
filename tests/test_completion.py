"""Shells complete commands, options and files; the pages of the manual can be read."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from penstock.faces.cli.completion import SHELLS, completion_script
from penstock.faces.cli.main import main
from penstock.verbs import SERVERS, VERBS

ROOT = Path(__file__).parent.parent
IN_BASH = """
source "$1"; shift
function_name=$(complete -p penstock | sed 's/.*-F \\([^ ]*\\).*/\\1/')
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
"$function_name" penstock "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.fixture(scope="module", params=SHELLS)
def shell(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("completion")
    for name in SHELLS:
        (place / name).write_text(completion_script(name))
    (place / "model.pml").write_text("init { skip }")
    return place


def output(command: list[str], cwd: Path) -> list[str]:
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd, check=True, timeout=60)
    assert done.stderr == ""
    return done.stdout.split("\n")


def in_bash(scripts: Path, *words: str) -> list[str]:
    return output(["bash", "--norc", "-c", IN_BASH, "bash", "./bash", *words], scripts)


def in_fish(scripts: Path, line: str) -> list[str]:
    lines = output(["fish", "--no-config", "-c", f"source fish; complete -C '{line}'"], scripts)
    return [line.partition("\t")[0] for line in lines]


@pytest.mark.needs("bash")
def test_bash(scripts: Path) -> None:
    assert {"verify", "completion"} <= set(in_bash(scripts, "penstock", ""))
    assert in_bash(scripts, "penstock", "ver") == ["verify", ""]
    assert in_bash(scripts, "penstock", "bound", "--ex") == ["--exact", "--explain", ""]
    assert {"text", "json", "sarif"} <= set(in_bash(scripts, "penstock", "check", "--format", ""))
    assert "model.pml" in in_bash(scripts, "penstock", "check", "mod")


@pytest.mark.needs("fish")
def test_fish(scripts: Path) -> None:
    assert in_fish(scripts, "penstock ver") == ["verify", ""]
    assert {"--exact", "--explain"} <= set(in_fish(scripts, "penstock bound --ex"))
    assert "model.pml" in in_fish(scripts, "penstock check mod")
    line = output(["fish", "--no-config", "-c", "source fish; complete -C 'penstock ver'"], scripts)[0]
    assert line == f"verify\t{VERBS['verify']}", "a line of help, not a page"


@pytest.mark.needs("zsh")
def test_zsh_reads_it(scripts: Path) -> None:
    output(["zsh", "-f", "-n", "zsh"], scripts)
    assert (scripts / "zsh").read_text().startswith("#compdef penstock")


def test_every_command_is_there(shell: str, scripts: Path) -> None:
    text = (scripts / shell).read_text()
    assert all(verb in text for verb in [*VERBS, *SERVERS])


def test_the_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["completion", "bash"]) == 0
    assert "complete -o" in capsys.readouterr().out
    monkeypatch.setitem(sys.modules, "shtab", None)
    assert main(["completion", "bash"]) == 2
    assert "pip install 'penstock[completion]'" in capsys.readouterr().err


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("man")
    subprocess.run([sys.executable, "scripts/manual-pages", place], cwd=ROOT, check=True, timeout=60)
    return place


def test_there_is_a_page_for_every_command(pages: Path) -> None:
    named = {f"penstock-{verb}.1" for verb in [*VERBS, *SERVERS]} | {"penstock.1", "penstock-completion.1"}
    assert {page.name for page in pages.iterdir()} == named
    assert "how full can each channel get" in (pages / "penstock-bound.1").read_text()


@pytest.mark.needs("groff")
def test_pages_can_be_read(pages: Path) -> None:
    for page in pages.iterdir():
        done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", page], capture_output=True, text=True, check=True)
        assert "SYNOPSIS" in re.sub(".\b", "", done.stdout)
        assert done.stderr == ""
