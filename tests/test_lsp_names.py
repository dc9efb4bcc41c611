"""Names in an editor: definitions, uses, symbols and rename, in every dialect and across files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from tests.editing import Editor, editing

MODEL = """\
#include "part.h"
#define PUT(c, v) c!v; sent++
mtype:signal = { go, stop };
typedef Pair { byte one; byte two };
byte sent; Pair pair;
chan box = [LIMIT] of { mtype:signal, byte };
inline raise(what) { what = what + 1; again: if :: what < 3 -> goto again :: else fi }
proctype Sender(byte first) { PUT(box, go(first)); raise(pair.one); box?stop, pair.two }
init { run Sender(LIMIT); box?go, sent; box!stop, 1; assert(Sender[1]@again || pair.two == 1) }
"""
ACTORS = """\
actortype store {
    var byte used
    method put(byte value) restrain (used < 3) used = used + value
}
actortype user {
    var actor mine
    init(actor given) mine = given; this <- go()
    method go() mine <- put(1)
}
main { actor s = create store(); create user(s) }
"""
SPECIFICATION = """\
chan wire = [1] of { byte };
active proctype Sender() { promela_MS { wire!1 }; c_code_IS { put(1); } }
active proctype Taker() { byte got; wire?got; assert(got == 1) }
"""


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    folder = tmp_path_factory.mktemp("models")
    (folder / "part.h").write_text("#define LIMIT 2\nbyte shared = LIMIT;\n")
    with editing(folder) as found:
        found.open("a.pml", MODEL)
        found.open("b.apml", ACTORS)
        found.open("c.pch", SPECIFICATION)
        yield found


def definitions(editor: Editor, name: str, word: str, number: int = 1) -> list[tuple[str, int]]:
    found = editor.ask(types.TEXT_DOCUMENT_DEFINITION, types.DefinitionParams(*editor.at(name, word, number)))
    return [(Path(one.uri).name, one.range.start.line) for one in found]


@pytest.mark.parametrize(
    ("name", "word", "number", "where"),
    [
        ("a.pml", "LIMIT", 1, [("part.h", 0)]),
        ("a.pml", "PUT", 2, [("a.pml", 1)]),
        ("a.pml", "go(first", 1, [("a.pml", 2)]),
        ("a.pml", "Pair pair", 1, [("a.pml", 3)]),
        ("a.pml", "one)", 1, [("a.pml", 3)]),
        ("a.pml", "box,", 1, [("a.pml", 5)]),
        ("a.pml", "raise(pair", 1, [("a.pml", 6)]),
        ("a.pml", "what + 1", 1, [("a.pml", 6)]),
        ("a.pml", "again ::", 1, [("a.pml", 6)]),
        ("a.pml", "again ||", 1, [("a.pml", 6)]),
        ("a.pml", "Sender(LIMIT", 1, [("a.pml", 7)]),
        ("a.pml", "part.h", 1, [("part.h", 0)]),
        ("b.apml", "store()", 1, [("b.apml", 0)]),
        ("b.apml", "put(1)", 1, [("b.apml", 2)]),
        ("b.apml", "go()\n    method", 1, [("b.apml", 7)]),
        ("b.apml", "used <", 1, [("b.apml", 1)]),
        ("b.apml", "s) }", 1, [("b.apml", 9)]),
        ("c.pch", "wire!", 1, [("c.pch", 0)]),
        ("c.pch", "got ==", 1, [("c.pch", 2)]),
    ],
)
def test_definitions(editor: Editor, name: str, word: str, number: int, where: list[tuple[str, int]]) -> None:
    assert definitions(editor, name, word, number) == where


def test_the_type_of_a_variable(editor: Editor) -> None:
    params = types.TypeDefinitionParams(*editor.at("a.pml", "pair.one"))
    assert [editor.shown(one) for one in editor.ask(types.TEXT_DOCUMENT_TYPE_DEFINITION, params)] == ["Pair"]


def uses(editor: Editor, name: str, word: str) -> list[tuple[str, int]]:
    document, position = editor.at(name, word)
    found: list[Any] = editor.ask("penstock/uses", types.TextDocumentPositionParams(document, position))
    return sorted((one["kind"], one["location"]["range"]["start"]["line"]) for one in found)


def test_sends_and_receives_apart(editor: Editor) -> None:
    expected = [("declaration", 5), ("receive", 7), ("receive", 8), ("send", 7), ("send", 8)]
    assert uses(editor, "a.pml", "box = ") == expected
    assert uses(editor, "b.apml", "put(byte") == [("declaration", 2), ("send", 7)]


def test_references_and_highlights(editor: Editor) -> None:
    context = types.ReferenceContext(include_declaration=False)
    params = types.ReferenceParams(context, *editor.at("a.pml", "sent;"))
    found = editor.ask(types.TEXT_DOCUMENT_REFERENCES, params)
    assert [one.range.start.line for one in found] == [1, 8]
    marks = editor.ask(
        types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, types.DocumentHighlightParams(*editor.at("a.pml", "sent;"))
    )
    assert {one.kind for one in marks} == {types.DocumentHighlightKind.Write}


def test_symbols_of_a_file(editor: Editor) -> None:
    found = editor.ask(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, types.DocumentSymbolParams(editor.document("a.pml")))
    tree = {one.name: [inner.name for inner in one.children] for one in found}
    assert tree["Pair"] == ["one", "two"] and tree["Sender"] == ["first"] and "init" in tree
    found = editor.ask(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, types.DocumentSymbolParams(editor.document("b.apml")))
    tree = {one.name: [inner.name for inner in one.children] for one in found}
    assert tree["store"] == ["used", "put", "value"] and "mine" in tree["user"]


def test_symbols_of_the_workspace(editor: Editor) -> None:
    found = editor.ask(types.WORKSPACE_SYMBOL, types.WorkspaceSymbolParams("sndr"))
    assert {(one.name, Path(one.location.uri).name) for one in found} == {("Sender", "a.pml"), ("Sender", "c.pch")}


def rename(editor: Editor, name: str, word: str, new: str) -> dict[str, str]:
    """The texts that change, afterwards."""
    params = types.RenameParams(*editor.at(name, word), new)
    changes = editor.ask(types.TEXT_DOCUMENT_RENAME, params).changes
    texts = {Path(uri).name: Path(uri.removeprefix("file://")) for uri in changes}
    return {
        one: editor.applied(editor.texts[one] if one in editor.texts else path.read_text(), changes[editor.uri(one)])
        for one, path in texts.items()
    }


def test_rename_in_every_dialect(editor: Editor) -> None:
    assert rename(editor, "a.pml", "LIMIT", "MOST")["part.h"] == "#define MOST 2\nbyte shared = MOST;\n"
    assert rename(editor, "a.pml", "sent", "amount") == {"a.pml": MODEL.replace("sent", "amount")}
    assert rename(editor, "b.apml", "put(1)", "add") == {"b.apml": ACTORS.replace("put", "add")}
    assert rename(editor, "c.pch", "wire!", "line") == {"c.pch": SPECIFICATION.replace("wire", "line")}


def test_a_rename_that_is_refused_says_why(editor: Editor) -> None:
    with pytest.raises(JsonRpcException, match="already a variable"):
        rename(editor, "a.pml", "sent", "pair")
    with pytest.raises(JsonRpcException, match="no name here"):
        editor.ask(types.TEXT_DOCUMENT_PREPARE_RENAME, types.PrepareRenameParams(*editor.at("a.pml", "{ run", 1, 1)))
    found = editor.ask(types.TEXT_DOCUMENT_PREPARE_RENAME, types.PrepareRenameParams(*editor.at("a.pml", "sent")))
    assert found.placeholder == "sent"


def test_rename_counts_all_models_that_include_a_file(editor: Editor) -> None:
    for name in ("one", "two"):
        editor.write(f"{name}.pml", '#include "common.inc"\ninit { total = 1; assert(total == 1) }\n')
    editor.write("common.inc", "byte total;\n")
    editor.open("one.pml")
    editor.open("two.pml")
    editor.open("common.inc")
    assert editor.codes("common.inc") == []
    assert set(rename(editor, "common.inc", "total", "sum")) == {"one.pml", "two.pml", "common.inc"}
    editor.edit("two.pml", "init", "byte sum;\ninit")
    with pytest.raises(JsonRpcException, match="already a variable"):
        rename(editor, "common.inc", "total", "sum")
