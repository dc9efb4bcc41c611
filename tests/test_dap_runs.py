"""Runs that others have found, under the debugger: counterexamples, trails, runs that fill channels, traces."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.building import make
from tests.debugging import Body, DebugClient, Refused, adapter
from tests.test_conform import trace_of

from penstock.faces.cli.main import main

EXAMPLES = Path(__file__).parent.parent / "examples"
PROMELA = """#include "limits.h"
chan q = [1] of { byte };
active proctype P() {
    byte i;
    do
    :: i < LIMIT -> q!i; i++
    :: q?i
    od
}
active proctype Q() {
    byte v;
    do
    :: q?v ->
        assert(v < 3)
    od
}
ltl small { [] (len(q) < 1) }
"""
ACTORS = """
actortype counter {
    var byte count = 0
    method add(byte more)
        count = count + more;
        assert(count < 4)
}
main {
    actor one = create counter();
    one <- add(1);
    one <- add(3)
}
"""
SPECIFICATION = """
byte x;
promela_MS { byte watched; };
active proctype P() {
    x = 1;
    c_code_IS { puts("only in the program"); };
    promela_MS { watched = x };
    x = 2;
    assert(x == 1)
}
"""
TIMED = """
timer t; byte x;
active proctype P() {
    set(t, 3);
    expire(t);
    x = 1;
    assert(x == 0)
}
"""
OPEN = """
mtype = { go, halt };
chan orders = [2] of { mtype, byte };
env orders ? go, halt;
byte last;
active proctype P() {
    byte n;
    do
    :: orders?go, n ->
        last = n;
        assert(n == last + 1)
    :: orders?halt, _ -> break
    od
}
"""
needs_spin = pytest.mark.needs("spin", "gcc")


@pytest.fixture
def client() -> Iterator[DebugClient]:
    with adapter() as found:
        yield found


def written(directory: Path, name: str, text: str) -> Path:
    path = directory / name
    path.write_text(text)
    (directory / "limits.h").write_text("#define LIMIT 5\n")
    return path


def to_the_error(client: DebugClient) -> Body:
    """From the beginning to the error, and back, and there again."""
    stop = client.move("continue", threadId=1)
    there = client.everything()
    client.move("stepBack", threadId=stop["threadId"])
    assert client.everything() != there
    assert client.move("reverseContinue", threadId=stop["threadId"])["reason"] == "entry"
    assert client.move("continue", threadId=stop["threadId"]) == stop
    assert client.everything() == there
    return stop


@needs_spin
@pytest.mark.parametrize(
    ("name", "text", "line", "said"),
    [
        ("model.pml", PROMELA, 14, "assert((v < 3))"),
        ("model.prom", PROMELA, 14, "assert((v < 3))"),
        ("model.promela", PROMELA, 14, "assert((v < 3))"),
        ("model.pr", PROMELA, 14, "assert((v < 3))"),
        ("model.apml", ACTORS, 6, "assert((count < 4))"),
        ("model.pch", SPECIFICATION, 9, "assert((x == 1))"),
        ("timed.pml", TIMED, 7, "assert((x == 0))"),
        ("open.pml", OPEN, 11, "assert((n == last + 1))"),
    ],
)
def test_a_counterexample_in_the_lines_of_its_dialect(
    client: DebugClient, tmp_path: Path, name: str, text: str, line: int, said: str
) -> None:
    path = written(tmp_path, name, text)
    stop = client.launch(path, None, **{"from": "verify"}, property="assertions")
    assert stop["reason"] == "entry"
    assert "the run that violates `assertions`" in client.output()
    stop = to_the_error(client)
    assert stop["reason"] == "exception" and "does not hold" in stop["text"]
    assert f"{name}:{line}" in stop["text"]
    client.move("stepBack", threadId=stop["threadId"])
    frames = [client.top(thread["id"]) for thread in client.ask("threads")["threads"]]
    assert (str(path), line) in [(frame["source"]["path"], frame["line"]) for frame in frames]
    assert said.replace("((", "(").replace("))", ")") in path.read_text()


@needs_spin
def test_counterexamples_by_name_and_without(client: DebugClient, tmp_path: Path) -> None:
    path = written(tmp_path, "model.pml", PROMELA)
    client.launch(path, property="small")
    client.move("continue", threadId=1)
    assert "violates `small`" in client.output()
    with adapter() as other:
        other.launch(EXAMPLES / "crossing.pml", None, **{"from": "verify"})
        assert other.move("continue", threadId=1)["text"] == "no process can move"
    with adapter() as other, pytest.raises(Refused, match="there is no counterexample: holds"):
        other.launch(EXAMPLES / "leader.pml", None, **{"from": "verify"})
    with adapter() as other, pytest.raises(Refused, match="there is no property `nothing_of_that_name`"):
        other.launch(path, property="nothing_of_that_name")


@needs_spin
def test_a_livelock_of_actors(client: DebugClient) -> None:
    client.launch(EXAMPLES / "actors" / "philosophers.apml", property="livelock")
    stop = client.move("continue", threadId=1)
    assert stop["reason"] == "exception" and "again and again" in stop["text"]
    assert client.scope(stop["threadId"], "Mailboxes")


@needs_spin
def test_a_trail(client: DebugClient, tmp_path: Path) -> None:
    trail = tmp_path / "crossing.trail"
    main(["verify", str(EXAMPLES / "crossing.pml"), "--trail-out", str(trail), "--quiet"])
    client.launch(EXAMPLES / "crossing.pml", trail=str(trail))
    assert client.move("continue", threadId=1)["text"] == "no process can move"
    with adapter() as other, pytest.raises(Refused):
        other.launch(EXAMPLES / "leader.pml", trail=str(trail))


@pytest.mark.slow
def test_the_run_that_fills_a_channel(client: DebugClient) -> None:
    client.launch(EXAMPLES / "groupware.pml", None, **{"from": "bound"})
    client.ask("setExceptionBreakpoints", filters=["full"])
    stop = client.move("continue", threadId=1)
    assert stop["reason"] == "exception" and stop["text"].endswith("is full")
    with adapter() as other, pytest.raises(Refused, match=r"no run fills `AB` without end: .* always suffices"):
        other.launch(EXAMPLES / "granting.pml", channel="AB")


def test_as_many_rounds_as_are_wanted(client: DebugClient, tmp_path: Path) -> None:
    path = written(tmp_path, "filling.pml", "chan q = [9] of { byte }; active proctype P() { do :: q!1; q!2; q?_ od }")
    client.launch(path, channel="q", rounds=4)
    stop = client.move("continue", threadId=1)
    assert stop["text"] == "the recorded run ends here; from step 1 on it repeats forever"
    assert "each round of 6 steps adds 2 to `q`" in client.output()
    assert client.evaluate("len(q)") == "8"
    client.move("reverseContinue", threadId=1)
    assert client.evaluate("len(q)") == "0"


def test_the_trace_of_a_program(client: DebugClient, tmp_path: Path) -> None:
    model = tmp_path / "m.pml"
    model.write_text("byte x; active proctype p() { x = 1; x = 2; do :: x = 3 :: x = 4 -> break od }\n")
    log = tmp_path / "trace.log"
    log.write_text(trace_of(model, "step 0 1:31", "step 0 1:38", "step 0 1:51", "step 0 1:60", "end 0", "over ended"))
    client.launch(model, trace=str(log))
    assert "the model allows what it did" in client.output()
    values = []
    for _ in range(4):
        client.move("next", threadId=1)
        values.append(client.evaluate("x"))
    assert values == ["1", "2", "3", "4"]


def test_a_program_that_departs_from_its_model(client: DebugClient, tmp_path: Path) -> None:
    model = tmp_path / "m.pml"
    model.write_text("byte x; active proctype p() { x = 1; x = 2; x = 3 }\n")
    log = tmp_path / "trace.log"
    log.write_text(trace_of(model, "step 0 1:31", "step 0 1:45", "over limit"))
    client.launch(model, trace=str(log))
    assert "line 3 of the trace" in client.output() and "the model does not allow this step" in client.output()
    client.move("next", threadId=1)
    assert client.evaluate("x") == "1" and client.ask("stepInTargets", frameId=client.top(1)["id"])["targets"]


@pytest.mark.needs("gcc", "make")
def test_a_program_with_hidden_steps_while_it_runs(client: DebugClient, tmp_path: Path) -> None:
    model = written(tmp_path, "spec.pch", SPECIFICATION.replace("assert(x == 1)", "x = 3"))
    assert main(["generate", str(model), "-o", str(tmp_path / "program")]) == 0
    make(tmp_path / "program", "TRACE=1")
    client.launch(model, run=str(tmp_path / "program"))
    assert "the model allows what it did" in client.output()
    client.move("continue", threadId=1)
    assert client.evaluate("x * 10 + watched") == "31"
