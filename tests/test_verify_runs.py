"""`penstock verify` around the search: what it leaves, how it is stopped, how its results are written."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.commands import surroundings
from tests.test_progress import seen_on_terminal
from tests.test_verify import MODELS, needs_tools, verify, verify_json

from penstock.external import ProgramOutcome
from penstock.spin.shortening import is_whole

pytestmark = needs_tools


_started: list[subprocess.Popen[bytes]] = []


@pytest.fixture(autouse=True)
def nothing_goes_on() -> Iterator[None]:
    """What a test has started ends with it, also where it fails."""
    yield
    while _started:
        process = _started.pop()
        if process.poll() is None:
            process.terminate()
            process.communicate(timeout=60)


def start(*words: str | Path, temporary: Path) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(
        [sys.executable, "-m", "penstock", "verify", *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=surroundings(TMPDIR=str(temporary)),
        # Who starts the tests in the background may ignore this signal, and what they start would, too.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    _started.append(process)
    return process


def verifiers(temporary: Path) -> list[int]:
    """The verifiers that run in a directory."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and os.readlink(entry / "exe").startswith(f"{temporary}/"):
                found.append(int(entry.name))
        except OSError:
            continue
    return found


def wait_for_a_verifier(temporary: Path) -> int:
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline:
        if found := verifiers(temporary):
            return found[0]
        time.sleep(0.05)
    raise AssertionError("no verifier was started")


def test_a_verifier_that_is_killed(tmp_path: Path) -> None:
    process = start(MODELS / "large.pml", "--format", "json", temporary=tmp_path)
    time.sleep(0.2)
    os.kill(wait_for_a_verifier(tmp_path), signal.SIGKILL)
    output, _ = process.communicate(timeout=300)
    record = json.loads(output)
    assert process.returncode == 4 and record["verdict"] == "inconclusive"
    assert "killed by SIGKILL during the search" in record["properties"][0]["reason"]
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 130)])
def test_a_run_that_is_stopped_leaves_nothing(number: signal.Signals, status: int, tmp_path: Path) -> None:
    process = start(MODELS / "large.pml", "--search", "swarm", "--jobs", "2", temporary=tmp_path)
    wait_for_a_verifier(tmp_path)
    process.send_signal(number)
    _, errors = process.communicate(timeout=300)
    assert process.returncode == status and b"Traceback" not in errors
    assert verifiers(tmp_path) == [] and os.listdir(tmp_path) == []


def test_nothing_is_written_beside_the_model(tmp_path: Path) -> None:
    place, temporary = tmp_path / 'it\'s a "dir" $(x)', tmp_path / "temporary"
    (place / "inc").mkdir(parents=True)
    temporary.mkdir()
    (place / "own.h").write_text('#include "deep.h"\n')
    (place / "inc" / "deep.h").write_text("inline fail() {\n  assert(LIMIT == 1)\n}\n")
    model = place / "my `model`.pml"
    model.write_text('#include "own.h"\ninit { fail() }\n')
    before = sorted(place.rglob("*"))
    more = {"TMPDIR": str(temporary)}
    record = verify_json(model, "-I", place / "inc", "-D", "LIMIT='a'", status=1, environment=more)
    assert record["trail"][-1]["file"] == str(place / "inc" / "deep.h") and record["trail"][-1]["line"] == 2
    assert sorted(place.rglob("*")) == before
    assert os.listdir(temporary) == []
    assert verify(model.name, "-I", "inc", "-DLIMIT=1", cwd=place).returncode == 0


TRAILS = {
    "safety among formulas": (["past_assertion.pml", "--property", "safety"], 2),
    "one of several formulas": (["past_assertion.pml", "--property", "smaller"], 3),
    "a cycle": (["starving.pml", "--property", "everyone"], 2),
    "no progress": (["idle_cycle.pml"], 4),
    "a formula from outside": (["idle_cycle.pml", "--ltl", "[] (level < 3)", "--ltl", "[] (level < 2)"], 4),
    "a never claim": (["claim.pml", "-D", "LAST=3", "--property", "never"], 2),
    "accept labels": (["accepting.pml", "--property", "acceptance"], 2),
    "embedded C": (["embedded.pml"], 11),
}


