"""One fault in a copy of the project, and the judges that are asked about it until one of them objects."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.mutants.faults import ROOT, Fault

COPIED = ("src", "tests", "examples", "docs", "benchmarks", "scripts", "pyproject.toml", "README.md", "Makefile")
SYSTEMS = 2000
"""No more than `make fuzz` judges of any kind, but for programs, which are compiled."""
PROGRAMS = 300
SECONDS = 240.0


@dataclass(frozen=True, slots=True)
class Objection:
    """Who objected, after how many random systems (none for a test), and in which words."""

    judge: str
    systems: int | None
    words: str


def hunt_down(fault: Fault) -> Objection | None:
    """The first objection of the judges that the fault names."""
    with _copy(fault) as tree:
        for judge in fault.judges:
            objection = _tests(tree, judge) if judge.startswith("tests/") else _random(tree, judge)
            if objection is not None:
                return objection
    return None


@contextmanager
def _copy(fault: Fault) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="mutant-") as name:
        tree = Path(name)
        for part in COPIED:
            source = ROOT / part
            if source.is_dir():
                shutil.copytree(source, tree / part, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
            else:
                shutil.copy(source, tree / part)
        path = tree / fault.file
        path.write_text(fault.planted(path.read_text()))
        yield tree


def _random(tree: Path, judge: str) -> Objection | None:
    count = PROGRAMS if judge.startswith("programs") else SYSTEMS
    words = [judge, "--count", str(count), "--seconds", str(SECONDS)]
    ran = _python(tree, ["-m", "tests.mutants.judges", *words], SECONDS + 120)
    try:
        told = json.loads(ran.stdout.splitlines()[-1])
    except (IndexError, ValueError):
        return Objection(judge, 1, ran.stderr[-500:])  # it did not even begin
    return Objection(judge, told["systems"], told["wrong"]) if told["wrong"] else None


def _tests(tree: Path, judge: str) -> Objection | None:
    """A file of tests, or with `-k WORDS` some of them."""
    words = shlex.split(judge)
    ran = _python(tree, ["-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider", *words], 600)
    if ran.returncode not in (0, 1, 2):
        raise RuntimeError(f"{judge} cannot be run: {ran.stdout[-500:]}{ran.stderr[-500:]}")
    failed = re.search(r"^(?:FAILED|ERROR) (\S+)", ran.stdout, re.MULTILINE)
    if not ran.returncode:
        return None
    return Objection(failed[1] if failed else words[0], None, ran.stdout[-500:])


def _python(tree: Path, words: list[str], seconds: float) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": f"{tree / 'src'}{os.pathsep}{tree}", "PYTHONDONTWRITEBYTECODE": "1"}
    command = ["timeout", "--kill-after=10", str(seconds), sys.executable, *words]
    return subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=False)
