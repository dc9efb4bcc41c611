"""From a name to its declaration, its type and its uses."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from penstock.faces.lsp.models import ModelReading
from penstock.faces.lsp.places import AtPlace
from penstock.faces.lsp.server import EditorServer
from penstock.faces.lsp.texts import path_of
from penstock.insight.symbols import NameUse, SymbolKind, TextStretch, UseKind
from penstock.insight.types import type_of

_WRITES = frozenset([UseKind.WRITE, UseKind.DECLARATION, UseKind.RECEIVE])


async def uses_at(server: EditorServer, params: AtPlace) -> list[tuple[ModelReading, NameUse]]:
    """The names at a place, in all models that its file belongs to."""
    path, offset = server.places.asked(params)
    models = await server.models_of(params.text_document.uri)
    return [(model, use) for model in models for use in model.index.at(path, offset)]


def locations(server: EditorServer, spans: list[TextStretch]) -> list[types.Location]:
    return [server.places.location(span) for span in dict.fromkeys(spans)]


def register(server: EditorServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_DECLARATION)
    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    async def definition(params: types.DefinitionParams) -> list[types.Location]:
        found = await uses_at(server, params)
        spans = [one.span for model, use in found for one in model.index.declarations(use.symbol)]
        return locations(server, spans or await _included_file(server, params))

    @server.feature(types.TEXT_DOCUMENT_TYPE_DEFINITION)
    async def type_definition(params: types.TypeDefinitionParams) -> list[types.Location]:
        found = [(model, type_of(model.index, use.symbol)) for model, use in await uses_at(server, params)]
        spans = [one.span for model, kind in found if kind for one in model.index.declarations(kind)]
        return locations(server, spans)

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    async def references(params: types.ReferenceParams) -> list[types.Location]:
        found = await uses_at(server, params)
        uses = [one for model, use in found for one in model.index.of(use.symbol)]
        wanted = params.context.include_declaration
        return locations(server, [one.span for one in uses if wanted or one.kind is not UseKind.DECLARATION])

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    async def highlights(params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
        path, _ = server.places.asked(params)
        uses = {one.span: one for model, use in await uses_at(server, params) for one in model.index.of(use.symbol)}
        return [
            types.DocumentHighlight(server.places.range(one.span), _highlight(one))
            for one in uses.values()
            if one.span.file == path
        ]

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_LINK)
    async def links(params: types.DocumentLinkParams) -> list[types.DocumentLink]:
        """From each `#include` to its file."""
        model = await server.model(params.text_document.uri)
        found = model.included_at(path_of(params.text_document.uri)) if model is not None else []
        return [types.DocumentLink(server.places.range(span), server.texts.uri(path)) for span, path in found]

    @server.feature("penstock/uses")
    async def uses(given: Any) -> list[dict[str, object]]:
        """References with their kinds: sends and receives apart."""
        where = types.Position(given.position.line, given.position.character)
        params = types.TextDocumentPositionParams(types.TextDocumentIdentifier(given.textDocument.uri), where)
        found = {one.span: one for model, use in await uses_at(server, params) for one in model.index.of(use.symbol)}
        return [
            {"location": server.places.location(one.span), "kind": one.kind.value, "name": one.symbol.name}
            for one in found.values()
        ]


async def _included_file(server: EditorServer, params: types.DefinitionParams) -> list[TextStretch]:
    """The file that an `#include` names."""
    path, offset = server.places.asked(params)
    model = await server.model(params.text_document.uri)
    included = model.included_at(path) if model is not None else []
    return [TextStretch(found, 0, 0) for span, found in included if span.start <= offset <= span.end]


def _highlight(use: NameUse) -> types.DocumentHighlightKind:
    if use.kind in _WRITES or (use.kind is UseKind.SEND and use.symbol.kind is SymbolKind.CHANNEL):
        return types.DocumentHighlightKind.Write
    return types.DocumentHighlightKind.Read