@pytest.mark.parametrize(("words", "least"), TRAILS.values(), ids=TRAILS.keys())
def test_stock_spin_replays_the_trail(words: list[str], least: int, tmp_path: Path) -> None:
    model = tmp_path / words[0]
    model.write_bytes((MODELS / words[0]).read_bytes())
    record = verify_json(*words, "--trail-out", "found.trail", cwd=tmp_path, status=1)
    replay = subprocess.run(record["replay"], shell=True, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "trail ends after" in replay.stdout, replay.stdout + replay.stderr
    steps = [line for line in replay.stdout.splitlines() if "proc  " in line and "[" in line]
    # A verifier that replays does not print the step that fails.
    assert len(record["trail"]) - len(steps) == (words[0] == "embedded.pml")
    assert len(record["trail"]) >= least
    assert "found.trail" in shlex.split(record["replay"].rpartition("; ")[2])


def test_the_shortest_trail() -> None:
    """Two dozen detours are possible before the assertion fails."""
    text = (
        b"byte x, rounds; active proctype P() { do :: rounds < 20 -> rounds++ :: x < 3 -> x++"
        b" :: x == 3 -> assert(false) od }"
    )
    record = verify_json("-", text=text, status=1)
    assert len(record["trail"]) == 8
    record = verify_json("-", "--ltl", "[] (x < 3)", text=text, status=1)
    assert len(record["trail"]) == 6


@pytest.mark.parametrize(
    ("trail", "whole"),
    [(b"-4:-4:-4\n1:0:1\n2:0:3\n", True), (b"", False), (b"-4:-4:-4\n1:0:1\n", False), (b"1:0:1\n2:0:", False)],
)
def test_a_trail_that_is_being_written_when_the_time_is_up_is_not_taken(trail: bytes, whole: bool) -> None:
    said = "pan: wrote model.trail\npan: reducing search depth to 2\n"
    assert is_whole(trail, ProgramOutcome(0, said, "", 1.0, out_of_time=True)) == whole
    assert not is_whole(trail, ProgramOutcome(-9, said, "", 1.0))
    assert is_whole(trail, ProgramOutcome(0, said, "", 1.0)), "then it wrote all it wanted to"


def test_sarif() -> None:
    document = json.loads(verify(MODELS / "starving.pml", "--format", "sarif").stdout)
    run = document["runs"][0]
    (result,) = run["results"]
    assert result["ruleId"] == "everyone" == run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"]
    place = result["locations"][0]["physicalLocation"]["region"]
    assert (place["startLine"], place["startColumn"]) == (15, 1), "where the formula is"
    flow = result["codeFlows"][0]["threadFlows"][0]["locations"]
    assert flow[0]["location"]["physicalLocation"]["region"]["startLine"] == 7


def test_junit() -> None:
    suite = ElementTree.fromstring(verify(MODELS / "starving.pml", "--format", "junit").stdout)
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("3", "1", "0")
    cases = {str(case.get("name")): case for case in suite}
    failure = cases["everyone"].find("failure")
    assert failure is not None and "does not hold" in str(failure.get("message"))
    assert "the steps from here on repeat forever:\n1  Busy" in str(failure.text) and "(turns = 1)" in str(failure.text)
    assert cases["safety"].find("failure") is None and cases["safety"].findtext("system-out", "").startswith("holds: ")


def test_progress_on_a_terminal() -> None:
    seen = seen_on_terminal(["verify", str(MODELS / "large.pml"), "--timeout", "6"])
    assert re.search(r"safety: searching, \d+ s, [\d,]+ states, [\d,]+ per second, depth", seen.errors)


def test_output_files_and_quiet(tmp_path: Path) -> None:
    target = tmp_path / "result.json"
    result = verify(MODELS / "assertion.pml", "--format", "json", "-o", target, "--quiet")
    assert result.returncode == 1 and result.stdout == result.stderr == ""
    assert json.loads(target.read_text())["verdict"] == "violated"
    assert verify(MODELS / "assertion.pml", "--trail-out", tmp_path).returncode == 2


def test_compiled_verifiers_are_reused(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    model = tmp_path / "model.pml"
    (tmp_path / "value.h").write_text("#define VALUE 1\n")
    model.write_text('#include "value.h"\nbyte x; init { x = VALUE; assert(x == 1) }')
    more = {"PENSTOCK_CACHE": str(cache)}
    assert verify(model, "--no-cache", environment=more).returncode == 0 and not cache.exists()
    assert verify(model, environment=more).returncode == 0
    (entry,) = cache.iterdir()
    first = entry.stat().st_ino
    assert verify(model, environment=more).returncode == 0 and entry.stat().st_ino == first
    (tmp_path / "value.h").write_text("#define VALUE 2\n")
    assert verify(model, environment=more).returncode == 1
    assert len(list(cache.iterdir())) > 1


def test_a_broken_or_foreign_cache_is_not_used(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    more = {"PENSTOCK_CACHE": str(cache)}
    words = (MODELS / "claim.pml", "-DLAST=2", "--property", "safety")
    assert verify(*words, environment=more).returncode == 0
    (entry,) = cache.iterdir()
    entry.write_bytes(b"#!/bin/sh\necho broken\n")
    assert verify(*words, environment=more).returncode == 0
    cache.chmod(0o777)
    before = {entry: entry.stat().st_mtime_ns for entry in cache.iterdir()}
    assert verify(*words, environment=more).returncode == 0
    assert {entry: entry.stat().st_mtime_ns for entry in cache.iterdir()} == before
