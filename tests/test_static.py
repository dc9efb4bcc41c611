"""Penstock in a browser: the core needs no package of a machine, and answers there what it answers here."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.node_solver import PACKAGES, ROOT, needs_solver
from tests.static.answers import answers
from tests.test_solvers import EXAMPLES, HARD, is_refined

from penstock.budget import UNWATCHED
from penstock.faces.web.browser import LIMITS
from penstock.faces.web.protocol import EngineKind
from penstock.faces.web.session import PageSession

VERBS: dict[str, dict[str, Any]] = {
    "check": {},
    "automata": {},
    "simulate": {"seed": 7, "steps": 200},
    "explore": {"limit": 1000},
    "bound": {"budget": 300},
    "close": {},
    "lower": {},
    "format": {},
}
"""What the static page answers, and how it is asked here."""
BLOCKED = ("highspy", "numpy", "pycparser", "jinja2", "multiprocessing", "fcntl")


def questions() -> list[tuple[str, dict[str, Any]]]:
    found = []
    for path in EXAMPLES:
        for verb, given in VERBS.items():
            asked = {"text": path.read_text(), "name": path.name, **given}
            if verb == "bound" and not is_refined(path):
                asked["refine"] = False
            if verb != "bound" or path.name not in HARD:
                found.append((verb, asked))
    return found


@needs_solver
@pytest.mark.needs(str(PACKAGES / "pyodide"))
@pytest.mark.long
@pytest.mark.slow
def test_examples_have_the_same_answers_in_a_browser(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked = questions()
    file = tmp_path / "questions.json"
    file.write_text(json.dumps(asked))
    command = ["node", str(ROOT / "tests" / "static" / "core.mjs"), str(ROOT / "src"), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    monkeypatch.setenv("PATH", "")  # as in a browser, there is no SPIN
    for question, there, here in zip(asked, json.loads(done.stdout), json.loads(answers(asked)), strict=True):
        assert there == here, (question[0], question[1]["name"])


def test_formulas_that_nobody_translates_are_not_taken_for_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without SPIN, a search of all states says nothing about them, and does not say that all is well."""
    session = PageSession(EngineKind.STATIC, LIMITS)
    with_formula = "bool x; ltl stays { [] !x } active proctype P() { x = true }"
    monkeypatch.setenv("PATH", "")
    found = session.answer("explore", {"text": with_formula}, UNWATCHED)
    assert not found["fine"] and "took no part" in found["notes"][0]
    found = session.answer("explore", {"text": with_formula.replace("ltl stays { [] !x }", "")}, UNWATCHED)
    assert found["fine"] and found["notes"] == []


def test_the_core_needs_no_package_of_a_machine() -> None:
    """Whatever is not in a browser is not looked for, until a verb needs it that is not there either."""
    program = (
        "import subprocess, sys; subprocess.Popen = None; sys.modules |= dict.fromkeys(sys.argv[1].split(','));"
        "from penstock.verbs import task;"
        "[task(verb) for verb in sys.argv[2].split(',')];"
        "import penstock.stepping.looking, penstock.insight, penstock.draw.graph, penstock.draw.chart"
    )
    command = [sys.executable, "-c", program, ",".join(BLOCKED), ",".join([*VERBS, "actors", "recheck"])]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
