"""An editor for tests: a language server that runs, and what users do with it, one call each."""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from lsprotocol import types
from pytest_lsp import LanguageClient, client_capabilities
from pytest_lsp.client import DEFAULT_CLIENT_FEATURES

PATIENCE = 60.0
LANGUAGES = {".apml": "promela-actors", ".pch": "promela-specification"}


def place_of(text: str, word: str, number: int = 1, inside: int = 0) -> types.Position:
    """Where `word` stands for the n-th time, in lines and units of UTF-16."""
    at = -1
    for _ in range(number):
        at = text.index(word, at + 1)
    before = text[: at + inside]
    line = before.count("\n")
    return types.Position(line, len(before.rpartition("\n")[2].encode("utf-16-le")) // 2)


class Editor:
    """Texts that are open, and a client that knows them."""

    def __init__(self, folder: Path, client: LanguageClient, loop: asyncio.AbstractEventLoop) -> None:
        self.folder = folder
        self.client = client
        self.loop = loop
        self.texts: dict[str, str] = {}
        self.versions: dict[str, int] = {}
        self.published: dict[str, list[types.PublishDiagnosticsParams]] = {}
        self.capabilities: types.ServerCapabilities

        def publish(params: types.PublishDiagnosticsParams) -> None:
            self.published.setdefault(params.uri, []).append(params)

        client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(publish)

    @property
    def process(self) -> int:
        """The number of the server's process."""
        server = self.client._server
        assert server is not None
        return server.pid

    # -- talking -----------------------------------------------------------------------------

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    def tell(self, notify: Callable[[Any], None], params: Any) -> None:
        self.loop.call_soon_threadsafe(notify, params)

    def uri(self, name: str) -> str:
        return name if ":" in name else (self.folder / name).as_uri()

    def document(self, name: str) -> types.TextDocumentIdentifier:
        return types.TextDocumentIdentifier(self.uri(name))

    # -- texts -------------------------------------------------------------------------------

    def open(self, name: str, text: str | None = None) -> None:
        self.texts[name] = text if text is not None else (self.folder / name).read_text()
        self.versions[name] = 1
        language = LANGUAGES.get(Path(name).suffix, "promela")
        item = types.TextDocumentItem(self.uri(name), language, 1, self.texts[name])
        self.tell(self.client.text_document_did_open, types.DidOpenTextDocumentParams(item))

    def write(self, name: str, text: str) -> None:
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_text(text)

    def replace(self, name: str, text: str) -> None:
        """The whole text at once."""
        self.texts[name] = text
        self._changed(name, types.TextDocumentContentChangeWholeDocument(text))

    def edit(self, name: str, old: str, new: str, number: int = 1) -> None:
        """Some characters of it."""
        text = self.texts[name]
        start, end = place_of(text, old, number), place_of(text, old, number, len(old))
        at = -1
        for _ in range(number):
            at = text.index(old, at + 1)
        self.texts[name] = text[:at] + new + text[at + len(old) :]
        self._changed(name, types.TextDocumentContentChangePartial(types.Range(start, end), new))

    def _changed(self, name: str, change: types.TextDocumentContentChangeEvent) -> None:
        self.versions[name] += 1
        document = types.VersionedTextDocumentIdentifier(self.versions[name], self.uri(name))
        self.tell(self.client.text_document_did_change, types.DidChangeTextDocumentParams(document, [change]))

    def close(self, name: str) -> None:
        del self.versions[name], self.texts[name]
        params = types.DidCloseTextDocumentParams(self.document(name))
        self.tell(self.client.text_document_did_close, params)

    # -- findings ----------------------------------------------------------------------------

    def findings(self, name: str) -> list[types.Diagnostic]:
        """What is published for the newest version of an open text."""
        wanted = self.versions[name]
        found: list[types.Diagnostic] = self.eventually(
            name, lambda found: list(found[-1].diagnostics) if found and found[-1].version == wanted else None
        )
        return found

    def codes(self, name: str) -> list[str]:
        return sorted(str(found.code) for found in self.findings(name))

    def eventually(
        self, name: str, look: Callable[[list[types.PublishDiagnosticsParams]], Any], seconds: float = PATIENCE
    ) -> Any:
        """What `look` finds among what was published for a file, as soon as it finds something."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            found = look(self.published.get(self.uri(name), []))
            if found is not None:
                return found
            time.sleep(0.005)
        raise AssertionError(f"not published for {name}: {self.published.get(self.uri(name), [])[-1:]}")

    def progress_token(self) -> Any:
        """That of the work which was announced last."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            begun = [token for token, told in self.client.progress_reports.items() if _goes_on(told)]
            if begun:
                return begun[-1]
            time.sleep(0.01)
        raise AssertionError("no work was announced")

    # -- questions ---------------------------------------------------------------------------

    def at(self, name: str, word: str, number: int = 1, inside: int = 0) -> tuple[Any, types.Position]:
        return self.document(name), place_of(self.texts[name], word, number, inside)

    def ask(self, method: str, params: Any) -> Any:
        protocol: Any = self.client.protocol
        return self.run(protocol.send_request_async(method, params))

    def shown(self, where: types.Location | types.LocationLink) -> str:
        """The text at a location."""
        assert isinstance(where, types.Location)
        name = next((name for name in self.texts if self.uri(name) == where.uri), None)
        text = self.texts[name] if name else Path(where.uri.removeprefix("file://")).read_text()
        return self.between(text, where.range)

    @staticmethod
    def between(text: str, where: types.Range) -> str:
        lines = text.split("\n")
        start = _offset(lines, where.start)
        return text[start : _offset(lines, where.end)]

    def applied(self, text: str, edits: list[types.TextEdit]) -> str:
        """A text after some changes, which do not overlap."""
        lines = text.split("\n")
        places = sorted((_offset(lines, one.range.start), _offset(lines, one.range.end), one.new_text) for one in edits)
        for start, end, new in reversed(places):
            text = text[:start] + new + text[end:]
        return text


def _goes_on(told: list[Any]) -> bool:
    kinds = [one.kind for one in told]
    return "begin" in kinds and "end" not in kinds


def _offset(lines: list[str], position: types.Position) -> int:
    line = lines[position.line].encode("utf-16-le")[: 2 * position.character].decode("utf-16-le")
    return sum(len(one) + 1 for one in lines[: position.line]) + len(line)


@contextmanager
def editing(folder: Path, client_name: str = "visual-studio-code", **more: Any) -> Iterator[Editor]:
    """A server on standard input and output, with an editor in front of it."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    client: Any = LanguageClient()
    for method, feature in DEFAULT_CLIENT_FEATURES.items():
        if method != types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS:
            client.feature(method)(feature)
    client.feature(types.CLIENT_REGISTER_CAPABILITY)(lambda _params: None)
    editor = Editor(folder, client, loop)
    try:
        editor.run(client.start_io(sys.executable, "-m", "penstock", "lsp"))
        folders = more.pop("folders", [folder])
        more.setdefault("initialization_options", {"bounds": "never"})
        params = types.InitializeParams(
            client_capabilities(client_name),
            workspace_folders=[types.WorkspaceFolder(one.as_uri(), one.name) for one in folders],
            **more,
        )
        editor.capabilities = editor.run(client.initialize_session(params)).capabilities
        yield editor
        editor.run(client.shutdown_session())
        editor.run(client.stop())
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join(5)
