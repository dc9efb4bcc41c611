"""The language server, as an editor meets it."""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Iterator

import pytest
from lsprotocol import types
from tests.editing import Editor, editing

from penstock.faces.addresses import address
from penstock.faces.lsp.serving import make_server

MODEL = """\
#define N 3
chan box = [N] of { byte };
byte counter;

proctype Sender(byte first) {
    box!first;
    counter = counter + 1
}

init { byte got; run Sender(N); box?got }
"""


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    with editing(tmp_path_factory.mktemp("models")) as found:
        yield found


def test_findings_come_and_go(editor: Editor) -> None:
    editor.open("a.pml", MODEL)
    assert editor.codes("a.pml") == []
    editor.edit("a.pml", "counter + 1", "couter + 1")
    found = editor.findings("a.pml")
    assert [one.code for one in found] == ["E301"]
    assert editor.between(editor.texts["a.pml"], found[0].range) == "couter"
    editor.edit("a.pml", "couter", "counter")
    assert editor.codes("a.pml") == []


def test_the_definition_of_a_name(editor: Editor) -> None:
    editor.open("b.pml", MODEL)
    found = editor.ask(types.TEXT_DOCUMENT_DEFINITION, types.DefinitionParams(*editor.at("b.pml", "box!")))
    assert [(editor.shown(one), one.range.start.line) for one in found] == [("box", 1)]


def test_hover_tells_the_declaration(editor: Editor) -> None:
    editor.open("c.pml", MODEL)
    found = editor.ask(types.TEXT_DOCUMENT_HOVER, types.HoverParams(*editor.at("c.pml", "counter + ")))
    assert "byte counter" in found.contents.value


def test_a_fix_repairs_a_finding(editor: Editor) -> None:
    editor.open("d.pml", MODEL.replace("counter + 1", "couter + 1"))
    found = editor.findings("d.pml")
    params = types.CodeActionParams(editor.document("d.pml"), found[0].range, types.CodeActionContext(found))
    action, every = editor.ask(types.TEXT_DOCUMENT_CODE_ACTION, params)
    assert every.edit == action.edit and every.kind.startswith("source.fixAll")
    edits = action.edit.changes[editor.uri("d.pml")]
    assert editor.applied(editor.texts["d.pml"], edits) == MODEL
    assert action.title == "change `couter` to `counter`"


def test_all_fixes_of_a_file_at_once(editor: Editor) -> None:
    wrong = "byte counter;\ninit { (counter = 1); couter = 1; conter = 2 }\n"
    editor.open("e.pml", wrong)
    assert editor.codes("e.pml") == ["E201", "E301", "E301"]
    only = types.CodeActionContext([], only=["source.fixAll"])
    whole = types.Range(types.Position(0, 0), types.Position(9, 0))
    params = types.CodeActionParams(editor.document("e.pml"), whole, only)
    [action] = editor.ask(types.TEXT_DOCUMENT_CODE_ACTION, params)
    after = editor.applied(wrong, action.edit.changes[editor.uri("e.pml")])
    assert after == "byte counter;\ninit { (counter == 1); counter = 1; counter = 2 }\n"


def test_an_else_is_offered_where_there_is_none(editor: Editor) -> None:
    editor.open("f.pml", "byte x;\ninit {\n    do\n    :: x < 3 -> x++\n    od\n}\n")
    where = types.Range(types.Position(2, 5), types.Position(2, 5))
    params = types.CodeActionParams(editor.document("f.pml"), where, types.CodeActionContext([]))
    [action] = editor.ask(types.TEXT_DOCUMENT_CODE_ACTION, params)
    after = editor.applied(editor.texts["f.pml"], action.edit.changes[editor.uri("f.pml")])
    assert after == "byte x;\ninit {\n    do\n    :: x < 3 -> x++\n    :: else -> break\n    od\n}\n"


def test_keystrokes_leave_nothing_behind() -> None:
    protocol = make_server().protocol
    for _ in range(5):
        protocol._handle_notification(types.SET_TRACE, types.SetTraceParams(types.TraceValue.Off))
    assert not protocol._request_futures


@pytest.mark.parametrize(
    ("text", "meant"),
    [("9257", ("127.0.0.1", 9257)), ("[::1]:92", ("::1", 92)), ("localhost:9", ("localhost", 9))],
)
def test_addresses(text: str, meant: tuple[str, int]) -> None:
    assert address(text) == meant
    with pytest.raises(ArgumentTypeError):
        address(f"{text}000000")
