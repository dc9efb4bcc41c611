"""`penstock bound` and `penstock recheck` as users call them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.commands import ROOT, penstock
from tests.judge.random_counting import random_counting_system

from penstock.bounds.runs.occupancy import exact_occupancy
from penstock.reading.source import Source
from penstock.reading.wanted import Wanted
from penstock.tasks.bound import bound
from penstock.tasks.models import runnable_model
from penstock.tasks.requests.bound import BoundRequest

MODELS = ROOT / "tests" / "models" / "bounds"
GRANTING = ROOT / "examples" / "granting.pml"


def bound_json(*words: str | Path, status: int) -> dict[str, Any]:
    result = penstock("bound", *words, "--format", "json")
    assert result.returncode == status, result.stderr
    data: dict[str, Any] = json.loads(result.stdout)
    Draft202012Validator(json.loads((ROOT / "docs" / "schema" / "bound.json").read_text())).validate(data)
    return data


def test_the_table_can_be_acted_on() -> None:
    result = penstock("bound", GRANTING, "--exact")
    assert result.returncode == 0
    assert "25 declared, 11 always suffices, 6 is the most ever used" in result.stdout
    assert "never grows" in result.stdout


def test_a_capacity_that_may_not_suffice_names_the_send() -> None:
    model = b"chan q = [3] of { byte };\ninit {\n  q!1; q!2;\n  q!3; q!4; q!5\n}\n"
    result = penstock("bound", "-", text=model)
    assert result.returncode == 0
    assert "3 declared, may need 5: the sends at lines 3, 4 can block" in result.stdout
    exact = penstock("bound", "-", "--exact", text=model)
    assert exact.returncode == 1 and "3 declared, needs 5" in exact.stdout


def test_unknown_names_the_culprit() -> None:
    data = bound_json(MODELS / "alternating_bit.pml", "--no-refine", status=3)
    assert data["verdict"] == "UNKNOWN"
    alone = [found for found in data["counterexamples"] if len(found["cycles"]) == 1]
    assert [cycle["process"] for found in alone for cycle in found["cycles"]] == ["user"]


def test_the_whole_proof_of_one_channel() -> None:
    text = penstock("bound", MODELS / "refinement-counter.pml", "--why", "ch").stdout
    assert "weights, values" in text and "2 before line 9 `(i < 4)` with i = 2" in text
    assert "never more than 4 / 1 = 4" in text
    wrong = penstock("bound", GRANTING, "--why", "CD")
    assert wrong.returncode == 2 and "there are AB, BA" in wrong.stderr


def test_unknown_says_what_was_tried_and_what_to_try_next() -> None:
    model = (
        b"chan q = [2] of { int };\nint n;\nactive proctype P() { do :: n % 7 < 3 -> q!n; n = 5 * n + 1 :: q?_ od }\n"
    )
    result = penstock("bound", "-", "--no-refine", text=model)
    assert result.returncode == 3
    assert "try next: leave out --no-refine" in result.stdout
    assert "a test right before a send to q (at line 3): `len(q) < N` keeps it short" in result.stdout
    assert "assumed: channels without limit, any number of processes" in result.stdout


@pytest.mark.slow
def test_json_of_both_methods() -> None:
    ours = bound_json(GRANTING, status=0)
    published = bound_json(GRANTING, "--method", "iboc", status=0)
    assert [channel["bound"] for channel in ours["channels"]] == [11, 3]
    assert [channel["bound"] for channel in published["channels"]] == [18, 6]
    assert published["statistics"]["vectors"] == 2
    assert "Generated vectors" in penstock("bound", GRANTING, "--method", "iboc").stdout


def test_sarif_shows_cycles_as_code_flows() -> None:
    result = penstock("bound", MODELS / "arguments.pml", "--format", "sarif")
    document = json.loads(result.stdout)
    (only,) = document["runs"][0]["results"]
    assert only["ruleId"] == "unbounded" and only["codeFlows"]


def test_fix_changes_nothing_but_the_capacities(tmp_path: Path) -> None:
    fixed = tmp_path / "fixed.pml"
    assert penstock("bound", GRANTING, "--fix", fixed).returncode == 0
    text = GRANTING.read_text()
    assert fixed.read_text() == text.replace("AB = [25]", "AB = [11]").replace("BA = [25]", "BA = [3]")
    again = tmp_path / "again.pml"
    again.write_text(text)
    penstock("bound", again, "--in-place")
    assert again.read_text() == fixed.read_text()


def test_a_fix_of_what_was_piped_in() -> None:
    model = b"#define SIZE 7\nchan q = [SIZE] of { byte };\nactive proctype P() { q!1 }\n"
    result = penstock("bound", "-", "--fix", "/dev/stdout", text=model)
    assert "#define SIZE 1\nchan q = [SIZE] of" in result.stdout
    assert "-#define SIZE 7\n+#define SIZE 1\n" in result.stderr


@pytest.mark.slow
def test_certificates_travel(tmp_path: Path) -> None:
    proof = tmp_path / "proof.json"
    penstock("bound", GRANTING, "--certificate", proof)
    assert penstock("recheck", proof, GRANTING).returncode == 0
    data = json.loads(proof.read_text())
    data["channels"][0]["bound"] = 5
    proof.write_text(json.dumps(data))
    refused = penstock("recheck", proof, GRANTING)
    assert refused.returncode == 1 and "refused" in refused.stderr
    proof.write_text("{}")
    assert penstock("recheck", proof, GRANTING).returncode == 1
    proof.write_text("no json")
    assert penstock("recheck", proof, GRANTING).returncode == 2


@pytest.mark.parametrize("words", [["--method", "other"], ["--process-limit", "many"], ["--in-place"]])
def test_wrong_options(words: list[str]) -> None:
    assert penstock("bound", "-", *words, text=b"chan q = [1] of { bit }; init { q!1 }").returncode == 2


def test_c_code_is_refused() -> None:
    result = penstock("bound", "-", text=b"init { c_code { ; } }")
    assert result.returncode == 2 and "C code" in result.stderr


@pytest.mark.slow
def test_the_published_method_tells_what_became_of_counterexamples() -> None:
    model = MODELS / "refinement-counter.pml"
    result = penstock("bound", model, "--method", "iboc")
    assert result.returncode == 0
    assert "BOUNDED (published method)" in result.stdout
    assert "counterexample 1: spurious: `i < 4` (line 9) holds at most 4 times in a row" in result.stdout
    assert "Sender, a cycle, once: line 9 `(i < 4)`, line 10 `ch!msg`, line 11 `i++`" in result.stdout
    data = bound_json(model, "--method", "iboc", status=0)
    (only,) = data["counterexamples"]
    assert (only["status"], only["channels"]) == ("spurious", {"ch": 1})


def test_the_published_method_without_refinement() -> None:
    model = MODELS / "refinement-counter.pml"
    result = penstock("bound", model, "--method", "iboc", "--no-refine")
    assert result.returncode == 3 and "UNKNOWN (published method)" in result.stdout
    assert bound_json(model, "--method", "iboc", "--no-refine", status=3)["counterexamples"] == []


@pytest.mark.slow
def test_the_published_method_says_what_is_in_its_way() -> None:
    broker = bound_json(ROOT / "examples" / "broker.pml", "--method", "iboc", status=3)
    reasons = {found["reason"] for found in broker["counterexamples"] if found["status"] == "undecided"}
    assert any("`status == done` depends on the contents of messages" in reason for reason in reasons)
    groupware = bound_json(ROOT / "examples" / "groupware.pml", "--method", "iboc", status=3)
    alone = [
        found["cycles"][0]["process"]
        for found in groupware["counterexamples"]
        if found["status"] == "undecided" and len(found["cycles"]) == 1
    ]
    assert alone == ["User(0)", "User(1)"]


def test_a_limit_is_proved_or_exceeded_by_a_run() -> None:
    # 6 is the most there ever is, by a search of all states; the bound by weights is 11.
    assert bound_json(GRANTING, "--limit", "AB=6", "--limit", "BA=3", status=0)["limits"] == [
        {"channel": "AB", "limit": 6, "verdict": "proved", "steps": None},
        {"channel": "BA", "limit": 3, "verdict": "proved", "steps": None},
    ]
    exceeded = penstock("bound", GRANTING, "--limit", "AB=5")
    assert exceeded.returncode == 1
    steps = exceeded.stdout.partition("limit AB = 5: exceeded after these steps:\n")[2].partition("\n\n")[0]
    assert steps.count("AB!") - steps.count("AB?") == 6
    endless = bound_json(MODELS / "arguments.pml", "--limit", "D=5", status=1)
    assert endless["limits"][0]["verdict"] == "exceeded"
    inside = b"chan q = [4] of { byte };\ninit { atomic { q!1; q!2; q?_; q?_ } }\n"
    assert penstock("bound", "-", "--limit", "q=1", text=inside).returncode == 1
    for wrong in ("CD=1", "AB", "AB=x"):
        assert penstock("bound", GRANTING, "--limit", wrong).returncode == 2


@pytest.mark.parametrize("seed", range(6))
def test_limits_of_random_systems(seed: int) -> None:
    text = random_counting_system(seed)
    reading = runnable_model(Wanted(Source(text=text)))
    highest = exact_occupancy(reading.model, reading.automata, 2000)
    if highest is None:
        return
    for name, most in highest.items():
        for limit, expected in ((most, "proved"), (most - 1, "exceeded")):
            if limit >= 0:
                (told,) = bound(BoundRequest(Source(text=text), limits=(f"{name}={limit}",), budget=10.0)).limits
                assert told.verdict.value == expected, (text, name, limit)
