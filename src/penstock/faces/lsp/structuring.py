"""Folding and growing selections."""

from __future__ import annotations

from lsprotocol import types

from penstock.faces.lsp.server import EditorServer
from penstock.faces.lsp.texts import path_of
from penstock.insight.structure import FoldKind, enclosing, folds

_KINDS = {FoldKind.COMMENT: types.FoldingRangeKind.Comment, FoldKind.INCLUDES: types.FoldingRangeKind.Imports}


def register(server: EditorServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    def folding(params: types.FoldingRangeParams) -> list[types.FoldingRange]:
        lines = server.texts.lines(path_of(params.text_document.uri))
        found = []
        for one in folds(lines.text):
            where = lines.range(one.start, one.end)
            last = where.end.line - (one.kind is FoldKind.BLOCK)
            if last > where.start.line:
                found.append(types.FoldingRange(where.start.line, last, kind=_KINDS.get(one.kind)))
        return found

    @server.feature(types.TEXT_DOCUMENT_SELECTION_RANGE)
    def selection(params: types.SelectionRangeParams) -> list[types.SelectionRange]:
        lines = server.texts.lines(path_of(params.text_document.uri))
        found = []
        for position in params.positions:
            around: types.SelectionRange | None = None
            for start, end in reversed(enclosing(lines.text, lines.offset(position))):
                around = types.SelectionRange(lines.range(start, end), around)
            assert around is not None
            found.append(around)
        return found
