"""The language server, as an editor meets it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from lsprotocol import types
from tests.editing import Editor, editing

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
    [action] = editor.ask(types.TEXT_DOCUMENT_CODE_ACTION, params)
    edits = action.edit.changes[editor.uri("d.pml")]
    assert editor.applied(editor.texts["d.pml"], edits) == MODEL
    assert action.title == "change `couter` to `counter`"
