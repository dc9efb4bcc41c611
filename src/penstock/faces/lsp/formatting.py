"""Formatting of a file, a part of it, and what was just typed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import accumulate, zip_longest

from lsprotocol import types

from penstock.faces.lsp.models import ModelReading
from penstock.faces.lsp.server import EditorServer
from penstock.faces.lsp.texts import path_of
from penstock.insight.structure import indentation
from penstock.reading.dialects import format_words_of
from penstock.syntax.formatting import format_text

Change = tuple[int, int, str]
"""From here to there, this text instead."""
_BLANK = re.compile(r"(\s*)(\S|\Z)")
_UNREADABLE = ("E1", "E2")
_TYPED = types.DocumentOnTypeFormattingOptions("}", ["\n", "d", "i", ":"])


def register(server: EditorServer) -> None:
    async def edits(uri: str) -> list[types.TextEdit]:
        path = path_of(uri)
        model = await server.model(uri)
        opened = server.texts.opened.get(path)
        name = opened.name if opened is not None else path
        words = format_words_of(name)
        if model is None or words is None or _is_unreadable(model, path):
            return []
        text = server.texts.lines(path).text
        return list(_changes(server, path, text, await server.in_thread(format_text, text, words)))

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    async def format_file(params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        return await edits(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_RANGE_FORMATTING)
    async def format_range(params: types.DocumentRangeFormattingParams) -> list[types.TextEdit]:
        first, last = params.range.start.line, params.range.end.line
        found = await edits(params.text_document.uri)
        return [one for one in found if first <= one.range.start.line and one.range.end.line <= last]

    @server.feature(types.TEXT_DOCUMENT_ON_TYPE_FORMATTING, _TYPED)
    def typed(params: types.DocumentOnTypeFormattingParams) -> list[types.TextEdit]:
        path, offset = server.places.asked(params)
        lines = server.texts.lines(path)
        line = lines.text[lines.starts[params.position.line] : offset].strip()
        if params.ch in ("d", "i", ":") and line not in ("od", "fi", "::"):
            return []
        start, end, blanks = indentation(lines.text, offset)
        if lines.text[start:end] == blanks:
            return []
        return [types.TextEdit(lines.range(start, end), blanks)]


def _is_unreadable(model: ModelReading, path: str) -> bool:
    return any(model.path_of(one.file) == path and one.code.startswith(_UNREADABLE) for one in model.findings)


def _changes(server: EditorServer, path: str, old: str, new: str) -> Iterator[types.TextEdit]:
    """What changes, as small as it can be said: marks and cursors of the editor stay where they are."""
    lines = server.texts.lines(path)
    found = _blanks(old, new)
    for start, end, text in _lines(old, new) if found is None else found:
        yield types.TextEdit(lines.range(start, end), text)


def _blanks(old: str, new: str) -> list[Change] | None:
    """The blanks that change, if nothing else does."""
    changes: list[Change] = []
    before, after = _BLANK.finditer(old), _BLANK.finditer(new)
    for one, other in zip_longest(before, after):
        if one is None or other is None or one[2] != other[2]:
            return None
        if one[1] != other[1]:
            changes.append((one.start(1), one.end(1), other[1]))
    return changes


def _lines(old: str, new: str) -> Iterator[Change]:
    before, after = old.splitlines(keepends=True), new.splitlines(keepends=True)
    starts = [0, *accumulate(map(len, before))]
    for kind, first, last, start, end in SequenceMatcher(None, before, after, False).get_opcodes():
        if kind != "equal":
            yield starts[first], starts[last], "".join(after[start:end])
