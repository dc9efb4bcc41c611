"""The solver of the static page, run by Node for tests; and solvers that lie."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import pytest

from penstock.lp.wasm import SOLVER

ROOT = Path(__file__).parent.parent
PACKAGES = ROOT / "web" / "node_modules"
needs_solver = pytest.mark.needs("node", str(PACKAGES / "highs"), str(PACKAGES / "esbuild"))


@contextmanager
def node_solver() -> Iterator[Callable[[str], str]]:
    """HiGHS as WebAssembly: a problem in, an answer out, both as JSON."""
    command = ["node", str(ROOT / "tests" / "static" / "solver.mjs")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as node:
        assert node.stdin is not None and node.stdout is not None
        asked, answers = node.stdin, node.stdout

        def solve(text: str) -> str:
            asked.write(text + "\n")
            asked.flush()
            return answers.readline()

        try:
            yield solve
        finally:
            node.kill()


@contextmanager
def solving_by(solve: Callable[[str], str]) -> Iterator[None]:
    """All linear programs are solved as in a browser, by this function."""
    there = patch.dict(sys.modules, {SOLVER: SimpleNamespace(solve=solve)})
    with there, patch("penstock.lp.solve.BACK_END", "penstock.lp.wasm"):
        yield
