"""How far the work is: facts below the faces, words and a line on a terminal, and what Ctrl-C tells."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from importlib import import_module
from inspect import getsource
from math import inf
from pathlib import Path
from threading import Event
from typing import NamedTuple

import pytest

from penstock import Source, Watch
from penstock.budget import Activity, Progress
from penstock.faces.cli.progress import PATIENCE, ProgressLine
from penstock.faces.cli.words.progress import duration, progress_text
from penstock.spin.growth import HashTable
from penstock.tasks.explore import explore
from penstock.tasks.requests.explore import ExploreRequest
from penstock.tasks.requests.simulate import SimulateRequest
from penstock.tasks.simulate import simulate
from penstock.verbs import VERBS

ROOT = Path(__file__).parent.parent
LARGE = """byte a, b, c, d;
active proctype stuck() { false }
active [4] proctype p() { do :: a++ :: b++ :: c < 200 -> c++ :: d < 200 -> d++; assert(d != 100) od }
"""
ENDLESS = "byte a, b;\nactive [2] proctype p() { do :: a++ :: b++ od }\n"
_PAINT = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\r|\n")


# -- facts and words ---------------------------------------------------------------------------------


def test_words() -> None:
    told = Progress(Activity.SEARCHING, ("safety",), 1_234_567, 2_000_000, 9999, 256.4, 0.3)
    assert progress_text(told, 12.3, 800_000.0, 0) == (
        "safety: searching, 12 s, 1,234,567 states, 800,000 per second, depth 9,999, 256 MB, hash table 30% full"
    )
    assert progress_text(None, 3, None, 0) == "working, 3 s"
    assert progress_text(Progress(Activity.SIMULATING, done=100, total=400), 10, None, 0).endswith("about 30 s left")
    assert progress_text(Progress(Activity.FINDING_RUNS, until=130), 10, None, 100).endswith("at most 30 s left")
    assert "left" not in progress_text(Progress(Activity.TESTING, done=3, total=40), 10, None, 0)
    for activity in Activity:
        assert progress_text(Progress(activity, ("x",)), 1, None, 0)
    assert [duration(seconds) for seconds in (7, 125, 3725)] == ["7 s", "2:05", "1:02:05"]


def test_hash_tables() -> None:
    assert HashTable(20, False).filled(1 << 19) == 0.5
    assert HashTable(20, True).filled(0) == 0
    assert 0.7 < HashTable(20, True).filled(1 << 19) < 0.8


def test_exploring_tells_facts_and_can_be_stopped() -> None:
    told: list[Progress] = []

    def show(progress: Progress) -> None:
        told.append(progress)
        if len(told) > 1:
            watch.stop.set()

    watch = Watch(show, Event())
    outcome = explore(ExploreRequest(Source(text=LARGE), limit=100_000), watch)
    first, second = told
    assert first.states and second.states and first.states < second.states <= outcome.states < 100_000
    assert first.depth and first.memory_mb and first.until == inf
    assert outcome.stopped and not outcome.complete


def test_a_run_that_is_stopped_is_shown() -> None:
    stop = Event()
    watch = Watch(lambda told: stop.set() if told.done else None, stop)
    outcome = simulate(SimulateRequest(Source(text=ENDLESS), steps=100_000, seed=1), watch)
    assert len(outcome.steps) == 256 and outcome.reason.endswith("it was stopped")


# -- on a terminal -----------------------------------------------------------------------------------


class Seen(NamedTuple):
    status: int
    output: str
    errors: str
    first: float | None
    """When something was shown first."""


def seen_on_terminal(words: list[str], interrupt_at: str = "", **more: str) -> Seen:
    """What a command shows; with `interrupt_at`, Ctrl-C is pressed as soon as this is on the screen."""
    own, theirs = pty.openpty()
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src"), "TERM": "xterm", "COLUMNS": "200"} | more
    command = [sys.executable, "-m", "penstock", *words]
    begin, shown, first = time.monotonic(), b"", None
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, env=environment) as process:
        os.close(theirs)
        while time.monotonic() < begin + 60 and process.poll() is None:
            if not select.select([own], [], [], 0.05)[0]:
                continue
            try:
                shown += os.read(own, 1 << 16)
            except OSError:
                break
            first = first or time.monotonic() - begin
            if interrupt_at and re.search(interrupt_at, shown.decode("utf-8", "replace")):
                process.send_signal(signal.SIGINT)
                interrupt_at = ""
        output = process.communicate(timeout=60)[0].decode()
    os.close(own)
    return Seen(process.returncode, output, shown.decode("utf-8", "replace"), first)


@pytest.fixture
def large(tmp_path: Path) -> str:
    model = tmp_path / "large.pml"
    model.write_text(LARGE)
    return str(model)


def test_exploring_on_a_terminal(large: str) -> None:
    seen = seen_on_terminal(["explore", large], "states, [0-9,]+ per second")
    assert re.search(r"visiting states, \d+ s, [\d,]+ of at most 1,000,000 states, [\d,]+ per second", seen.errors)
    assert "depth" in seen.errors and "MB" in seen.errors
    assert "stopped; this is what was found until then" in seen.errors
    assert seen.status == 130 and "not all states were visited" in seen.output
    assert seen.first is not None and seen.first < 5


def test_without_what_draws_there_is_a_plain_line(large: str, tmp_path: Path) -> None:
    (tmp_path / "rich.py").write_text("raise ImportError")
    paths = f"{tmp_path}{os.pathsep}{ROOT / 'src'}"
    seen = seen_on_terminal(["explore", large], "visiting states, [1-9]", PYTHONPATH=paths)
    assert seen.status == 130 and "visiting states" in seen.errors


def test_nothing_is_shown_where_nobody_looks_or_nobody_wants_it(large: str) -> None:
    words = ["explore", large, "--limit", "40000"]
    assert seen_on_terminal([*words, "--quiet"]).errors == ""
    done = subprocess.run(
        [sys.executable, "-m", "penstock", *words],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT / "src")},
        check=False,
    )
    assert done.stderr == ""


def test_quick_commands_show_nothing() -> None:
    assert seen_on_terminal(["check", str(ROOT / "examples" / "pingpong.pml")]).errors == ""


AT_ONCE = {"cache", "explain", "merge"}
"""Verbs that read a few files at most."""


def test_whatever_may_take_long_is_watched() -> None:
    verbs = {verb: import_module(f"penstock.faces.cli.verbs.{verb}") for verb in VERBS}
    assert {verb for verb, module in verbs.items() if "console.watching(" not in getsource(module)} == AT_ONCE


def test_the_line_appears_within_a_second() -> None:
    """Start-up counts; what is left of the second is for importing what draws, while the work goes on."""
    line = ProgressLine(True)
    assert line._timer.interval + min(PATIENCE, time.process_time()) == pytest.approx(PATIENCE, abs=0.1)
    assert PATIENCE <= 0.5


@pytest.mark.slow
@pytest.mark.needs("spin", "gcc")
def test_verifying_on_a_terminal(large: str) -> None:
    seen = seen_on_terminal(["verify", large, "--property", "deadlock"], "hash table")
    text = _PAINT.sub(" ", seen.errors)
    assert re.search(r"deadlock: searching, \d+ s, [\d,]+ states.* depth [\d,]+, [\d,]+ MB, hash table \d+% full", text)
    assert seen.status == 130 and "undecided" in seen.output


@pytest.mark.slow
def test_several_models_end_with_ctrl_c(large: str) -> None:
    seen = seen_on_terminal(["explore", large, str(ROOT / "examples" / "pingpong.pml")], "visiting states, [1-9]")
    assert seen.status == 130 and seen.output.splitlines()[-1] == "1 model: 1 stopped; 1 left out"
