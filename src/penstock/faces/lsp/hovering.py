"""What an editor shows for the name under the mouse."""

from __future__ import annotations

from lsprotocol import types

from penstock.faces.lsp.server import EditorServer
from penstock.insight.telling import told


def register(server: EditorServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(params: types.HoverParams) -> types.Hover | None:
        model = await server.model(params.text_document.uri)
        if model is None:
            return None
        uses = model.index.at(*server.places.asked(params))
        if not uses:
            return None
        texts = [told(model.reading, use.symbol) for use in uses]
        content = types.MarkupContent(types.MarkupKind.Markdown, "\n\n---\n\n".join(dict.fromkeys(texts)))
        return types.Hover(content, server.places.range(uses[0].span))
