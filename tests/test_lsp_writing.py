"""What helps while writing: hover, completion, signatures, folding, formatting, colours, hints, calls."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from lsprotocol import types
from tests.editing import Editor, editing, place_of

MODEL = """\
#define N 2
#define TWICE(x) (x + x)
mtype:signal = { go, stop };
mtype = { other };
typedef Pair { byte one; byte two };
Pair pair;
chan box = [N] of { mtype:signal, byte };
inline raise(what, by) { what = what + by }
active [N] proctype Sender(byte first) {
    mtype:signal sign;
    byte amount = TWICE(N);
again:
    box!go(amount);
    raise(amount, 3);
    if
    :: amount < 9 -> goto again
    :: else
    fi
}
init {
    run Sender(4);
    box?stop, pair.one
}
ltl fine { [] (pair.one < 3) }
"""
ACTORS = """\
actortype store {
    var byte used
    method put(byte value) restrain (used < 3) used = used + value
}
main { actor s = create store(); s <- put(1) }
"""


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    with editing(tmp_path_factory.mktemp("models")) as found:
        found.open("a.pml", MODEL)
        found.open("b.apml", ACTORS)
        yield found


def hover(editor: Editor, name: str, word: str, number: int = 1) -> str:
    found = editor.ask(types.TEXT_DOCUMENT_HOVER, types.HoverParams(*editor.at(name, word, number)))
    return str(found.contents.value) if found is not None else ""


@pytest.mark.parametrize(
    ("word", "texts"),
    [
        ("box!", ["chan box = [2] of { mtype:signal, byte }", "sent in 1, received in 1"]),
        ("pair.one <", ["Pair pair", "`byte one`, `byte two`"]),
        ("TWICE(N", ["#define TWICE(x)", "( 2 + 2 ) = 4"]),
        ("N] of", ["#define N 2"]),
        ("go(amount", ["mtype:signal", "value 2"]),
        ("raise(amount", ["inline raise(what, by)"]),
        ("Sender(4", ["active [2] proctype Sender(byte first)", "started in 1 place"]),
        ("amount < 9", ["byte amount", "of `Sender`"]),
        ("else", ["no other option"]),
    ],
)
def test_hover(editor: Editor, word: str, texts: list[str]) -> None:
    shown = hover(editor, "a.pml", word)
    assert all(text in shown for text in texts), shown


def test_hover_on_a_finding_explains_its_code(editor: Editor) -> None:
    editor.open("wrong.pml", "init { missing = 1 }\n")
    assert "**E301**" in hover(editor, "wrong.pml", "missing")


def test_hover_in_actor_models(editor: Editor) -> None:
    assert "method put(byte value)" in hover(editor, "b.apml", "put(1)")
    assert "byte used" in hover(editor, "b.apml", "used <")


OPEN = """\
mtype = { a };
env chan outside = [1] of { mtype, byte };
byte told;
init { byte got; outside?a(got); told = got + 1; got = 0; assert(told + got > 0) }
"""


def test_influence_of_the_outside(editor: Editor) -> None:
    editor.open("open.pml", OPEN.replace("; told", ";\n    told").replace("; got", ";\n    got"))
    assert "influence of the outside: chaotic" in hover(editor, "open.pml", "told =")
    found = editor.ask(
        types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, types.SemanticTokensParams(editor.document("open.pml"))
    )
    painted = semantic(editor, "open.pml", found.data)
    assert "outside" in painted[4, "told"][1] and "outside" not in painted[5, "got"][1]


def semantic(editor: Editor, name: str, data: Any) -> dict[tuple[int, str], tuple[str, set[str]]]:
    legend = editor.capabilities.semantic_tokens_provider
    assert legend is not None
    types_, modifiers = legend.legend.token_types, legend.legend.token_modifiers
    line = column = 0
    lines = editor.texts[name].split("\n")
    found = {}
    for at in range(0, len(data), 5):
        down, right, length, kind, flags = data[at : at + 5]
        line, column = line + down, right if down else column + right
        text = lines[line][column : column + length]
        found[line, text] = (types_[kind], {one for bit, one in enumerate(modifiers) if flags >> bit & 1})
    return found


def test_colours(editor: Editor) -> None:
    found = editor.ask(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, types.SemanticTokensParams(editor.document("a.pml")))
    painted = semantic(editor, "a.pml", found.data)
    assert painted[6, "box"] == ("event", {"declaration", "global"})
    assert painted[12, "go"][0] == "enumMember" and painted[7, "what"][0] == "parameter"
    assert painted[10, "TWICE"][0] == "macro" and painted[11, "again"][0] == "label"


def labels(editor: Editor, name: str, text: str, marked: str = "|") -> list[str]:
    """What is offered at the mark, the best first."""
    at = place_of(text, marked)
    editor.replace(name, text.replace(marked, "", 1))
    found = editor.ask(types.TEXT_DOCUMENT_COMPLETION, types.CompletionParams(editor.document(name), at))
    return [one.label for one in sorted(found.items, key=lambda one: one.sort_text)]


@pytest.mark.parametrize(
    ("old", "new", "wanted", "unwanted"),
    [
        ("goto again", "goto |", ["again"], ["amount", "if"]),
        ("box!go(amount)", "box!|", ["go", "stop", "amount"], ["other", "if"]),
        ("byte amount = TWICE(N);", "sign = |", ["go", "stop"], ["other"]),
        ("raise(amount, 3);", "pair.|", ["one", "two"], ["amount", "if"]),
        ("run Sender(4)", "run |", ["Sender"], ["pair", "if"]),
        ("raise(amount, 3);", "|", ["amount", "box", "raise", "atomic", "byte"], ["what", "active"]),
        ("inline raise", "|\ninline raise", ["proctype", "active", "chan"], ["amount", "goto"]),
        ("[] (pair.one < 3)", "[] (|", ["pair", "always"], ["amount", "atomic"]),
        ("[] (pair.one < 3)", "Sender[1]@|", ["again"], ["pair"]),
        ("#define N 2", "#|", ["define", "include"], ["if ", "amount"]),
        ("{ byte one;", "{ |", ["byte", "bool"], ["amount"]),
        ("mtype:signal sign", "mtype:| sign", ["signal"], ["go"]),
        ("box!go(amount);", "/* |", [], ["amount"]),
    ],
)
def test_completion(editor: Editor, old: str, new: str, wanted: list[str], unwanted: list[str]) -> None:
    editor.open("c.pml", MODEL)
    found = labels(editor, "c.pml", MODEL.replace(old, new, 1))
    assert set(wanted) <= set(found) and not set(unwanted) & set(found), found


def test_what_fits_best_comes_first(editor: Editor) -> None:
    editor.open("c.pml", MODEL)
    assert labels(editor, "c.pml", MODEL.replace("box!go(amount)", "box!|"))[:2] == ["go", "stop"]


def test_completion_of_actors(editor: Editor) -> None:
    editor.open("d.apml", ACTORS)
    assert labels(editor, "d.apml", ACTORS.replace("s <- put(1)", "s <- |")) == ["put"]
    assert labels(editor, "d.apml", ACTORS.replace("create store()", "create |")) == ["store"]


def test_completion_in_a_text_that_is_far_from_readable(editor: Editor) -> None:
    editor.open("e.pml", MODEL)
    assert editor.codes("e.pml") is not None
    broken = MODEL.replace("if\n", "if { ( :: ]\n").replace("raise(amount, 3);", "am|")
    assert "amount" in labels(editor, "e.pml", broken)


@pytest.mark.parametrize(
    ("old", "new", "text", "active"),
    [
        ("run Sender(4)", "run Sender(|", "active [2] proctype Sender(byte first)", 0),
        ("raise(amount, 3)", "raise(amount, |", "inline raise(what, by)", 1),
        ("box!go(amount)", "box!go, |", "box!mtype:signal, byte", 1),
        ("box!go(amount)", "box!go(|", "box!mtype:signal, byte", 1),
        ("TWICE(N)", "TWICE(|", "#define TWICE(x) ( x + x )", 0),
    ],
)
def test_signatures(editor: Editor, old: str, new: str, text: str, active: int) -> None:
    editor.open("f.pml", MODEL)
    changed = MODEL.replace(old, new, 1)
    at = place_of(changed, "|")
    editor.replace("f.pml", changed.replace("|", "", 1))
    found = editor.ask(types.TEXT_DOCUMENT_SIGNATURE_HELP, types.SignatureHelpParams(editor.document("f.pml"), at))
    assert (found.signatures[0].label, found.active_parameter) == (text, active)


def test_signatures_of_actors(editor: Editor) -> None:
    editor.open("g.apml", ACTORS)
    params = types.SignatureHelpParams(*editor.at("g.apml", "put(1)", 1, 4))
    found = editor.ask(types.TEXT_DOCUMENT_SIGNATURE_HELP, params)
    assert found.signatures[0].label == "method put(byte value)"


def test_folding(editor: Editor) -> None:
    found = editor.ask(types.TEXT_DOCUMENT_FOLDING_RANGE, types.FoldingRangeParams(editor.document("a.pml")))
    assert {(one.start_line, one.end_line) for one in found} == {(8, 17), (14, 16), (19, 21)}


def test_selection_grows(editor: Editor) -> None:
    _, position = editor.at("a.pml", "amount < 9")
    params = types.SelectionRangeParams(editor.document("a.pml"), [position])
    [found] = editor.ask(types.TEXT_DOCUMENT_SELECTION_RANGE, params)
    grown = []
    while found is not None:
        grown.append(editor.between(MODEL, found.range))
        found = found.parent
    assert grown[:2] == ["amount", "amount < 9"] and grown[-1] == MODEL
    assert all(one in other for one, other in pairwise(grown))


def test_formatting(editor: Editor) -> None:
    untidy = "byte  x;\ninit{x=1;\n\n\n  if ::x==1->x=2\n::else fi}\n"
    editor.open("h.pml", untidy)
    options = types.FormattingOptions(tab_size=4, insert_spaces=True)
    params = types.DocumentFormattingParams(editor.document("h.pml"), options)
    tidy = editor.applied(untidy, editor.ask(types.TEXT_DOCUMENT_FORMATTING, params))
    assert tidy == "byte x;\n\ninit {\n    x = 1;\n\n    if\n    :: x == 1 -> x = 2\n    :: else\n    fi\n}\n"
    where = types.Range(types.Position(0, 0), types.Position(0, 5))
    partly = types.DocumentRangeFormattingParams(editor.document("h.pml"), where, options)
    assert editor.applied(untidy, editor.ask(types.TEXT_DOCUMENT_RANGE_FORMATTING, partly)).startswith("byte x;\ninit{")
    editor.open("i.pml", "init {\n    do\n    :: skip\n        od")
    typed = types.DocumentOnTypeFormattingParams(editor.document("i.pml"), types.Position(3, 10), "d", options)
    after = editor.applied(editor.texts["i.pml"], editor.ask(types.TEXT_DOCUMENT_ON_TYPE_FORMATTING, typed))
    assert after == "init {\n    do\n    :: skip\n    od"


def test_a_broken_text_is_not_formatted(editor: Editor) -> None:
    editor.open("j.pml", "init {  x = = 1 }\n")
    params = types.DocumentFormattingParams(editor.document("j.pml"), types.FormattingOptions(4, True))
    assert list(editor.ask(types.TEXT_DOCUMENT_FORMATTING, params) or []) == []


def test_hints(editor: Editor) -> None:
    whole = types.Range(types.Position(0, 0), types.Position(99, 0))
    found = editor.ask(types.TEXT_DOCUMENT_INLAY_HINT, types.InlayHintParams(editor.document("a.pml"), whole))
    shown = {(one.position.line, one.label) for one in found}
    assert {(8, "\N{MULTIPLICATION SIGN}2"), (13, "what:"), (13, "by:"), (20, "first:")} == shown
    found = editor.ask(types.TEXT_DOCUMENT_INLAY_HINT, types.InlayHintParams(editor.document("b.apml"), whole))
    assert [(one.position.line, one.label) for one in found] == [(4, "value:")]


def test_who_runs_and_who_sends(editor: Editor) -> None:
    def item(word: str) -> types.CallHierarchyItem:
        params = types.CallHierarchyPrepareParams(*editor.at("a.pml", word))
        [found] = editor.ask(types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY, params)
        return found  # type: ignore[no-any-return]

    sender, box = item("Sender(byte"), item("box = ")
    runs = editor.ask(types.CALL_HIERARCHY_INCOMING_CALLS, types.CallHierarchyIncomingCallsParams(sender))
    assert [one.from_.name for one in runs] == ["init"]
    calls = editor.ask(types.CALL_HIERARCHY_OUTGOING_CALLS, types.CallHierarchyOutgoingCallsParams(sender))
    assert {one.to.name for one in calls} == {"box", "raise"}
    senders = editor.ask(types.CALL_HIERARCHY_INCOMING_CALLS, types.CallHierarchyIncomingCallsParams(box))
    takers = editor.ask(types.CALL_HIERARCHY_OUTGOING_CALLS, types.CallHierarchyOutgoingCallsParams(box))
    assert ([one.from_.name for one in senders], [one.to.name for one in takers]) == (["Sender"], ["init"])
