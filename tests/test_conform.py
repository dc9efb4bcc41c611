"""`penstock conform`: whose trace it is, and whether the program may end as it did."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from tests.building import make
from tests.loading import load_model

from penstock.codegen.fingerprint import fingerprint
from penstock.faces.cli.main import main

ROOT = Path(__file__).parent.parent
needs_compiler = pytest.mark.needs("gcc", "make")


def trace_of(model: Path, *lines: str) -> str:
    """A trace as a program made from this model would write it."""
    return "".join(f"{line}\n" for line in (f"model {fingerprint(load_model(str(model)))}", *lines))


def test_usage_of_conform(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model = tmp_path / "m.pml"
    model.write_text("byte x; active proctype p() { x = 1; x = 2 }\n")
    trace = tmp_path / "trace.log"
    trace.write_text(trace_of(model, "step 0 1:31", "step 0 1:38", "end 0", "over ended"))
    assert main(["conform", str(trace), str(model)]) == 0
    trace.write_text(trace_of(model, "step 0 1:38", "over limit"))
    assert main(["conform", str(trace), str(model)]) == 1
    assert "process 0 (p) at 1:31, x = 1" in capsys.readouterr().out
    for wrong in ("nonsense", "step -1 1:31", "model 1234", "over and out"):
        trace.write_text(trace_of(model, "step 0 1:31", wrong))
        assert main(["conform", str(trace), str(model)]) == 2
        assert "line 3 of the trace" in capsys.readouterr().err
    trace.write_text("step 0 1:31\n")
    assert main(["conform", str(trace), str(model)]) == 2
    assert "line 1 of the trace" in capsys.readouterr().err
    assert main(["conform", "--run", str(tmp_path), str(model)]) == 2


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([], "after 0 steps that the model allows, the program did not come to an end"),
        (["step 0 1:31"], "after 1 step that the model allows, the program did not come to an end"),
        (["step 0 1:31", "over ended"], "the program stopped, but the model can go on"),
        (["step 0 1:31", "over deadlock"], "the program stopped, but the model can go on"),
        (["step 0 1:31", "over violated"], "an assertion failed in the program, but it holds in the model"),
        (["step 0 1:31", "over failed"], "the program had an error where the model has none"),
        (
            ["step 0 1:31", "step 0 1:38", "end 0", "over deadlock"],
            "reached a deadlock, but in the model this is an end",
        ),
    ],
)
def test_an_end_that_the_model_does_not_allow(
    lines: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model, trace = tmp_path / "m.pml", tmp_path / "trace.log"
    model.write_text("byte x; active proctype p() { x = 1; x = 2 }\n")
    trace.write_text(trace_of(model, *lines))
    assert main(["conform", str(trace), str(model)]) == 1
    out = capsys.readouterr().out
    assert said in out and "all allowed" not in out
    assert len(lines) > 3 or f"process 0 (p) before {'1:38, x = 2' if lines else '1:31, x = 1'}" in out
    assert main(["conform", str(trace), str(model), "--format", "json"]) == 1
    data = json.loads(capsys.readouterr().out)
    jsonschema.validate(data, json.loads((ROOT / "docs" / "schema" / "conform.json").read_text()))
    assert not data["conforms"] and data["end"]["wrong"] in out


@pytest.mark.parametrize(
    ("text", "line", "ending"),
    [
        ("active proctype p() { assert(false) }", "step 0 1:23", "violated"),
        ("byte a[2], i = 2; active proctype p() { i == 2; a[i] = 1 }", "step 0 1:41", "failed"),
        ("active proctype p() { true; false }", "step 0 1:23", "deadlock"),
        ("active proctype p() { true; end: false }", "step 0 1:23", "ended"),
        ("active proctype p() { do :: true od }", "step 0 1:29", "limit"),
    ],
)
def test_ends_that_the_model_has_too(text: str, line: str, ending: str, tmp_path: Path) -> None:
    model, trace = tmp_path / "m.pml", tmp_path / "trace.log"
    model.write_text(text)
    trace.write_text(trace_of(model, line, f"over {ending}"))
    assert main(["conform", str(trace), str(model)]) == 0


def test_who_holds_control_is_not_interrupted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model, trace = tmp_path / "m.pml", tmp_path / "trace.log"
    model.write_text(
        "chan c = [0] of { byte }; byte x;\nactive proctype s() { c!1 }\n"
        "active proctype r() { atomic { x = 1; if :: c?x :: else fi } }\n"
    )
    trace.write_text(trace_of(model, "step 1 3:32", "meet 0 2:23 1 3:45", "over limit"))
    assert main(["conform", str(trace), str(model)]) == 1
    assert "process 1 (r) at 3:52, else" in capsys.readouterr().out
    trace.write_text(trace_of(model, "step 1 3:32", "step 1 3:52", "over limit"))
    assert main(["conform", str(trace), str(model)]) == 0


def test_nothing_at_all_is_no_trace(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model, trace = tmp_path / "m.pml", tmp_path / "trace.log"
    model.write_text("byte x; active proctype p() { x = 1; x = 2 }\n")
    trace.write_text("")
    assert main(["conform", str(trace), str(model)]) == 1
    assert "the trace is empty" in capsys.readouterr().out


@pytest.mark.parametrize("other", ["byte x; active proctype p() { x = 1; x = N }\n", 'byte x;\n#include "p"\n'])
def test_the_trace_of_another_model_is_refused(other: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model, trace, included = tmp_path / "m.pml", tmp_path / "trace.log", tmp_path / "p"
    model.write_text(other)
    included.write_text("active proctype p() { x = 1; x = N }\n")
    known = fingerprint(load_model(str(model), ["N=2"]))
    trace.write_text(f"model {known}\nover limit\n")
    assert main(["conform", str(trace), str(model), "-D", "N=2"]) == 0
    assert main(["conform", str(trace), str(model), "-D", "N=3"]) == 2
    (included if "include" in other else model).write_text("active proctype p() { byte x; x = 1; x = N }\n")
    assert main(["conform", str(trace), str(model), "-D", "N=2"]) == 2
    assert "made from another model" in capsys.readouterr().err


ENDS = """
c_decl_IS {
\\#include <stdlib.h>
};
byte x;
active proctype p() {
    x = 1;
    c_code_IS {
        const char *end = getenv("END");
        if (end != NULL && end[0] == 'c') __builtin_trap();
        if (end != NULL && end[0] == 'e') exit(0);
        while (end != NULL && end[0] == 'h') ps_sleep(100);
    };
    x = 2
}
"""


@needs_compiler
@pytest.mark.parametrize("runtime", ["threads", "single", "processes"])
def test_a_program_that_does_not_come_to_its_end_does_not_conform(
    runtime: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    model, directory = tmp_path / "ends.pch", tmp_path / "out"
    model.write_text(ENDS)
    assert main(["generate", str(model), "-o", str(directory), "--quiet", "--runtime", runtime]) == 0
    assert make(directory, "TRACE=1", "CFLAGS=-O0").returncode == 0
    for end, how in (("crash", "ended by"), ("exit", "ended with status 0"), ("hang", "stopped after 1 s")):
        monkeypatch.setenv("END", end)
        assert main(["conform", "--run", str(directory), str(model), "--seconds", "1"]) == 1
        out = capsys.readouterr().out
        assert "after 1 step that the model allows" in out and how in out and "(p) before 14:5, x = 2" in out
    monkeypatch.setenv("END", "usual")
    for form in ([], ["--binary"]):
        assert main(["conform", "--run", str(directory), str(model), *form]) == 0
        assert "3 steps, all allowed" in capsys.readouterr().out


def test_a_trace_that_was_cut_off_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model, trace = tmp_path / "m.pml", tmp_path / "trace.log"
    model.write_text("byte x; active proctype p() { x = 1; x = 2 }\n")
    trace.write_text(trace_of(model, "step 0 1:31") + "step 0 1:3")
    assert main(["conform", str(trace), str(model)]) == 1
    assert "after 1 step that the model allows, the program did not come to an end" in capsys.readouterr().out
