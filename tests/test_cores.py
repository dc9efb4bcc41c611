"""Programs with several loops: which processes run together, and that they do only what the model allows."""

from __future__ import annotations

import subprocess
from collections import Counter
from pathlib import Path

import pytest
from tests.building import make
from tests.judge.programs import ENDED, VIOLATED, Program, judge_program
from tests.judge.random_groups import judged, loops_of

from penstock.faces.cli.main import main

PIPELINES = Path("examples/lanes.pml")
needs_compiler = pytest.mark.needs("gcc", "make")

RELAY = """chan a = [2] of { byte }; chan b = [1] of { byte }; byte seen;
active proctype first() { byte n; do :: n < 40 -> a!n; n++ :: n >= 40 -> break od }
active proctype second() { byte n, m; do :: m < 40 -> a?n; b!n; m++ :: m >= 40 -> break od }
active proctype third() { byte n; do :: seen < 40 -> b?n; assert(n == seen); seen++ :: seen >= 40 -> break od }
"""


def groups(text: str, cores: int = 4) -> list[str]:
    return [" ".join(loop.shown) for loop in loops_of(text, cores).loops]


# -- what runs together ----------------------------------------------------------------------------


def test_pipelines_are_told_apart_by_their_numbers() -> None:
    found = groups(PIPELINES.read_text(), 8)
    assert found == [f"Producer ({at}) Filter ({at + 8}) Consumer ({at + 16})" for at in range(8)]


def test_channels_are_cut_only_if_there_are_loops_left() -> None:
    assert [len(loops_of(RELAY, cores).placement.crossings) for cores in (2, 3, 4)] == [1, 2, 2]
    apart = RELAY + "active proctype alone() { byte n; n = 1 }"
    assert loops_of(apart, 2).placement.crossings == ()


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("a?n; b!n", "if :: a?n :: else fi; b!n", "use `a`, and line 3 receive from it in a way that cannot wait"),
        ("a?n; b!n", "{ a?n } unless { m == 9 }; b!n", "use `a`, and line 3 receive from it in a way that cannot wait"),
        ("a?n; b!n", "{ m = m } unless { a?n }; b!n", "use `a`, and line 3 receive from it in a way that cannot wait"),
        ("a?n; b!n", "atomic { n = 1; a?n }; b!n", "use `a`, and line 3 receive from it in a way that cannot wait"),
        ("a?n; b!n", "d_step { a?n; n = n }; b!n", "use `a`, and line 3 receive from it in a way that cannot wait"),
        ("a?n; b!n", "a??n; b!n", "use `a`, and line 3 receive from it in a way that cannot wait"),
        ("a?n; b!n", "a?<n>; a?n; b!n", "use `a`, and line 3 receive from it in a way that cannot wait"),
        ("a!n", "a!!n", "use `a`, and line 2 send to it in a way that cannot wait"),
        ("a!n", "len(a) < 2; a!n", "use `a`, and line 2 look into it in a way that cannot wait"),
        ("a?n; b!n", "a?[n]; a?n; b!n", "use `a`, and line 3 look into it in a way that cannot wait"),
        ("chan a = [2]", "chan a = [0]", "meet at `a`, which has no buffer"),
        ("a!n;", "a!n; seen = seen;", "share the variable `seen`"),
        ("a!n;", "a!n; b!n;", "send to `b`"),
    ],
)
def test_what_keeps_processes_together(before: str, after: str, said: str) -> None:
    loops = loops_of(RELAY.replace(before, after, 1), 3)
    assert len(loops.loops) == 2
    assert said in [why for loop in loops.loops for why in loop.because]


def test_what_a_new_process_begins_with_is_read_where_it_is_started() -> None:
    text = "byte g; proctype p() { byte x = g; x++ } active proctype other() { skip } init { g = 1; run p(); g = 2 }"
    assert groups(text) == ["other (0)", "init (1) p (run)"]
    apart = "byte g; proctype p() { byte x = g; x++ } active proctype writer() { g = 1 } init { run p() }"
    assert len(loops_of(apart, 4).groups) == 1
    assert groups(text.replace("byte x = g", "byte x = 1")) == ["other (0)", "init (1)", "p (run)"]


