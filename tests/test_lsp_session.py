"""A long session: random edits of the examples without an error, and at the end the findings that `check` has."""

from __future__ import annotations

import random
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from json import dumps
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from tests.editing import Editor, editing

from penstock import CheckRequest, Source
from penstock.tasks.check import check

EXAMPLES = Path(__file__).parent.parent / "examples"
NAMES = [
    "granting.pml",
    "leader.pml",
    "retry.pml",
    "mistakes.pml",
    "closing/access.pml",
    "actors/buffer.apml",
    "actors/philosophers.apml",
    "abp/abp.pch",
]
FACE = "\N{GRINNING FACE}"
PIECES = [
    *["\n", " ", ";", "{", "}", "::", "x", "do", "od", "byte y;", "q!1", "/*", "*/", '"', FACE, "é", "\r\n"],
    *["goto L", "->", "(", ")", "#define A 1\n", '#include "other.pml"\n', "inline f(a) { a = 1 }\n"],
    "ltl p { [] x }\n",
]
QUESTIONS: dict[str, Any] = {
    types.TEXT_DOCUMENT_HOVER: types.HoverParams,
    types.TEXT_DOCUMENT_DEFINITION: types.DefinitionParams,
    types.TEXT_DOCUMENT_COMPLETION: types.CompletionParams,
    types.TEXT_DOCUMENT_SIGNATURE_HELP: types.SignatureHelpParams,
    types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT: types.DocumentHighlightParams,
    types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY: types.CallHierarchyPrepareParams,
    types.TEXT_DOCUMENT_RENAME: lambda document, at: types.RenameParams(document, at, "another"),
}


class Typist:
    """Changes texts at random, and asks about random places meanwhile."""

    def __init__(self, editor: Editor, seed: int) -> None:
        self.editor = editor
        self.chance = random.Random(seed)

    def edit(self, name: str) -> None:
        """Delete, insert or replace some characters, as an editor tells it: by a range."""
        text = self.editor.texts[name]
        start = _outside_of_line_ends(text, self.chance.randrange(len(text) + 1))
        length = self.chance.choice([0, 0, 0, 1, 1, 2, 5, 20])
        end = _outside_of_line_ends(text, min(len(text), start + length))
        new = self.chance.choice(["", self.chance.choice(PIECES), text[start:end][::-1], self._word(text)])
        where = types.Range(_position(text, start), _position(text, end))
        self.editor.texts[name] = text[:start] + new + text[end:]
        self.editor._changed(name, types.TextDocumentContentChangePartial(where, new))

    def _word(self, text: str) -> str:
        words = re.findall(r"\w+", text)
        return self.chance.choice(words) if words else "x"

    def ask(self, name: str) -> None:
        method = self.chance.choice(list(QUESTIONS))
        at = _position(self.editor.texts[name], self.chance.randrange(len(self.editor.texts[name]) + 1))
        with suppress(JsonRpcInvalidParams):  # a rename that is refused, with a reason
            self.editor.ask(method, QUESTIONS[method](self.editor.document(name), at))

    def look(self, name: str) -> None:
        """What editors ask about a whole text."""
        document = self.editor.document(name)
        whole = types.Range(types.Position(0, 0), types.Position(9999, 0))
        asked: list[tuple[str, Any]] = [
            (types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, types.DocumentSymbolParams(document)),
            (types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, types.SemanticTokensParams(document)),
            (types.TEXT_DOCUMENT_FOLDING_RANGE, types.FoldingRangeParams(document)),
            (types.TEXT_DOCUMENT_INLAY_HINT, types.InlayHintParams(document, whole)),
            (types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensParams(document)),
            (types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionParams(document, whole, types.CodeActionContext([]))),
            (
                types.TEXT_DOCUMENT_FORMATTING,
                types.DocumentFormattingParams(document, types.FormattingOptions(4, True)),
            ),
        ]
        for method, params in asked:
            self.editor.ask(method, params)


