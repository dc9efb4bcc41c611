"""Inlay hints: names of parameters, instances, and bounds of channels that were proved."""

from __future__ import annotations

from lsprotocol import types

from penstock.faces.lsp.server import EditorServer
from penstock.faces.lsp.texts import path_of
from penstock.insight.hints import InlineHint, hints


def register(server: EditorServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    async def inlay(params: types.InlayHintParams) -> list[types.InlayHint]:
        model = await server.model(params.text_document.uri)
        if model is None:
            return []
        path = path_of(params.text_document.uri)
        lines = server.texts.lines(path)
        found = [*hints(model.index, path), *server.proved_hints(model, path)]
        start, end = lines.offset(params.range.start), lines.offset(params.range.end)
        return [_hint(lines.position(one.offset), one) for one in found if start <= one.offset <= end]


def _hint(where: types.Position, one: InlineHint) -> types.InlayHint:
    kind = types.InlayHintKind.Parameter if one.before else types.InlayHintKind.Type
    return types.InlayHint(where, one.text, kind, padding_left=not one.before, padding_right=one.before)
