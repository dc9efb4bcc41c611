"""`penstock simulate` as users call it."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from tests.commands import ROOT, penstock

CROSSING = ROOT / "examples" / "crossing.pml"
LEADER = ROOT / "examples" / "leader.pml"
needs_tools = pytest.mark.needs("spin", "gcc")


def line_of(text: str) -> int:
    """The line of the model that contains a text."""
    return next(number for number, line in enumerate(CROSSING.read_text().splitlines(), 1) if text in line)


def test_each_step_has_its_line_its_changes_and_its_messages() -> None:
    result = penstock("simulate", CROSSING, "--seed", "1")
    assert result.returncode == 1
    lines = result.stdout.splitlines()
    assert any("requests!request, i" in line and "requests = [request,1]" in line for line in lines)
    assert "deadlock: no process can move" in lines
    assert "    blocked: channel `requests` (capacity 3) is full" in lines
    assert "    blocked: channel `answers` (capacity 2) is full" in lines


def test_the_same_seed_gives_the_same_run() -> None:
    runs = {penstock("simulate", LEADER, "--seed", "3", "--steps", "60").stdout for _ in range(2)}
    assert len(runs) == 1
    assert "after 60 steps" in runs.pop()


def test_without_a_seed_the_seed_is_told() -> None:
    told = penstock("simulate", LEADER, "--steps", "5")
    seed = told.stderr.split("--seed ")[1].split()[0]
    assert penstock("simulate", LEADER, "--steps", "5", "--seed", seed).stdout == told.stdout


def test_json_follows_its_schema() -> None:
    schema = json.loads((ROOT / "docs" / "schema" / "simulate.json").read_text())
    for model in (CROSSING, LEADER):
        data = json.loads(penstock("simulate", model, "--seed", "1", "--format", "json").stdout)
        Draft202012Validator(schema).validate(data)
        assert data["steps"]


def test_charts(tmp_path: Path) -> None:
    drawing = tmp_path / "run.svg"
    chart = penstock("simulate", LEADER, "--seed", "2", "--format", "chart", "--msc", drawing).stdout
    assert "node#1" in chart and "▶" in chart
    assert ElementTree.fromstring(drawing.read_text()).tag.endswith("svg")
    assert penstock("simulate", LEADER, "--seed", "2", "--format", "mermaid").stdout.startswith("sequenceDiagram")


def test_a_run_by_hand() -> None:
    commands = "1\n\n2\nv requests\nb 2\nu i == 2\nr 3\nh\nwhat\n99\nq\n"
    result = penstock("simulate", CROSSING, "--interactive", "--seed", "1", text=commands.encode())
    assert result.returncode == 0
    said = result.stderr
    assert f"1  client  line {line_of('for (i')}  i = 1" in said
    assert "requests = [request,1]" in said
    assert "that is neither a step nor a command" in said
    assert "there is no step 99" in said
    assert "stopped: by hand" in result.stdout


def test_steps_can_be_taken_back() -> None:
    there = penstock("simulate", CROSSING, "-i", "--format", "json", text=b"1\n1\n1\nq\n").stdout
    and_back = penstock("simulate", CROSSING, "-i", "--format", "json", text=b"1\n1\nb\n1\n1\nq\n").stdout
    assert there == and_back


def test_a_run_by_hand_goes_on_until_a_line_or_a_value() -> None:
    line = line_of("answers!answer")
    until_line = penstock("simulate", CROSSING, "-i", "--format", "json", text=f"u {line}\nq\n".encode()).stdout
    assert json.loads(until_line)["steps"][-1]["line"] == line
    until_value = penstock("simulate", CROSSING, "-i", "--format", "json", text=b"u number >= 2\nq\n").stdout
    assert {"name": "number", "after": "2"}.items() <= json.loads(until_value)["steps"][-1]["changes"][0].items()


def test_a_run_by_hand_goes_on_until_any_condition() -> None:
    words = b"u len(requests) == 2 && len(answers) == 2\nq\n"
    run = penstock("simulate", CROSSING, "-i", "--format", "json", "--seed", "2", text=words).stdout
    assert json.loads(run)["steps"][-1]["changes"][-1]["after"].count("[") == 2
    words = b"u len(requests) > 9\nu ask\nu 1\np 1 +\np 6 * 7\nq\n"
    said = penstock("simulate", CROSSING, "-i", "--seed", "2", text=words)
    assert re.search(r"`len\(requests\) > 9` did not become true in \d+ steps", said.stderr)
    assert "`ask` is neither a line nor a condition: `ask` is not declared" in said.stderr
    assert "line 1 was not reached in 0 steps" in said.stderr
    assert "`1 +` has no value: expected an expression" in said.stderr and "  42\n" in said.stderr


def test_steps_that_were_taken_back_can_be_taken_again() -> None:
    there = penstock("simulate", CROSSING, "-i", "--format", "json", "--seed", "5", text=b"r 9\nq\n").stdout
    and_again = penstock(
        "simulate", CROSSING, "-i", "--format", "json", "--seed", "5", text=b"r 9\nb 6\nf 6\nq\n"
    ).stdout
    assert there == and_again


def test_lossy_channels_do_not_block() -> None:
    result = penstock("simulate", CROSSING, "--seed", "1", "--lossy", "--format", "json")
    actions = {message["action"] for step in json.loads(result.stdout)["steps"] for message in step["messages"]}
    assert "lost" in actions


@needs_tools
def test_a_trail_is_followed_to_its_end(tmp_path: Path) -> None:
    trail = tmp_path / "crossing.trail"
    assert penstock("verify", CROSSING, "--trail-out", trail, "--quiet").returncode == 1
    result = penstock("simulate", CROSSING, "--trail", trail)
    assert result.returncode == 1
    assert "blocked: channel `answers` (capacity 2) is full" in result.stdout
    other = penstock("simulate", LEADER, "--trail", trail)
    assert other.returncode in (2, 4) and "trail" in other.stderr


@needs_tools
def test_options_that_look_alike_are_told_apart_in_trails(tmp_path: Path) -> None:
    model = tmp_path / "alike.pml"
    model.write_text(
        "chan ch = [1] of { byte };\n"
        "active proctype A() { do :: ch!1; ch!2 :: ch!1; break od; false }\n"
        "active proctype B() { do :: ch?1 :: ch?2 od }\n"
    )
    trail = tmp_path / "alike.trail"
    penstock("verify", model, "--trail-out", trail, "--quiet")
    result = penstock("simulate", model, "--trail", trail)
    assert "deadlock: no process can move" in result.stdout


def test_a_chart_needs_a_form_that_is_known() -> None:
    result = penstock("simulate", CROSSING, "--seed", "1", "--msc", "run.jpg")
    assert result.returncode == 2 and ".svg, .pdf, .png" in result.stderr


def test_a_trail_that_is_not_there() -> None:
    result = penstock("simulate", CROSSING, "--trail", "missing.trail")
    assert result.returncode == 2 and "cannot read the trail `missing.trail`" in result.stderr


@pytest.mark.parametrize("command", ["simulate", "explore"])
def test_c_code_is_refused_with_a_way_out(command: str) -> None:
    result = penstock(command, "-", text=b"int x;\ninit { c_code { now.x = 1; } }")
    assert result.returncode == 2
    assert "<stdin>:2: this model contains C code" in result.stderr and "penstock verify" in result.stderr


@pytest.mark.parametrize("words", [["--steps", "-1"], ["--seed", "x"], ["--trail", "x", "--interactive"]])
def test_wrong_options(words: list[str]) -> None:
    assert penstock("simulate", LEADER, *words).returncode == 2


def test_a_violation_that_was_found_is_walked_along() -> None:
    result = penstock("explore", CROSSING, "--interactive", text=b"f\nf 100\nv answers\nb\nq\n")
    assert result.returncode == 1
    said = result.stderr
    assert "`f` goes along the run that is recorded" in said
    assert "answers = [answer,1] [answer,2]" in said and "deadlock: no process can move" in said
    assert "no run to walk along" in penstock("explore", LEADER, "-i").stderr


def test_walking_is_about_one_model_in_a_file() -> None:
    assert "is about one model" in penstock("explore", CROSSING, LEADER, "-i").stderr
    assert "standard input" in penstock("explore", "-", "-i", text=b"active proctype P() { skip }").stderr
