"""Long work beside an editor: asked for by commands, followed, cancelled, and kept while the text stays."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from tests.editing import Editor, editing

pytestmark = pytest.mark.slow  # each answer comes from a process of its own
EXAMPLES = Path(__file__).parent.parent / "examples"
WAITING = """\
chan q = [1] of { byte };
active proctype Taker() {
    byte x;
    do
    :: q?x
    od
}
active proctype Giver() { q!1 }
"""
ENDLESS = "byte c[9]; active [9] proctype P() { do :: c[_pid] < 250 -> c[_pid]++ :: else -> c[_pid] = 0 od }\n"
WHOLE = types.Range(types.Position(0, 0), types.Position(999, 0))


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    with editing(tmp_path_factory.mktemp("models")) as found:
        yield found


def order(editor: Editor, command: str, name: str, **options: Any) -> Any:
    params = types.ExecuteCommandParams(command, arguments=[editor.uri(name), options])
    return editor.ask(types.WORKSPACE_EXECUTE_COMMAND, params)


def actions(editor: Editor, name: str, word: str, found: list[types.Diagnostic]) -> list[Any]:
    _, at = editor.at(name, word)
    params = types.CodeActionParams(editor.document(name), types.Range(at, at), types.CodeActionContext(found))
    return list(editor.ask(types.TEXT_DOCUMENT_CODE_ACTION, params))


def lenses(editor: Editor, name: str) -> set[str]:
    found = editor.ask(types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensParams(editor.document(name)))
    return {one.command.title for one in found}


def hints(editor: Editor, name: str) -> set[str]:
    found = editor.ask(types.TEXT_DOCUMENT_INLAY_HINT, types.InlayHintParams(editor.document(name), WHOLE))
    return {one.label for one in found}


def test_a_proved_bound_stands_beside_its_channel(editor: Editor) -> None:
    editor.open("granting.pml", (EXAMPLES / "granting.pml").read_text())
    assert "bound" in lenses(editor, "granting.pml")
    answer = order(editor, "penstock.bound", "granting.pml")
    assert answer["verdict"] == "BOUNDED"
    assert {"\N{LESS-THAN OR EQUAL TO} 11", "\N{LESS-THAN OR EQUAL TO} 3"} <= hints(editor, "granting.pml")
    assert "bound: \N{LESS-THAN OR EQUAL TO} 11" in lenses(editor, "granting.pml")
    hover = editor.ask(types.TEXT_DOCUMENT_HOVER, types.HoverParams(*editor.at("granting.pml", "AB")))
    assert "at most 11 messages: a sum of messages never grows beyond it" in hover.contents.value
    [action] = [one for one in actions(editor, "granting.pml", "AB", []) if "proved bound" in one.title]
    after = editor.applied(editor.texts["granting.pml"], action.edit.changes[editor.uri("granting.pml")])
    assert after == editor.texts["granting.pml"].replace("[25]", "[11]", 1)


def test_an_answer_is_kept_until_the_text_changes(editor: Editor) -> None:
    editor.open("kept.pml", (EXAMPLES / "granting.pml").read_text())
    first = order(editor, "penstock.bound", "kept.pml")
    assert order(editor, "penstock.bound", "kept.pml") == first, "with the same times"
    editor.edit("kept.pml", "[25]", "[24]")
    assert not any("LESS" in one or "\N{LESS-THAN OR EQUAL TO}" in one for one in hints(editor, "kept.pml"))


@pytest.mark.needs("spin", "gcc")
def test_a_deadlock_is_a_finding_whose_fix_is_an_end_label(editor: Editor) -> None:
    editor.open("waiting.pml", WAITING)
    assert editor.codes("waiting.pml") == []
    assert order(editor, "penstock.verify", "waiting.pml")["verdict"] == "violated"
    found = editor.eventually("waiting.pml", lambda seen: list(seen[-1].diagnostics) or None)
    assert [one.source for one in found] == ["penstock verify"] and "deadlock" in found[0].message
    [action] = [one for one in actions(editor, "waiting.pml", "do\n", found) if "wait there forever" in one.title]
    editor.replace("waiting.pml", editor.applied(WAITING, action.edit.changes[editor.uri("waiting.pml")]))
    assert "    end: do\n" in editor.texts["waiting.pml"]
    assert editor.codes("waiting.pml") == []
    assert order(editor, "penstock.verify", "waiting.pml")["verdict"] == "holds"


@pytest.mark.needs("spin", "gcc")
def test_one_property_alone(editor: Editor) -> None:
    text = "byte x;\nactive proctype P() { x = 1 }\nltl small { [] (x < 2) }\nltl zero { [] (x == 0) }\n"
    editor.open("two.pml", text)
    answer = order(editor, "penstock.verify", "two.pml", property="small")
    assert [(one["name"], one["verdict"]) for one in answer["properties"]] == [("small", "holds")]
    assert {"verify: holds", "verify"} <= lenses(editor, "two.pml")


def test_typing_goes_on_while_work_is_done_and_work_can_be_cancelled(editor: Editor) -> None:
    editor.open("endless.pml", ENDLESS)
    params = types.ExecuteCommandParams("penstock.simulate", [editor.uri("endless.pml"), {"steps": 10**9}])
    protocol: Any = editor.client.protocol
    asked = asyncio.run_coroutine_threadsafe(
        protocol.send_request_async(types.WORKSPACE_EXECUTE_COMMAND, params), editor.loop
    )
    token = editor.progress_token()
    editor.edit("endless.pml", "c[9]", "d[9]")
    assert "E301" in editor.codes("endless.pml")
    assert not asked.done()
    editor.tell(editor.client.window_work_done_progress_cancel, types.WorkDoneProgressCancelParams(token))
    with pytest.raises(JsonRpcException, match="stopped"):
        asked.result(60)


@pytest.mark.parametrize(
    ("command", "name", "key", "part"),
    [
        ("penstock.automaton", "granting.pml", "svg", "<svg"),
        ("penstock.chart", "granting.pml", "svg", "<svg"),
        ("penstock.translated", "actors/buffer.apml", "text", "proctype"),
        ("penstock.closed", "closing/access.pml", "text", "proctype"),
        ("penstock.report", "granting.pml", "html", "<html"),
    ],
)
def test_commands_return_pictures_and_texts(editor: Editor, command: str, name: str, key: str, part: str) -> None:
    editor.open(name, (EXAMPLES / name).read_text())
    assert part in order(editor, command, name)[key]


def test_a_program_in_c_comes_as_files(editor: Editor) -> None:
    editor.open("abp/ideal.pml", (EXAMPLES / "abp" / "ideal.pml").read_text())
    files = order(editor, "penstock.generate", "abp/ideal.pml")["files"]
    assert any(name.endswith(".c") for name in files) and "Makefile" in files


def test_what_cannot_be_done_is_said(editor: Editor) -> None:
    editor.open("broken.pml", "init { x = }\n")
    with pytest.raises(JsonRpcException, match="E201"):
        order(editor, "penstock.bound", "broken.pml")
    editor.open("fine.pml", "init { skip }\n")
    with pytest.raises(JsonRpcException, match="could not convert"):
        order(editor, "penstock.bound", "fine.pml", budget="soon")


def test_a_server_that_ends_takes_its_work_with_it(tmp_path: Path) -> None:
    with editing(tmp_path) as editor:
        editor.open("endless.pml", ENDLESS)
        params = types.ExecuteCommandParams("penstock.simulate", [editor.uri("endless.pml"), {"steps": 10**9}])
        protocol: Any = editor.client.protocol
        asked = protocol.send_request_async(types.WORKSPACE_EXECUTE_COMMAND, params)
        waiting = asyncio.run_coroutine_threadsafe(asked, editor.loop)
        editor.progress_token()
        begin = time.monotonic()
    assert time.monotonic() - begin < 20
    assert waiting.done()


def test_bounds_come_by_themselves_when_a_model_is_opened(tmp_path: Path) -> None:
    with editing(tmp_path, initialization_options={"bounds": "save", "budget": 20}) as editor:
        editor.open("granting.pml", (EXAMPLES / "granting.pml").read_text())
        until = time.monotonic() + 60
        while "\N{LESS-THAN OR EQUAL TO} 11" not in hints(editor, "granting.pml"):
            assert time.monotonic() < until
            time.sleep(0.1)


def test_an_empty_text_that_is_open_counts_before_its_file(editor: Editor) -> None:
    editor.write("part.h", "byte x;\n")
    editor.open("whole.pml", '#include "part.h"\ninit { x = 1; assert(x) }\n')
    assert "<svg" in order(editor, "penstock.automaton", "whole.pml")["svg"]
    editor.open("part.h", "")
    assert editor.eventually("whole.pml", lambda seen: list(seen[-1].diagnostics) or None)[0].code == "E301"
    with pytest.raises(JsonRpcException, match="`x` is not declared"):
        order(editor, "penstock.automaton", "whole.pml")


def test_each_run_by_chance_is_another_one(editor: Editor) -> None:
    editor.open("chance.pml", "byte x;\ninit { select (x : 0 .. 250); assert(x < 251) }\n")
    seeds = {order(editor, "penstock.simulate", "chance.pml")["seed"] for _ in range(3)}
    assert len(seeds) > 1
    assert order(editor, "penstock.simulate", "chance.pml", seed=4)["seed"] == 4
