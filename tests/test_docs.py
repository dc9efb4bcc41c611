"""The commands in the documentation do what it says."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet
from tests.commands import ROOT, penstock

from penstock.faces.cli.main import server_parser
from penstock.spin.tools import QUICK_COMPILER
from penstock.verbs import SERVERS

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
MADE = ("reference/commands.md", "reference/data.md", "decisions/index.md")
"""Pages that are made when the site is built."""
needs_tools = pytest.mark.needs("spin", "gcc")
_BLOCK = re.compile(r"```(console|python)\n(.*?)```", re.DOTALL)


def sessions_of(page: Path) -> list[tuple[str, str]]:
    """(command, expected output) for each `$` line of a page."""
    found = []
    for kind, text in _BLOCK.findall(page.read_text()):
        for session in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:] if kind == "console" else []:
            command, _, expected = session.partition("\n")
            found.append((command, expected))
    return found


def sessions() -> list[ParameterSet]:
    """(page, command, expected output); what `make` runs is too long or installs things.

    Commands of a lesson belong together, and have a test of their own.
    """
    return [
        pytest.param(page.name, command, expected, marks=[needs_tools] if verifies(command) else [])
        for page in PAGES
        if page.parent.name != "course"
        for command, expected in sessions_of(page)
        if not command.startswith("make ") and command.split()[1] not in SERVERS
    ]


def verifies(command: str) -> bool:
    """Whether SPIN takes part."""
    return command.split()[1] in ("verify", "ltl", "sweep", "diff", "mutate") or "--compare" in command


def _pattern(piece: str) -> str:
    lines = piece.split("\n")
    return "\n".join(re.escape(line[:-3]) + ".*" if line.endswith("...") else re.escape(line) for line in lines)


def run(command: list[str], **more: str) -> subprocess.CompletedProcess[str]:
    """As users run it: with the usual compiler."""
    if command[0] == "penstock":
        return penstock(*command[1:], environment={QUICK_COMPILER: ""} | more, seconds=120)
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src"), QUICK_COMPILER: ""} | more
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, env=environment, check=False)


@pytest.mark.parametrize(("page", "command", "expected"), sessions(), ids=lambda text: text[:60])
def test_console_sessions(page: str, command: str, expected: str) -> None:
    words = shlex.split(command)
    assert words[0] == "penstock"
    result = run(words)
    assert result.returncode in (0, 1, 2, 3)
    output = result.stdout + result.stderr
    assert matches(expected, output), output


def matches(expected: str, output: str) -> bool:
    """A line `...` stands for anything, `...` at the end of a line for the rest of that line."""
    pieces = [_pattern(piece.strip("\n")) for piece in re.split(r"^\.\.\.$", expected, flags=re.MULTILINE)]
    return re.fullmatch(r"[\s\S]*".join(pieces), output.strip("\n")) is not None


def test_servers_are_started_as_they_can_be() -> None:
    """They do not end by themselves: only their words are read."""
    for page in PAGES:
        for command, _ in sessions_of(page):
            words = shlex.split(command)
            if words[0] == "penstock" and words[1] in SERVERS:
                server_parser(words[1]).parse_args(words[2:])


def test_python_blocks() -> None:
    for page in PAGES:
        for kind, text in _BLOCK.findall(page.read_text()):
            if kind == "python":
                result = run([sys.executable, "-c", text])
                assert result.returncode == 0, result.stderr


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    prose = re.sub(r"```.*?```|`[^`]*`", "", page.read_text(), flags=re.DOTALL)  # a formula may look like a link
    for target in re.findall(r"\]\(([^)#]+)\)", prose):
        place = os.path.relpath(page.parent / target, ROOT / "docs")
        assert target.startswith("http") or (page.parent / target).exists() or place in MADE, target


@needs_tools
def test_the_demo_shows_something(tmp_path: Path) -> None:
    tool = tmp_path / "penstock"
    tool.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m penstock "$@"\n')
    tool.chmod(0o755)
    result = run(["sh", "scripts/demo", str(tool)])
    assert result.returncode == 0, result.stderr
    assert "error[E416]" in result.stdout and "proctype Server: 5 states" in result.stdout
    assert all(
        (ROOT / "build" / "demo" / name).read_text().count("<svg") == 1 for name in ("pingpong.svg", "crossing.svg")
    )


def test_the_generated_file_that_is_explained_is_generated(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "generated.md").read_text()
    run(["penstock", "generate", "examples/pingpong.pml", "-o", str(tmp_path), "--quiet"])
    written = (tmp_path / "proctype_Server.c").read_text()
    model = (ROOT / "examples" / "pingpong.pml").read_text()
    shown = re.findall(r"```c\n(.*?)```", page, re.DOTALL)
    assert len(shown) == 4 and all(part in written for part in shown)
    assert [part in model for part in re.findall(r"```promela\n(.*?)```", page, re.DOTALL)] == [True]
