"""`penstock dap`: where it stops, and what there is to see and to change then."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.debugging import ENDLESS, Body, DebugClient, Refused, adapter, at_line, line_of

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


# -- breakpoints ------------------------------------------------------------------------------------


def test_a_line_stops_with_conditions_and_counts(client: DebugClient) -> None:
    client.launch(CROSSING, at_line(CROSSING, "requests!request", condition="i == 2"), seed=1)
    stop = client.move("continue", threadId=1)
    assert stop["reason"] == "breakpoint" and stop["hitBreakpointIds"] and client.scope(1, "Locals")["i"] == "2"
    source = {"path": str(CROSSING)}
    line = line_of(CROSSING, "requests!request")
    client.ask("setBreakpoints", source=source, breakpoints=[{"line": line, "hitCondition": "4"}])
    client.move("continue", threadId=1)
    assert client.scope(1, "Locals")["i"] == "4"
    client.ask("setBreakpoints", source=source, breakpoints=[{"line": line}])
    assert client.move("reverseContinue", threadId=1)["reason"] == "breakpoint"
    assert client.scope(1, "Locals")["i"] == "3"


def test_breakpoints_are_moved_or_refused(client: DebugClient) -> None:
    client.launch(CROSSING)
    source = {"path": str(CROSSING)}
    wrong: list[Body] = [{"line": 9999}, {"line": 17, "condition": "i +"}, {"line": 17, "hitCondition": "x"}]
    found = client.ask("setBreakpoints", source=source, breakpoints=[{"line": 1}, *wrong])["breakpoints"]
    assert found[0]["verified"] and found[0]["line"] == line_of(CROSSING, "for (i")
    assert [one["verified"] for one in found[1:]] == [False, False, False]
    assert "no statement is at this line" in found[1]["message"]
    assert "expected an expression" in found[2]["message"] and "number of hits" in found[3]["message"]
    other = client.ask("setBreakpoints", source={"path": str(LEADER)}, breakpoints=[{"line": 1}])["breakpoints"]
    assert other[0]["message"] == "the model does not use this file"
    places = client.ask("breakpointLocations", source=source, line=1, endLine=17)["breakpoints"]
    assert [one["line"] for one in places] == [17]


def test_log_points(client: DebugClient) -> None:
    log = "sending {i} of {len(requests)}"
    client.launch(CROSSING, at_line(CROSSING, "requests!request", logMessage=log), seed=1, stopOnEntry=False)
    told = client.output()
    assert re.search(r"sending 1 of 0\nsending 2 of \d", told)
    with adapter() as other:
        other.launch(CROSSING, at_line(CROSSING, "requests!request", logMessage=log), seed=1)
        while other.move("stepIn", threadId=1)["reason"] == "step":
            pass
        assert other.output().count("sending") == told.count("sending")


def test_data_breakpoints(client: DebugClient, endless: Path) -> None:
    client.launch(endless, seed=2)
    becoming = client.ask("dataBreakpointInfo", name="len(q) == 2")
    assert becoming["description"] == "len(q) == 2 becomes true" and becoming["accessTypes"] == ["write"]
    client.ask("setDataBreakpoints", breakpoints=[{"dataId": becoming["dataId"]}])
    stop = client.move("continue", threadId=1)
    assert (stop["reason"], stop["text"]) == ("data breakpoint", "`len(q) == 2` became true")
    scopes = {one["name"]: one for one in client.ask("scopes", frameId=client.top(1)["id"])["scopes"]}
    reference = scopes["Globals"]["variablesReference"]
    changing = client.ask("dataBreakpointInfo", name="x", variablesReference=reference)
    client.ask("setDataBreakpoints", breakpoints=[{"dataId": changing["dataId"], "condition": "x % 50 == 0"}])
    assert re.fullmatch(r"`x` changed from \d+ to \d*0", client.move("continue", threadId=1)["text"])
    scopes = {one["name"]: one for one in client.ask("scopes", frameId=client.top(1)["id"])["scopes"]}
    queue = client.ask("dataBreakpointInfo", name="q", variablesReference=scopes["Channels"]["variablesReference"])
    assert queue["description"] == "len(q) changes"
    assert client.ask("dataBreakpointInfo", name="nothing")["dataId"] is None
    refused = client.ask("setDataBreakpoints", breakpoints=[{"dataId": "foo"}])["breakpoints"][0]
    assert not refused["verified"] and "not declared" in refused["message"]


def test_exception_breakpoints(client: DebugClient, endless: Path) -> None:
    client.launch(endless, seed=2)
    client.ask("setExceptionBreakpoints", filters=["full"])
    stop = client.move("continue", threadId=1)
    assert (stop["reason"], stop["text"]) == ("exception", "channel `q` is full")
    assert client.ask("exceptionInfo", threadId=1)["exceptionId"] == "full"


def test_lines_and_columns_as_the_client_counts_them(client: DebugClient, tmp_path: Path) -> None:
    path = tmp_path / "letters.pml"
    path.write_text("byte x;\nactive proctype P() { /* 😀é */ x = 1; x = 2 }\n")
    client.ask("initialize", linesStartAt1=False, columnsStartAt1=False)
    client.ask("launch", program=str(path))
    found = client.ask("setBreakpoints", source={"path": str(path)}, breakpoints=[{"line": 0}])["breakpoints"]
    assert found[0]["line"] == 1
    client.ask("configurationDone")
    client.wait("stopped")
    frame = client.top(1)
    assert (frame["line"], frame["column"], frame["endColumn"]) == (1, 32, 37)


def test_projects_and_directories_are_honoured(client: DebugClient, tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "more.h").write_text("byte y = N;\n")
    (tmp_path / "penstock.toml").write_text(
        '[project]\nname = "p"\n[defaults]\ndefine = ["N=5"]\ninclude = ["shared"]\n'
    )
    (tmp_path / "m.pml").write_text('#include "more.h"\nactive proctype P() {\n    y++\n}\n')
    client.launch("m.pml", cwd=str(tmp_path))
    assert client.evaluate("y + N") == "10" and client.top(1)["source"]["path"] == str(tmp_path / "m.pml")
    with adapter() as other:
        other.launch("m.pml", cwd=str(tmp_path), define=["N=7"], include="shared")
        assert other.evaluate("y") == "7"
    with adapter() as other, pytest.raises(Refused, match=r"more\.h"):
        other.launch("m.pml", cwd=str(tmp_path), project=False)


def test_breakpoints_in_included_files(client: DebugClient, tmp_path: Path) -> None:
    (tmp_path / "body.h").write_text("inline twice() {\n    x++;\n    x++\n}\n#define THRICE x = x + 3\n")
    path = tmp_path / "m.pml"
    path.write_text('byte x;\n#include "body.h"\nactive proctype P() {\n    twice();\n    THRICE\n}\n')
    client.launch(path, {str(tmp_path / "body.h"): [{"line": 3}]})
    stop = client.move("continue", threadId=1)
    frames = client.ask("stackTrace", threadId=1)["stackFrames"]
    assert stop["reason"] == "breakpoint" and client.evaluate("x") == "1"
    assert [(Path(one["source"]["path"]).name, one["line"]) for one in frames] == [("body.h", 3), ("m.pml", 4)]
    client.move("next", threadId=1)
    frame = client.top(1)
    assert (Path(frame["source"]["path"]).name, frame["line"]) == ("m.pml", 5)


# -- values -----------------------------------------------------------------------------------------


def test_expressions_are_evaluated_in_their_frame(client: DebugClient, endless: Path) -> None:
    client.launch(endless, seed=2)
    frame = client.top(2)["id"]
    assert client.evaluate("v + 3", frameId=frame) == "3"
    assert client.evaluate("light") == "green" and client.evaluate("light == red") == "false"
    whole = client.ask("evaluate", expression="a")
    assert whole["result"] == "[0, 0, 0]" and whole["variablesReference"]
    parts = client.ask("variables", variablesReference=whole["variablesReference"])["variables"]
    assert [(one["name"], one["evaluateName"]) for one in parts] == [("[0]", "a[0]"), ("[1]", "a[1]"), ("[2]", "a[2]")]
    for text, problem in [("v2", "not declared"), ("a[7]", "out of range"), ("1 / 0", "division"), ("x =", "`==`")]:
        with pytest.raises(Refused, match=problem):
            client.evaluate(text, frameId=frame)


def test_setting_a_variable_branches(client: DebugClient, endless: Path) -> None:
    client.launch(endless, seed=2)
    for _ in range(5):
        client.move("stepIn", threadId=1)
    client.move("stepBack", threadId=1)
    before = client.everything()
    scopes = {one["name"]: one for one in client.ask("scopes", frameId=client.top(1)["id"])["scopes"]}
    reference = scopes["Globals"]["variablesReference"]
    assert client.ask("setVariable", variablesReference=reference, name="x", value="100 + 7")["value"] == "107"
    assert client.evaluate("x") == "107"
    values = {one["name"]: one["value"] for one in client.ask("variables", variablesReference=reference)["variables"]}
    assert values["x"] == "107"
    assert "x = 107: the run branches here, the other one is kept" in client.output()
    assert client.ask("setExpression", expression="light", value="red")["value"] == "red"
    assert client.ask("setExpression", expression="a[1]", value="9")["value"] == "9"
    for name, value, problem in [
        ("x", "256", "does not fit"),
        ("x", "y", "not declared"),
        ("q", "1", "cannot be set"),
        ("a[1]", "", "nothing to evaluate"),
    ]:
        with pytest.raises(Refused, match=problem):
            client.ask("setExpression", expression=name, value=value)
    client.move("next", threadId=1)
    assert client.evaluate("x") == "108"
    for _ in range(4):
        client.move("stepBack", threadId=1)
    assert client.everything() == before


def test_the_console(client: DebugClient) -> None:
    client.launch(CROSSING, seed=1)
    assert re.match(r"1  client  line \d+  i = 1  \{i = 1\}", client.evaluate(":choices", context="repl"))
    client.evaluate(":take 1", context="repl")
    client.wait("continued")
    assert client.wait("stopped")["reason"] == "step" and client.scope(1, "Locals")["i"] == "1"
    client.evaluate(":until len(requests) == 2", context="repl")
    assert client.wait("stopped")["reason"] == "goal" and client.evaluate("len(requests)") == "2"
    client.evaluate(":back 2", context="repl")
    assert client.wait("stopped")["reason"] == "step"
    assert ":until" in client.evaluate(":help", context="repl")
    client.evaluate(":until len(requests) == 77", context="repl")
    assert client.wait("stopped")["text"] == "no process can move"


def test_timers_and_mailboxes(client: DebugClient) -> None:
    client.launch(EXAMPLES / "retry.pml", seed=2)
    for _ in range(9):
        client.move("stepIn", threadId=1)
    scopes = {
        one["name"]: one["variablesReference"] for one in client.ask("scopes", frameId=client.top(1)["id"])["scopes"]
    }
    timer = client.ask("variables", variablesReference=scopes["Timers"])["variables"][0]
    assert (timer["name"], timer["value"], timer["type"]) == ("sender.t", "on(1)", "timer")
    for text, value in [("off", "off"), ("on(7)", "on(7)")]:
        answer = client.ask("setVariable", variablesReference=scopes["Timers"], name="sender.t", value=text)
        assert answer["value"] == value
    info = client.ask("dataBreakpointInfo", variablesReference=scopes["Timers"], name="sender.t")
    assert info["description"] == "sender.t changes"
    client.ask("setDataBreakpoints", breakpoints=[{"dataId": info["dataId"]}])
    assert re.match("`sender.t` changed from on", client.move("continue", threadId=1)["text"])


def test_completions(client: DebugClient, endless: Path) -> None:
    client.launch(endless)
    targets = client.ask("completions", text="1 + li", column=7, frameId=client.top(1)["id"])["targets"]
    assert targets == [{"label": "light", "start": 4, "length": 2}]


def test_what_the_model_prints_is_written_once(client: DebugClient, tmp_path: Path) -> None:
    path = tmp_path / "printing.pml"
    path.write_text('active proctype P() { byte i; do :: i < 3 -> printf("at %d\\n", i); i++ :: else -> break od }')
    client.launch(path, stopOnEntry=False)
    client.move("reverseContinue", threadId=1)
    client.move("continue", threadId=1)
    assert client.output("stdout") == "at 0\nat 1\nat 2\n"


def test_what_panels_ask_for(client: DebugClient) -> None:
    client.launch(CROSSING, seed=1)
    for _ in range(6):
        client.move("stepIn", threadId=1)
    found = client.ask("penstock/choices")
    assert found["ended"] is None and found["choices"][0]["file"] == str(CROSSING)
    assert {"name", "before", "after"} == set(found["choices"][0]["changes"][0])
    places = client.ask("penstock/places")
    assert places["step"] == 6 and [one["process"] for one in places["processes"]] == ["client", "server"]
    assert client.ask("penstock/chart")["text"].startswith("<svg")
    drawn = client.ask("penstock/automata")["text"]
    assert "proctype client" in drawn and drawn.count('stroke="#b3261e"') == len(places["processes"])
    assert "requests" in client.ask("penstock/chart", format="text")["text"]
    client.ask("setExpression", expression="i", value="7", frameId=client.top(1)["id"])
    client.move("stepIn", threadId=1)
    assert client.ask("penstock/chart")["text"].startswith("<svg")
    with pytest.raises(Refused, match="`format` is one of svg, mermaid, text"):
        client.ask("penstock/chart", format="gif")
