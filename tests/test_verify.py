"""`penstock verify` as users call it: the right verdict, exit status and message in each situation."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.commands import ROOT, penstock

MODELS = ROOT / "tests" / "models" / "verify"
SCHEMA = json.loads((ROOT / "docs" / "schema" / "verify.json").read_text())
needs_tools = pytest.mark.needs("spin", "gcc")
pytestmark = needs_tools


def verify(*words: str | Path, **more: Any) -> subprocess.CompletedProcess[str]:
    return penstock("verify", *words, **more)


def verify_json(*words: str | Path, status: int, **more: Any) -> dict[str, Any]:
    result = verify(*words, "--format", "json", **more)
    assert result.returncode == status, result.stdout + result.stderr
    record: dict[str, Any] = json.loads(result.stdout)
    Draft202012Validator(SCHEMA).validate(record)
    return record


def verdicts(record: dict[str, Any]) -> dict[str, str]:
    return {one["name"]: one["verdict"] for one in record["properties"]}


def test_a_violated_assertion() -> None:
    record = verify_json(MODELS / "assertion.pml", status=1)
    assert record["verdict"] == "violated" and record["errors"] == 1
    assert "the assertion `count==2` fails" in record["properties"][0]["reason"]
    last = record["trail"][-1]
    assert last["process"] == "Observer" and last["line"] == 14
    assert [step["step"] for step in record["trail"]] == list(range(1, len(record["trail"]) + 1))
    assert {step["process"] for step in record["trail"]} == {"Worker#1", "Worker#2", "Observer"}
    shown = verify(MODELS / "assertion.pml").stdout
    assert "safety: the assertion `count==2` fails after 8 steps" in shown


def test_a_deadlock_on_full_channels() -> None:
    result = verify(MODELS / "full_channel.pml")
    assert result.returncode == 1
    assert "no process can go on after 2 steps" in result.stdout
    assert "Left waits at" in result.stdout and "full_channel.pml:8" in result.stdout
    assert "blocked: channel `there` (capacity 1) is full" in result.stdout


def test_a_deadlock_that_may_be_no_mistake_names_the_missing_label() -> None:
    model = b"chan q = [1] of { bit }; active proctype Server() { do :: q?_ od } active proctype Client() { q!1 }"
    result = verify("-", text=model)
    assert result.returncode == 1
    assert "if `Server` may wait there forever, put a label that begins with `end`" in result.stdout


def test_a_violation_is_drawn(tmp_path: Path) -> None:
    drawing = tmp_path / "run.svg"
    verify(MODELS / "full_channel.pml", "--msc", drawing)
    assert "<svg" in drawing.read_text()


def test_liveness_and_fairness() -> None:
    record = verify_json(MODELS / "starving.pml", status=1)
    assert verdicts(record) == {"safety": "holds", "everyone": "violated", "never_taken_back": "holds"}
    everyone = record["properties"][1]
    assert "`<> served` does not hold" in everyone["reason"] and everyone["cycle"] is not None
    assert {step["process"] for step in record["trail"]} == {"Busy"}
    fair = verify_json(MODELS / "starving.pml", "--fair", status=0)
    assert verdicts(fair)["everyone"] == "holds"


def test_a_cycle_without_progress() -> None:
    record = verify_json(MODELS / "idle_cycle.pml", status=1)
    assert verdicts(record) == {"safety": "holds", "progress": "violated"}
    assert "without passing a progress label" in record["properties"][1]["reason"]
    assert len(record["trail"]) <= 5, "the shortest cycle goes up and down once"


def test_an_invalid_formula() -> None:
    for formula, place in [("[] (level >", "--ltl:1:"), ("<> nothing", "--ltl:1:"), ("X (level == 1)", "")]:
        result = verify(MODELS / "idle_cycle.pml", "--ltl", formula)
        assert result.returncode == 2, result.stdout
        assert "^" in result.stderr and place in result.stderr, result.stderr
    second = verify(MODELS / "idle_cycle.pml", "--ltl", "[] (level < 3)", "--ltl", "[] level <")
    assert second.returncode == 2 and "--ltl (2):1:" in second.stderr


def test_a_formula_from_the_command_line() -> None:
    record = verify_json(MODELS / "idle_cycle.pml", "--ltl", "[] (level < 3)", "--ltl", "[] (level < 2)", status=1)
    assert list(verdicts(record).values()) == ["holds", "violated"]
    assert len(record["properties"][1]["trail"]) == 4


@pytest.mark.parametrize(("missing", "present"), [("spin", "gcc"), ("gcc", "spin")])
def test_a_missing_tool(missing: str, present: str, tmp_path: Path) -> None:
    (tmp_path / present).symlink_to(str(shutil.which(present)))
    result = verify(MODELS / "assertion.pml", environment={"PATH": str(tmp_path)})
    assert result.returncode == 4
    assert f"apt-get install {missing}" in result.stderr


def test_too_little_time() -> None:
    result = verify(MODELS / "large.pml", "--timeout", "1", "--property", "safety")
    assert result.returncode == 3
    assert "undecided" in result.stdout and "time ran out" in result.stdout
    record = verify_json(MODELS / "large.pml", "--timeout", "3", status=3)
    # Without a limit it takes hours.
    assert record["verdict"] == "inconclusive" and record["searching_seconds"] < 60


def test_too_little_memory() -> None:
    record = verify_json(MODELS / "large.pml", "--memory", "50", status=3)
    assert record["verdict"] == "inconclusive" and 0 < record["memory_mb"] < 60
    assert "memory limit was reached" in record["properties"][0]["reason"]
    assert any("compressed" in note for note in record["properties"][0]["notes"])


def test_a_depth_that_grows() -> None:
    record = verify_json(MODELS / "many_states.pml", "--depth", "5", status=0)
    notes = " ".join(record["properties"][0]["notes"])
    assert "states take more than" in notes and "a depth of 5 steps was too small" in notes


def test_bitstate_proves_nothing() -> None:
    record = verify_json(MODELS / "many_states.pml", "--search", "bitstate", status=3)
    assert record["verdict"] == "inconclusive" and record["errors"] == 0
    assert "hash factor" in record["properties"][0]["not_checked"][0]
    assert verify(MODELS / "assertion.pml", "--search", "bitstate").returncode == 1


def test_embedded_c() -> None:
    record = verify_json(MODELS / "embedded.pml", status=1)
    assert "`seen==2` fails" in record["properties"][0]["reason"]
    assert record["trail"][0]["statement"] == "now.counted < limit"
    assert record["trail"][-1]["line"] == 14


def test_included_c_files_are_found_and_never_reused(tmp_path: Path) -> None:
    model = tmp_path / "model.pml"
    model.write_text('c_decl {\n\\#include "limit.h"\n};\nbyte x;\ninit { x = 1; assert(c_expr { LIMIT > 1 }) }\n')
    (tmp_path / "limit.h").write_text("#define LIMIT 2\n")
    assert verify(model).returncode == 0
    (tmp_path / "limit.h").write_text("#define LIMIT 1\n")
    assert verify(model).returncode == 1


def test_traces() -> None:
    model = MODELS / "events.pml"
    assert verify(model, "-DNEXT=2", "--property", "assertions").returncode == 0
    wrong = verify(model, "-D", "NEXT=1")
    assert wrong.returncode == 1 and "the trace does not allow" in wrong.stdout
    forbidden = verify(model, "-DNEXT=2", "-DFORBIDDEN")
    assert forbidden.returncode == 1 and "notrace forbids" in forbidden.stdout


def test_never_claims() -> None:
    model = MODELS / "claim.pml"
    assert verdicts(verify_json(model, "-DLAST=2", status=0)) == {"safety": "holds", "never": "holds"}
    matched = verify_json(model, "-DLAST=3", status=1)
    assert verdicts(matched) == {"safety": "holds", "never": "violated"}
    assert "never claim is matched" in matched["properties"][1]["reason"]
    both = verify_json(model, "-DLAST=3", "-DFAILING", status=1)
    assert verdicts(both) == {"safety": "violated", "never": "violated"}


def test_formulas_are_judged_past_other_errors() -> None:
    record = verify_json(MODELS / "past_assertion.pml", status=1)
    assert verdicts(record) == {"safety": "violated", "small": "holds", "smaller": "violated"}
    assert "another error" in record["properties"][1]["notes"][0]
    assert record["properties"][2]["trail"][-1]["statement"] == "x = 3"


def test_accept_labels_of_processes_do_not_disturb_formulas() -> None:
    record = verify_json(MODELS / "accepting.pml", status=1)
    assert verdicts(record) == {"safety": "holds", "acceptance": "violated", "back_again": "holds"}


RUN_TIME_ERRORS = {
    "byte a[3]; active proctype P() { byte i = 2; i++; a[i] = 1 }": "an array index is out of range",
    "byte x; active proctype P() { d_step { x = 1; x == 2; x = 3 } }": "a d_step must not wait",
    "chan q = [2] of { byte }; active proctype P() { xr q; byte y; q?y; q?y }"
    " active proctype Q() { byte z; q!1; q!2; q?z }": "claimed with xr or xs",
}


@pytest.mark.parametrize(("model", "message"), RUN_TIME_ERRORS.items(), ids=RUN_TIME_ERRORS.values())
def test_run_time_errors(model: str, message: str) -> None:
    result = verify("-", text=model.encode())
    assert result.returncode == 1 and message in result.stdout, result.stdout + result.stderr
    assert "<stdin>:1" in result.stdout


def test_limits_of_spin() -> None:
    model = b"byte x; proctype Q() { x == 1 } active proctype P() { do :: run Q() od }"
    result = verify("-", text=model)
    assert result.returncode == 3, result.stdout + result.stderr
    assert "more than the 255 processes" in result.stdout


def test_division_by_zero_is_not_fine() -> None:
    result = verify("-", text=b"byte x; active proctype P() { byte y = 3; y = y / x; assert(y) }")
    assert result.returncode == 4 and "divides by zero" in result.stdout


def test_models_that_the_verifier_refuses() -> None:
    result = verify("-", text=b"byte x; active proctype P() { x = 1; do :: skip od }")
    assert result.returncode == 2 and "self-loop" in result.stdout + result.stderr


def test_unknown_properties_and_wrong_usage() -> None:
    result = verify(MODELS / "starving.pml", "--property", "fairness")
    assert result.returncode == 2
    assert "`everyone`" in result.stderr and "`deadlock`" in result.stderr
    for words in (["--timeout", "0"], ["--memory", "x"], ["--cluster", "here"], ["--search", "all"]):
        assert verify(MODELS / "starving.pml", *words).returncode == 2


def test_chosen_properties() -> None:
    model = MODELS / "starving.pml"
    names = ["never_taken_back", "deadlock"]
    record = verify_json(model, "--property", names[0], "--property", names[1], status=0)
    assert list(verdicts(record)) == names
    built_in = b"byte x; init { x = 1 } ltl safety { [] (x == 0) }"
    assert verify("-", "--property", "safety", text=built_in).returncode == 0
    assert verify("-", "--property", "ltl:safety", text=built_in).returncode == 1


def test_errors_in_the_model_are_shown_by_ourselves() -> None:
    result = verify("-", text=b"init { x = 1 }")
    assert result.returncode == 2 and "error[E301]" in result.stderr


def test_unreached_statements() -> None:
    text = b"byte x; init {\n  if\n  :: x == 0 -> x = 1\n  :: x == 9 ->\n    x = 2\n  fi\n}"
    record = verify_json("-", text=text, status=0)
    assert {"process": "init", "file": "<stdin>", "line": 5, "statement": "x = 2"} in record["unreached"]
