"""`penstock dap`, driven as an editor drives it."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.debugging import ENDLESS, Body, DebugClient, Refused, adapter, adapter_process, at_line, line_of

from penstock.faces.dap.launching import ORIGINS

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
CROSSING = EXAMPLES / "crossing.pml"
LEADER = EXAMPLES / "leader.pml"


@pytest.fixture
def client() -> Iterator[DebugClient]:
    with adapter() as found:
        yield found


@pytest.fixture
def endless(tmp_path: Path) -> Path:
    path = tmp_path / "endless.pml"
    path.write_text(ENDLESS)
    return path


# -- beginning and end ------------------------------------------------------------------------------


def test_it_stops_where_the_run_begins(client: DebugClient) -> None:
    stop = client.launch(CROSSING, seed=1)
    assert stop["reason"] == "entry" and stop["allThreadsStopped"]
    assert [one["name"] for one in client.ask("threads")["threads"]] == ["client (pid 0)", "server (pid 1)"]
    frame = client.top(1)
    assert (frame["name"], frame["source"]["path"], frame["line"]) == (
        "client",
        str(CROSSING),
        line_of(CROSSING, "for (i"),
    )
    assert "the seed 1 repeats it" in client.output()


def test_without_stopping_it_runs_to_the_deadlock(client: DebugClient) -> None:
    stop = client.launch(CROSSING, seed=1, stopOnEntry=False)
    assert (stop["reason"], stop["text"]) == ("exception", "no process can move")
    told = client.ask("exceptionInfo", threadId=stop["threadId"])
    assert told["exceptionId"] == "deadlock"
    assert "client: channel `requests` (capacity 3) is full" in told["details"]["stackTrace"]
    assert client.scope(1, "Waiting") == {"blocked": "channel `requests` (capacity 3) is full"}


@pytest.mark.slow
def test_500_forward_and_back_show_the_same(client: DebugClient, endless: Path) -> None:
    client.launch(endless, seed=4)
    seen = [client.everything()]
    for _ in range(500):
        client.move("stepIn", threadId=1)
        seen.append(client.everything())
    assert len({str(one) for one in seen}) > 100
    for before in reversed(seen[:-1]):
        assert client.move("stepBack", threadId=1)["reason"] == "step"
        assert client.everything() == before
    with pytest.raises(Refused, match="this is where the run begins"):
        client.ask("stepBack", threadId=1)
    for after in seen[1:]:
        client.move("stepIn", threadId=1)
        assert client.everything() == after


def test_a_process_that_ended_and_a_run_that_is_over(client: DebugClient) -> None:
    client.launch(LEADER, seed=1)
    stop = client.move("continue", threadId=1)
    assert stop["reason"] == "end" and stop["text"] == "all processes ended"
    assert client.ask("threads")["threads"] == [{"id": stop["threadId"], "name": "the model: no process is left"}]
    assert client.ask("stackTrace", threadId=stop["threadId"])["stackFrames"] == []
    with pytest.raises(Refused, match="does not live"):
        client.ask("stackTrace", threadId=1)
    assert client.move("continue", threadId=stop["threadId"])["reason"] == "end"
    assert client.move("stepBack", threadId=stop["threadId"])["reason"] == "step"
    assert client.ask("threads")["threads"][0]["name"] == "init (pid 0)"


def test_without_debugging_it_only_runs(client: DebugClient) -> None:
    client.ask("initialize")
    client.ask("launch", program=str(LEADER), seed=1, noDebug=True)
    client.wait("initialized")
    client.ask("configurationDone")
    client.wait("terminated")
    assert "all processes ended" in client.output()


def test_restart_keeps_breakpoints(client: DebugClient) -> None:
    client.launch(CROSSING, at_line(CROSSING, "requests!request"), seed=1)
    first = client.move("continue", threadId=1)
    assert first["reason"] == "breakpoint"
    assert client.move("restart")["reason"] == "entry"
    assert client.move("continue", threadId=1)["reason"] == "breakpoint"


def test_terminate_and_disconnect(client: DebugClient) -> None:
    client.launch(CROSSING)
    client.ask("terminate")
    client.wait("terminated")
    client.ask("disconnect")
    with pytest.raises((EOFError, BrokenPipeError)):
        client.ask("threads")


# -- steps ------------------------------------------------------------------------------------------


def test_next_moves_the_process_of_the_thread(client: DebugClient) -> None:
    client.launch(CROSSING, seed=3)
    for _ in range(4):
        stop = client.move("next", threadId=1)
        assert (stop["reason"], stop["threadId"]) == ("step", 1)
    lines = [line_of(CROSSING, text) for text in ("for (i", "requests!request")]
    assert client.top(1)["line"] in lines and client.scope(1, "Locals")["i"] != "0"


def test_a_step_is_chosen_among_those_that_are_possible(client: DebugClient) -> None:
    client.launch(CROSSING, None, **{"from": "hand"})
    while len(client.ask("stepInTargets", frameId=client.top(1)["id"])["targets"]) < 2:
        client.move("stepIn", threadId=1)
    targets = client.ask("stepInTargets", frameId=client.top(2)["id"])["targets"]
    assert targets[0]["label"].startswith("server")
    open_choice = client.move("stepIn", threadId=1)
    assert open_choice["reason"] == "choice" and "2 steps are possible here" in open_choice["text"]
    client.move("stepIn", threadId=2, targetId=targets[0]["id"])
    assert "number = 1" in targets[0]["label"] and client.scope(2, "Locals")["number"] == "1"
    with pytest.raises(Refused, match="there is no step 77 here"):
        client.ask("stepIn", threadId=1, targetId=77)


def test_another_choice_is_another_branch(client: DebugClient) -> None:
    client.launch(CROSSING, seed=1)
    for _ in range(6):
        client.move("stepIn", threadId=1)
    there = client.everything()
    for _ in range(3):
        client.move("stepBack", threadId=1)
    middle = client.everything()
    targets = client.ask("stepInTargets", frameId=client.top(1)["id"])["targets"]
    assert len(targets) == 2
    ends = []
    for target in targets:
        client.move("stepIn", threadId=1, targetId=target["id"])
        ends.append(client.everything())
        client.move("stepBack", threadId=1)
        assert client.everything() == middle
    assert ends[0] != ends[1] and there not in ends


INLINES = """
byte x, y;
inline add(n) {
    x = x + n;
    y = y + n
}
inline twice() {
    add(1);
    add(2)
}
active proctype P() {
    x = 1;
    twice();
    atomic { x = 5; y = 5; x = 6 };
    y = 7
}
"""


def test_inlines_are_frames_and_can_be_left_and_begun_again(client: DebugClient, tmp_path: Path) -> None:
    path = tmp_path / "inlines.pml"
    path.write_text(INLINES)
    client.launch(path)
    client.move("next", threadId=1)
    frames = client.ask("stackTrace", threadId=1)["stackFrames"]
    assert [(frame["name"], frame["line"]) for frame in frames] == [("add in P", 4), ("twice in P", 8), ("P", 13)]
    client.move("next", threadId=1)
    client.move("stepOut", threadId=1)
    assert client.evaluate("x * 10 + y") == "21"
    client.move("next", threadId=1)
    frames = client.ask("stackTrace", threadId=1)["stackFrames"]
    assert client.move("restartFrame", frameId=frames[-1]["id"])["reason"] == "restart"
    assert client.evaluate("x") == "0"
    for _ in range(5):
        client.move("next", threadId=1)
    client.move("next", threadId=1)
    client.move("stepOut", threadId=1)
    assert client.evaluate("x") == "6" and client.top(1)["line"] == 15


def test_run_to_a_line(client: DebugClient) -> None:
    client.launch(CROSSING, seed=1)
    source = {"path": str(CROSSING)}
    line = line_of(CROSSING, "answers!answer")
    target = client.ask("gotoTargets", source=source, line=line)["targets"][0]
    stop = client.move("goto", threadId=1, targetId=target["id"])
    assert stop["reason"] == "goto" and client.top(stop["threadId"])["line"] == line
    assert client.ask("gotoTargets", source=source, line=1)["targets"] == []


def test_a_run_without_end_can_be_paused(client: DebugClient, endless: Path) -> None:
    client.launch(endless)
    client.ask("continue", threadId=1)
    time.sleep(0.2)
    assert client.ask("threads")["threads"]
    with pytest.raises(Refused, match="pause it first"):
        client.ask("next", threadId=1)
    client.ask("setBreakpoints", source={"path": str(endless)}, breakpoints=[])
    assert client.move("pause", threadId=1)["reason"] == "pause"
    assert client.move("stepBack", threadId=1)["reason"] == "step"
    assert client.move("reverseContinue", threadId=1)["reason"] == "entry"
    assert client.evaluate("x") == "0"


def test_a_run_that_nobody_pauses_pauses_itself(
    client: DebugClient, endless: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("penstock.faces.dap.motion.MOST_STEPS", 1000)
    client.launch(endless)
    stop = client.move("continue", threadId=1)
    assert (stop["reason"], stop["text"]) == ("pause", "paused after 1000 steps; it can go on")
    client.move("continue", threadId=1)
    assert client.ask("penstock/places")["step"] == 2000


def test_next_takes_the_step_that_is_marked(client: DebugClient, endless: Path) -> None:
    stop = client.launch(endless, seed=3)
    for _ in range(30):
        thread = stop["threadId"]
        line = client.top(thread)["line"]
        client.move("next", threadId=thread)
        assert client.ask("penstock/last")["line"] == line
        stop = client.move("stepIn", threadId=thread)


def test_a_step_without_end_can_be_paused(client: DebugClient, tmp_path: Path) -> None:
    path = tmp_path / "stuck.pml"
    path.write_text("int x; active proctype P() { x = 1; d_step { do :: x++ od } }")
    client.launch(path)
    client.move("stepIn", threadId=1)
    client.ask("continue", threadId=1)
    stop = client.move("pause", threadId=1)
    assert stop["reason"] in ("pause", "exception")
    assert client.evaluate("x") == "1"


# -- errors -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({}, "says no `program`"),
        ({"program": "nowhere.pml"}, "nowhere.pml"),
        ({"program": str(CROSSING), "from": "moon"}, "`from` is one of random, hand"),
        ({"program": str(CROSSING), "seed": "x"}, "`seed` must be a number"),
        ({"program": str(CROSSING), "define": [1]}, "`define` is a list of texts"),
        ({"program": str(EXAMPLES / "mistakes.pml")}, "the model has errors"),
        ({"program": str(CROSSING), "trail": "none.trail"}, "cannot read the trail"),
        ({"program": str(CROSSING), "defer": "x"}, "`defer` is one of"),
        ({"program": str(CROSSING), "channel": "nowhere"}, "there is no channel `nowhere`"),
    ],
)
def test_launches_that_are_refused(client: DebugClient, arguments: Body, problem: str) -> None:
    client.ask("initialize")
    with pytest.raises(Refused, match=re.escape(problem)):
        client.ask("launch", **arguments)
    client.launch(CROSSING)


@pytest.mark.needs("spin", "gcc")
def test_a_launch_that_takes_long_can_be_cancelled(client: DebugClient, tmp_path: Path) -> None:
    path = tmp_path / "large.pml"
    path.write_text("int x, y, z; active [3] proctype P() { do :: x++ :: y++ :: z = x * y od }")
    client.ask("initialize", supportsProgressReporting=True)
    number = client.send("launch", program=str(path), **{"from": "verify"})
    client.wait("progressStart")
    with pytest.raises(Refused, match="launched already"):
        client.ask("launch", program=str(path))
    time.sleep(0.5)
    client.ask("cancel", progressId="launch")
    with pytest.raises(Refused):
        client.answer(number)
    client.wait("progressEnd")
    client.launch(CROSSING)


def test_requests_that_make_no_sense(client: DebugClient) -> None:
    with pytest.raises(Refused, match="nothing has been launched"):
        client.ask("threads")
    with pytest.raises(Refused, match="there is no request `fly`"):
        client.ask("fly")
    client.launch(CROSSING)
    for command, arguments in [("scopes", {}), ("stackTrace", {"threadId": "x"}), ("setBreakpoints", {})]:
        with pytest.raises(Refused, match="are not as they should be"):
            client.ask(command, **arguments)
    with pytest.raises(Refused, match="earlier moment"):
        client.ask("variables", variablesReference=12345)
    assert client.ask("threads")["threads"]


@pytest.mark.needs("spin", "gcc")
def test_the_configurations_of_the_documentation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    texts = re.findall(r"```json\n(.*?)```", (ROOT / "docs" / "debugging.md").read_text(), re.DOTALL)
    assert len(texts) == 3
    for configuration in map(json.loads, texts):
        with adapter() as client:
            assert client.launch(configuration.pop("program"), None, **configuration)["reason"] == "entry"
            assert client.move("continue", threadId=1)["reason"] in ("end", "exception")


def test_the_documentation_names_every_origin() -> None:
    text = (ROOT / "docs" / "debugging.md").read_text()
    assert all(f"| `{origin}`" in text for origin in ORIGINS)


# -- processes and connections ----------------------------------------------------------------------


def test_as_editors_start_it() -> None:
    with adapter_process() as (client, process):
        client.launch(CROSSING, seed=1)
        assert client.move("continue", threadId=1)["reason"] == "exception"
        client.ask("disconnect")
        assert process.wait(20) == 0 and process.stderr is not None and process.stderr.read() == b""


def test_several_clients_by_tcp() -> None:
    command = [sys.executable, "-m", "penstock", "dap", "--tcp", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        try:
            assert server.stderr is not None
            port = int(server.stderr.readline().rpartition(":")[2])
            sockets = [socket.create_connection(("127.0.0.1", port)) for _ in range(3)]
            clients = [DebugClient(one.makefile("rb"), one.sendall) for one in sockets]
            for seed, client in enumerate(clients):
                client.launch(CROSSING, seed=seed)
            for client in clients:
                client.move("stepIn", threadId=1)
            assert clients[0].move("continue", threadId=1)["reason"] == "exception"
            assert clients[1].scope(1, "Locals")["i"] == "1"
            for one in sockets:
                one.close()
        finally:
            server.kill()


def test_nonsense_on_the_stream_ends_the_connection() -> None:
    command = [sys.executable, "-m", "penstock", "dap"]
    done = subprocess.run(command, input=b"hello there\n\n", capture_output=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
