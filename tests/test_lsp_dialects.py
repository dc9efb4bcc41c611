"""Every feature in every dialect, each with a macro and an included file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from tests.editing import Editor, editing

PROMELA = """\
#include "sizes.h"
#define STEP(v) v = v + 1
#if LIMIT > 9
byte left_out;
#endif
chan box = [LIMIT] of { byte };
inline put(what) { box!what }
proctype Sender(byte first) {
    byte seen;
    put(first);
    STEP(seen);
    assert(seen == 1)
}
init {
    byte got;
    run Sender(LIMIT);
    box?got;
    assert(got == total)
}
"""
ACTORS = """\
#include "sizes.h"
#define STEP(v) v = v + 1
actortype Store {
    var
        byte seen

    method put(byte what) restrain (seen < LIMIT)
        STEP(seen);
        assert(what == total)
}
main {
    actor store = create Store();
    store <- put(LIMIT)
}
"""
SPECIFICATION = PROMELA.replace("put(first);", "promela_MS { put(first) };\n    c_code_IS { now(); };")
TEXTS = {
    "a.pml": PROMELA,
    "a.promela": PROMELA,
    "a.prom": PROMELA,
    "a.pr": PROMELA,
    "a.apml": ACTORS,
    "a.pch": SPECIFICATION,
}
WHOLE = types.Range(types.Position(0, 0), types.Position(999, 0))


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    folder = tmp_path_factory.mktemp("models")
    for name, text in TEXTS.items():
        place = folder / Path(name).suffix[1:]
        place.mkdir()
        (place / "sizes.h").write_text("#define LIMIT 2\nbyte total = LIMIT;\n")
        (place / name).write_text(text)
    with editing(folder) as found:
        yield found


@pytest.fixture(params=TEXTS)
def name(editor: Editor, request: pytest.FixtureRequest) -> str:
    found = f"{Path(request.param).suffix[1:]}/{request.param}"
    if found not in editor.texts:
        editor.open(found)
    return found


def ask(editor: Editor, method: str, kind: Any, name: str, word: str) -> Any:
    return editor.ask(method, kind(*editor.at(name, word)))


def test_findings(editor: Editor, name: str) -> None:
    assert editor.codes(name) == []
    editor.edit(name, "total)", "totl)")
    [found] = editor.findings(name)
    assert (found.code, editor.between(editor.texts[name], found.range)) == ("E301", "totl")
    params = types.CodeActionParams(editor.document(name), found.range, types.CodeActionContext([found]))
    action = editor.ask(types.TEXT_DOCUMENT_CODE_ACTION, params)[0]
    editor.replace(name, editor.applied(editor.texts[name], action.edit.changes[editor.uri(name)]))
    assert editor.codes(name) == []


def test_names(editor: Editor, name: str) -> None:
    [found] = ask(editor, types.TEXT_DOCUMENT_DEFINITION, types.DefinitionParams, name, "total)")
    assert found.uri.endswith("sizes.h") and found.range.start.line == 1
    [found] = ask(editor, types.TEXT_DOCUMENT_DEFINITION, types.DefinitionParams, name, "STEP(seen")
    assert found.range.start.line == 1
    context = types.ReferenceContext(include_declaration=True)
    places = editor.ask(types.TEXT_DOCUMENT_REFERENCES, types.ReferenceParams(context, *editor.at(name, "LIMIT")))
    assert {Path(one.uri).name for one in places} == {"sizes.h", Path(name).name}
    marks = ask(editor, types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, types.DocumentHighlightParams, name, "seen")
    assert len(marks) >= 2
    [link] = editor.ask(types.TEXT_DOCUMENT_DOCUMENT_LINK, types.DocumentLinkParams(editor.document(name)))
    assert link.target.endswith("sizes.h")


def test_rename_reaches_into_included_files(editor: Editor, name: str) -> None:
    changes = editor.ask(types.TEXT_DOCUMENT_RENAME, types.RenameParams(*editor.at(name, "total)"), "sum")).changes
    assert {Path(uri).name for uri in changes} == {"sizes.h", Path(name).name}
    changes = editor.ask(types.TEXT_DOCUMENT_RENAME, types.RenameParams(*editor.at(name, "STEP(seen"), "INC")).changes
    assert editor.applied(editor.texts[name], changes[editor.uri(name)]) == editor.texts[name].replace("STEP", "INC")


def test_hover_and_completion(editor: Editor, name: str) -> None:
    shown = ask(editor, types.TEXT_DOCUMENT_HOVER, types.HoverParams, name, "STEP(seen").contents.value
    assert "#define STEP(v)" in shown and "here: `" in shown
    assert "byte total" in ask(editor, types.TEXT_DOCUMENT_HOVER, types.HoverParams, name, "total)").contents.value
    found = ask(editor, types.TEXT_DOCUMENT_COMPLETION, types.CompletionParams, name, "total)")
    assert {"total", "seen" if "apml" in name else "got", "LIMIT"} <= {one.label for one in found.items}
    document, at = editor.at(name, "put(LIMIT" if "apml" in name else "run Sender(", 1, 4 if "apml" in name else 11)
    help_ = editor.ask(types.TEXT_DOCUMENT_SIGNATURE_HELP, types.SignatureHelpParams(document, at))
    assert help_.signatures[0].parameters[0].label in ("byte what", "byte first")


def test_structure_and_colours(editor: Editor, name: str) -> None:
    document = editor.document(name)
    symbols = editor.ask(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, types.DocumentSymbolParams(document))
    assert {"Store", "put"} & {one.name for one in symbols}
    assert editor.ask(types.TEXT_DOCUMENT_FOLDING_RANGE, types.FoldingRangeParams(document))
    at = editor.at(name, "seen")[1]
    [grown] = editor.ask(types.TEXT_DOCUMENT_SELECTION_RANGE, types.SelectionRangeParams(document, [at]))
    assert editor.between(editor.texts[name], grown.range) == "seen"
    painted = editor.ask(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, types.SemanticTokensParams(document))
    assert len(painted.data) % 5 == 0 and len(painted.data) > 50
    hints = editor.ask(types.TEXT_DOCUMENT_INLAY_HINT, types.InlayHintParams(document, WHOLE))
    assert {one.label for one in hints} == ({"what:"} if "apml" in name else {"first:", "what:"})
    lenses = editor.ask(types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensParams(document))
    assert "automaton" in {one.command.title for one in lenses}


def test_what_the_preprocessor_leaves_out_looks_like_a_comment(editor: Editor) -> None:
    painted = editor.ask(
        types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, types.SemanticTokensParams(editor.document("pml/a.pml"))
    )
    legend = editor.capabilities.semantic_tokens_provider
    assert legend is not None
    comment = list(legend.legend.token_types).index("comment")
    assert [painted.data[at + 2] for at in range(0, len(painted.data), 5) if painted.data[at + 3] == comment] == [14]


def test_calls(editor: Editor, name: str) -> None:
    word = "Store {" if "apml" in name else "Sender(byte"
    [item] = ask(editor, types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY, types.CallHierarchyPrepareParams, name, word)
    runs = editor.ask(types.CALL_HIERARCHY_INCOMING_CALLS, types.CallHierarchyIncomingCallsParams(item))
    assert [one.from_.name for one in runs] == (["main"] if "apml" in name else ["init"])
