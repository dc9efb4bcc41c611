"""A model on the standard input gets the answer that it gets as a file; whatever it is needed for, it is read once."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.commands import penstock
from tests.test_verify import needs_tools

from penstock.verbs import VERBS

CLOSED = "byte x;\nchan q = [2] of { byte };\ninit {\n    q!1;\n    q?x;\n    x == 2;\n    skip;\n}\n"
OPEN = "env chan q = [1] of { byte };\nactive proctype P() {\n    byte x;\n    q?x;\n    assert(x < 300);\n}\n"
TIMED = "timer t;\ninit {\n    set(t, 2);\n    expire(t);\n    assert(true);\n}\n"
FORMULA = "byte x;\ninit {\n    x = 1;\n    assert(x);\n}\nltl small { [] (x < 2) }\n"
MACRO = "#ifndef N\n#define N 1\n#endif\nbyte x;\ninit {\n    x = N;\n}\n"
OWN_NAMES = {"actors", "explain", "ltl", "test", "plan", "work", "merge", "cache"}
"""Actor models are told by their names, `explain`, `ltl` and `cache` read none, and the others a whole project."""
CASES: dict[str, list[tuple[str, list[str]]]] = {
    "check": [(CLOSED, []), (OPEN, [])],
    "format": [(CLOSED, []), (OPEN, [])],
    "automata": [(CLOSED, []), (OPEN, [])],
    "simulate": [(CLOSED, ["--seed", "1"]), (OPEN, ["--seed", "1"]), (CLOSED, ["--trail", "found.trail"])],
    "explore": [(CLOSED, []), (OPEN, []), (TIMED, []), (FORMULA, [])],
    "bound": [(CLOSED, []), (CLOSED, ["--exact"]), (CLOSED, ["--certificate", "proof.json"])],
    "recheck": [(CLOSED, ["proof.json"])],
    "verify": [(CLOSED, []), (OPEN, []), (TIMED, []), (FORMULA, []), (FORMULA, ["--ltl", "[] (x < 1)"])],
    "close": [(OPEN, []), (OPEN, ["--compare"]), (OPEN, ["--influence"]), (CLOSED, [])],
    "lower": [(TIMED, []), (CLOSED, [])],
    "generate": [(CLOSED, ["-o", "program", "--quiet"])],
    "conform": [(CLOSED, ["trace.log"])],
    "sweep": [(MACRO, ["N=1..2", "--verb", "explore", "--jobs", "1", "--quiet"])],
    "diff": [(FORMULA, ["closed.pml", "--jobs", "1"])],
    "mutate": [(FORMULA, ["--most", "2", "--jobs", "1"])],
}
_FIGURES = re.compile(r"(?<=, )?\d+(\.\d+)? (s|MB)\b| in \d+\.\d+ s")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With a trail, a certificate and a trace to begin with."""
    found = tmp_path_factory.mktemp("standard_input")
    (found / "closed.pml").write_text(CLOSED)
    penstock("verify", "closed.pml", "--trail-out", "found.trail", cwd=found)
    penstock("bound", "closed.pml", "--certificate", "proof.json", cwd=found)
    (found / "trace.log").write_text("")
    return found


def test_every_command_is_tried() -> None:
    assert {*CASES, *OWN_NAMES} == set(VERBS)


def shown(result: subprocess.CompletedProcess[str]) -> tuple[int, str, str]:
    def plain(text: str) -> str:
        text = text.replace("<stdin>", "model.pml").replace(" - ", " model.pml ").replace("-: ", "model.pml: ")
        return re.sub(r"\s+", " ", _FIGURES.sub("", text))

    return result.returncode, plain(result.stdout), plain(result.stderr)


@needs_tools
@pytest.mark.parametrize("command", CASES)
def test_the_answer_is_the_same(command: str, place: Path) -> None:
    for text, more in CASES[command]:
        (place / "model.pml").write_text(text)
        before = more[:1] if command in ("recheck", "conform", "diff") else []
        after = more[len(before) :]
        from_file = penstock(command, *before, "model.pml", *after, cwd=place)
        given = penstock(command, *before, "-", *after, text=text.encode(), cwd=place)
        assert given.returncode in (0, 1, 3) or command == "conform", given.stderr
        assert shown(given) == shown(from_file), more


@needs_tools
def test_a_pipe_is_read_once_too(place: Path) -> None:
    """Such as bash makes of `<(...)`."""
    reading, writing = os.pipe()
    os.write(writing, CLOSED.encode())
    os.close(writing)
    command = [sys.executable, "-m", "penstock", "simulate", f"/dev/fd/{reading}", "--trail", "found.trail"]
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=place, pass_fds=[reading], timeout=600, check=False
    )
    os.close(reading)
    assert done.returncode == 1 and "deadlock: no process can move" in done.stdout, done.stderr


def test_it_cannot_be_two_things_at_once(place: Path) -> None:
    for words in (["recheck", "-", "-"], ["conform", "-", "-"]):
        done = penstock(*words, text=CLOSED.encode(), cwd=place)
        assert done.returncode == 2 and "only one of the two files" in done.stderr
    done = penstock("simulate", "-", "--interactive", text=CLOSED.encode(), cwd=place)
    assert done.returncode == 2 and "give the name of a file" in done.stderr


def test_an_included_file_is_not_the_standard_input(place: Path) -> None:
    done = penstock("check", "-", text=b'#include "-"\ninit { skip }\n', cwd=place)
    assert done.returncode == 2 and "-" in done.stdout
