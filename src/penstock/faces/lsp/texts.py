"""EditedTexts of files: those that an editor has open come before those on disk, which are read once while they stay.

Paths are absolute and without `..`; a text without a file, such as an unsaved one, has its URI for a path.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from os.path import abspath
from pathlib import Path

from lsprotocol import types
from pygls import uris

from penstock.errors import UsageError
from penstock.faces.lsp.positions import Lines
from penstock.reading.files import text_on_disk
from penstock.reading.languages import ENDINGS, ending_of

_ENDING_OF_LANGUAGE = {"actors": ".apml", "promela-actors": ".apml", "pch": ".pch", "promela-specification": ".pch"}


@dataclass(slots=True)
class OpenText:
    """What an editor shows; `name` is what the model is called while it is read."""

    uri: str
    path: str
    name: str
    version: int | None
    text: str


@dataclass(slots=True)
class _OnDisk:
    stamp: tuple[int, int, int]
    text: str


@dataclass(slots=True)
class EditedTexts:
    opened: dict[str, OpenText] = field(default_factory=dict)
    _on_disk: dict[str, _OnDisk] = field(default_factory=dict)
    _lines: dict[str, Lines] = field(default_factory=dict)

    # -- what the editor tells ---------------------------------------------------------------

    def open(self, item: types.TextDocumentItem) -> OpenText:
        path = path_of(item.uri)
        name = path if ending_of(path) in ENDINGS else path + _ENDING_OF_LANGUAGE.get(item.language_id, "")
        opened = OpenText(item.uri, path, name, item.version, item.text)
        self.opened[path] = opened
        return opened

    def change(self, params: types.DidChangeTextDocumentParams) -> OpenText | None:
        opened = self.opened.get(path_of(params.text_document.uri))
        if opened is None:
            return None
        for change in params.content_changes:
            opened.text = _changed(opened.text, change)
        opened.version = params.text_document.version
        return opened

    def close(self, uri: str) -> None:
        self.opened.pop(path_of(uri), None)

    # -- what readers ask --------------------------------------------------------------------

    def text(self, path: str) -> str:
        """The newest text of a file; raises `UsageError` if there is none."""
        opened = self.opened.get(path)
        return _as_read(opened.text) if opened is not None else self._file(path)

    def find(self, path: str) -> str | None:
        try:
            return self.text(path)
        except UsageError:
            return None

    def _file(self, path: str) -> str:
        try:
            about = os.stat(path)
        except (OSError, ValueError) as problem:
            self._on_disk.pop(path, None)
            raise UsageError(f"cannot read `{path}`: {problem}") from None
        stamp = (about.st_mtime_ns, about.st_size, about.st_ino)
        known = self._on_disk.get(path)
        if known is None or known.stamp != stamp:
            known = self._on_disk[path] = _OnDisk(stamp, text_on_disk(path))
        return known.text

    def lines(self, path: str) -> Lines:
        """The lines of a file as an editor counts them, for offsets in the text as it is read."""
        opened = self.opened.get(path)
        text = opened.text if opened is not None else self.find(path) or ""
        known = self._lines.get(path)
        if known is None or known.text is not text:
            known = self._lines[path] = Lines(text)
        return known

    def uri(self, path: str) -> str:
        opened = self.opened.get(path)
        return opened.uri if opened is not None else uri_of(path)


def _changed(text: str, change: types.TextDocumentContentChangeEvent) -> str:
    if not isinstance(change, types.TextDocumentContentChangePartial):
        return change.text
    lines = Lines(text)
    return text[: lines.offset(change.range.start)] + change.text + text[lines.offset(change.range.end) :]


def _as_read(text: str) -> str:
    """A text as if it came from a file; every character stays where it is."""
    return text if "\n" in text else text.replace("\r", "\n")


def path_of(uri: str) -> str:
    path = uris.to_fs_path(uri) if uri.startswith("file:") else None
    return abspath(path) if path else uri


def uri_of(path: str) -> str:
    return Path(path).as_uri() if os.path.isabs(path) else path
