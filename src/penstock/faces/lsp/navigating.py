"""From a name to its declaration."""

from __future__ import annotations

from lsprotocol import types

from penstock.faces.lsp.server import EditorServer


def register(server: EditorServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    async def definition(params: types.DefinitionParams) -> list[types.Location]:
        model = await server.model(params.text_document.uri)
        if model is None:
            return []
        uses = model.index.at(*server.places.offset(params.text_document.uri, params.position))
        places = [use.symbol.where for use in uses if use.symbol.where is not None]
        return [server.places.location(span) for span in dict.fromkeys(places)]
