"""`penstock explore` as users call it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.commands import ROOT, penstock

CROSSING = ROOT / "examples" / "crossing.pml"
LEADER = ROOT / "examples" / "leader.pml"
needs_spin = pytest.mark.needs("spin", "gcc")


def explored(*words: str | Path, text: str | None = None) -> tuple[int, dict[str, Any]]:
    result = penstock("explore", *words, "--format", "json", text=text.encode() if text else None)
    data = json.loads(result.stdout)
    schema = json.loads((ROOT / "docs" / "schema" / "explore.json").read_text())
    Draft202012Validator(schema).validate(data)
    return result.returncode, data


def test_a_deadlock_comes_with_a_shortest_run() -> None:
    result = penstock("explore", CROSSING)
    assert result.returncode == 1
    assert "deadlock (1 such state); a shortest run:" in result.stdout
    assert "blocked: channel `requests` (capacity 3) is full" in result.stdout


def test_a_model_without_faults() -> None:
    status, data = explored(CROSSING, "-D", "BURST=6")
    assert (status, data["deadlocks"], data["complete"], data["violations"]) == (0, 0, True, [])


def test_violated_assertions_and_errors() -> None:
    status, data = explored("-", text="byte a[2]; init { byte i = 2; if :: a[i] = 1 :: assert(i == 1) fi }")
    assert status == 1
    assert {violation["kind"] for violation in data["violations"]} == {"error", "assertion"}


@pytest.mark.parametrize("first", ["", "x = 1;"])
def test_nothing_is_handed_over_inside_a_d_step(first: str) -> None:
    """SPIN stops there, too, whether somebody waits for the message or not."""
    processes = f"active proctype P() {{ d_step {{ {first} r!1; q!2 }} }} active proctype Q() {{ r?x }}"
    status, data = explored("-", text=f"chan r = [0] of {{ byte }}; chan q = [1] of {{ byte }}; byte x; {processes}")
    assert status == 1
    assert [violation["text"] for violation in data["violations"]] == [
        "a message cannot be handed over inside a d_step"
    ]


def test_a_limit_leaves_the_question_open() -> None:
    status, data = explored(LEADER, "--no-claim", "--limit", "100")
    assert (status, data["states"], data["complete"]) == (3, 100, False)


@needs_spin
def test_ltl_formulas_take_part() -> None:
    model = "byte x; init { do :: x < 3 -> x++ :: else -> break od } ltl never_three { [] (x < 3) }"
    status, data = explored("-", text=model)
    assert (status, [violation["kind"] for violation in data["violations"]]) == (1, ["claim"])
    assert explored("-", "--no-claim", text=model)[0] == 0
    assert penstock("explore", "-", "--claim", "other", text=model.encode()).returncode == 2


def test_a_claim_is_chosen_by_name() -> None:
    model = "byte x; active proctype A() { x = 1; x = 2 } never one { do :: x == 1 -> break :: else od }"
    assert explored("-", "--claim", "one", text=model)[0] == 1
    assert penstock("explore", "-", "--claim", "two", text=model.encode()).returncode == 2


def test_a_drawing_of_the_violation(tmp_path: Path) -> None:
    drawing = tmp_path / "deadlock.svg"
    assert penstock("explore", CROSSING, "--msc", drawing).returncode == 1
    assert "<svg" in drawing.read_text()