def test_arguments_say_which_channels_are_meant() -> None:
    text = """chan q[2] = [1] of { byte }; proctype s(chan c) { c!1 } proctype r(chan c) { c?_ }
    init { run s(q[0]); run r(q[0]); run s(q[1]); run r(q[1]) }"""
    loops = loops_of(text, 9)
    assert len(loops.groups) == 5 and len(loops.placement.crossings) == 2
    assert len(loops_of(text.replace("run r(q[1])", "chan c = q[1]; run r(c)"), 9).escapes) > 0


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("byte x; active [2] proctype p() { x++ }", "E915"),
        ("init { skip }", "E915"),
        ("active [2] proctype p() { timeout }", "E914"),
        ("active [2] proctype p() { byte x = _nr_pr }", "E914"),
        ("active [2] proctype p() provided (_pid > 0) { skip }", "E914"),
        ("active [2] proctype p() { c_code { ; } }", "E914"),
        ("chan q = [1] of { byte }; chan c; active [2] proctype p() { c = q }", "E914"),
        ("chan q = [1] of { byte }; chan c = q; active proctype p() { c!1 } active proctype r() { q?_ }", "E914"),
        ("proctype q() { skip } active [2] proctype p() { do :: run q() od }", "E914"),
    ],
)
def test_what_needs_one_loop(text: str, code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "model.pml"
    path.write_text(text)
    assert main(["generate", str(path), "-o", str(tmp_path / "out"), "--cores", "2"]) == 2
    assert f"error[{code}]" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_the_processes_of_one_run_are_together_whoever_starts_them() -> None:
    text = """chan q[2] = [1] of { byte }; chan r[2] = [1] of { byte };
    proctype W(byte n) { q[n]!1 } proctype V(byte n) { r[n]!1 } active [2] proctype A() { run W(_pid); run V(_pid) }"""
    assert groups(text) == ["A (0, 1)", "W (run)", "V (run)"]


def test_a_number_below_the_first_element_is_no_channel() -> None:
    text = (
        RELAY.replace("chan b = [1]", "chan b[2] = [1]").replace("b!n", "b[_pid - 2]!n").replace("b?n", "b[_pid - 3]?n")
    )
    crossings = loops_of(text, 3).placement.crossings
    assert [(found.variable.name, found.element) for found in crossings] == [("a", None)]


@pytest.mark.parametrize(
    "text",
    [
        "proctype V(byte p) { skip } proctype W() { run V(1) } byte g; active proctype p() { g++ } init { skip }",
        """typedef T { byte a; byte b } chan t = [1] of { T }; byte g; chan q = [1] of { byte };
        proctype R() { byte i; q?i } active proctype p() { T x; t!x } init { pid last; last = run R(); q!last }""",
    ],
    ids=["never started", "structures in messages"],
)
@needs_compiler
def test_runs_are_found_again_where_they_are_written(text: str, tmp_path: Path) -> None:
    assert judge_program(text, tmp_path, [("first", 1)], ("CFLAGS=-O0",), "cores") == ""


# -- what programs do ------------------------------------------------------------------------------


@needs_compiler
@pytest.mark.parametrize("text", [PIPELINES.read_text(), RELAY], ids=["pipelines", "relay"])
def test_programs_do_what_the_model_allows(text: str, tmp_path: Path) -> None:
    assert judge_program(text, tmp_path, [("first", 1), ("random", 2)], ("CFLAGS=-O0",), "cores") == ""


@needs_compiler
@pytest.mark.parametrize("seed", range(3))
def test_random_groups(seed: int, tmp_path: Path) -> None:
    seen = Counter[str]()
    text, problem = judged(seed, tmp_path, seen, ("CFLAGS=-O0",), asks=False)
    assert not problem, f"{problem}\n{text}"
    assert seen["crossings"] > 0 and seen["step"] > 20


@needs_compiler
@pytest.mark.parametrize("sanitizer", ["thread", "address,undefined"])
def test_sanitizers_find_nothing(sanitizer: str, tmp_path: Path) -> None:
    flags = (f"CFLAGS=-O1 -fsanitize={sanitizer}",)
    assert judge_program(RELAY, tmp_path, [("first", 1), ("random", 2)], flags, "cores") == ""


@needs_compiler
def test_a_failed_assertion_ends_all_loops(tmp_path: Path) -> None:
    program = Program(RELAY.replace("n == seen", "n < 20"), tmp_path, ("CFLAGS=-O0",), "cores")
    ran = program.run()
    assert ran.status == VIOLATED
    assert ran.errors.startswith("assertion violated: third (pid 2) at ")
    assert program.follow(ran) == ""


@needs_compiler
def test_a_deadlock_across_loops_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "model.pml"
    path.write_text(RELAY.replace("m < 40", "m < 41").replace("m >= 40", "m > 40"))
    out = tmp_path / "out"
    assert main(["generate", str(path), "-o", str(out), "--cores", "3", "--quiet"]) == 0
    assert make(out, "CFLAGS=-O0").returncode == 0
    ran = subprocess.run([str(out / "model")], capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 3
    place = f"{path}:3, a?n"
    said = f"deadlock: no process can move\n  second (pid 1) waits at {place}\n    channel `a` is empty\n"
    assert ran.stderr == said


@needs_compiler
def test_loops_wait_without_looking(tmp_path: Path) -> None:
    """Nobody sends anything here: all loops have ended, or sleep, and the program says so."""
    text = "chan q = [1] of { byte }; active proctype p() { end: do :: q?_ od } active proctype r() { q!1; q!2 }"
    program = Program(text, tmp_path, ("CFLAGS=-O0",), "cores")
    assert len(program.loops.loops) == 2
    assert program.run().status == ENDED