def _outside_of_line_ends(text: str, offset: int) -> int:
    """Between CR and LF there is no place."""
    return offset + 1 if text[offset - 1 : offset + 1] == "\r\n" and offset else offset


def _position(text: str, offset: int) -> types.Position:
    lines = re.split(r"\r\n|\n|\r", text[:offset])
    return types.Position(len(lines) - 1, len(lines[-1].encode("utf-16-le", "surrogatepass")) // 2)


def expected(name: str, text: str, folder: Path) -> list[tuple[str, int]]:
    found = check(
        CheckRequest(Source(text=text if "\n" in text else text.replace("\r", "\n"), name=str(folder / name)))
    )
    return sorted((one.code, one.line) for one in found.diagnostics if one.file == str(folder / name))


def shown(editor: Editor, name: str) -> list[tuple[str, int]]:
    text = editor.texts[name]
    starts = [found.end() for found in re.finditer(r"\r\n|\n|\r", text)]
    offsets = [0, *starts]
    found = [(str(one.code), offsets[one.range.start.line]) for one in editor.findings(name)]
    return sorted((code, text.count("\n", 0, offset) + 1) for code, offset in found)


@pytest.fixture
def editor(tmp_path: Path) -> Iterator[Editor]:
    for name in NAMES:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text((EXAMPLES / name).read_text())
    with editing(tmp_path) as found:
        yield found
        assert found.client.messages == [], "the server told of an error"


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1])
def test_a_thousand_random_edits(editor: Editor, seed: int) -> None:
    typist = Typist(editor, seed)
    for name in NAMES:
        editor.open(name)
    for number in range(1000):
        name = typist.chance.choice(NAMES)
        if len(editor.texts[name]) > 20_000 or number % 97 == 96:
            editor.replace(name, (EXAMPLES / name).read_text())
        typist.edit(name)
        if number % 10 == 0:
            typist.ask(name)
        if number % 100 == 50:
            typist.look(name)
    for name in NAMES:
        assert shown(editor, name) == expected(name, editor.texts[name], editor.folder), name


def test_a_few_random_edits_one_after_the_other(editor: Editor) -> None:
    typist = Typist(editor, 7)
    for name in NAMES[:6:2]:
        editor.open(name)
        for _ in range(12):
            typist.edit(name)
            typist.ask(name)
        assert shown(editor, name) == expected(name, editor.texts[name], editor.folder), name


def test_a_server_on_a_port() -> None:
    command = [sys.executable, "-m", "penstock", "lsp", "--tcp", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        said = server.stderr.readline()
        port = int(said.rsplit(":", 1)[1])
        try:
            for _ in range(2):  # one editor after the other
                with socket.create_connection(("127.0.0.1", port), 30) as talk:
                    assert '"capabilities"' in _initialized(talk)
        finally:
            server.terminate()


def _initialized(talk: socket.socket) -> str:
    params: dict[str, Any] = {"processId": None, "rootUri": None, "capabilities": {}}
    text = dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params})
    talk.sendall(f"Content-Length: {len(text)}\r\n\r\n{text}".encode())
    got = b""
    while b"\r\n\r\n" not in got:
        got += talk.recv(4096)
    head, _, body = got.partition(b"\r\n\r\n")
    length = int(re.search(rb"Content-Length: (\d+)", head)[1])  # type: ignore[index]
    while len(body) < length:
        body += talk.recv(4096)
    return body.decode()


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    (tmp_path / "pygls.py").write_text("raise ImportError('no', name='pygls')\n")
    command = [sys.executable, "-m", "penstock", "lsp"]
    env = {"PYTHONPATH": str(tmp_path), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(command, capture_output=True, text=True, env=env, stdin=subprocess.DEVNULL)
    assert (done.returncode, done.stderr) == (
        2,
        "penstock lsp: this needs the `pygls` package: pip install 'penstock[lsp]'\n",
    )
