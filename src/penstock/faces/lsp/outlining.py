"""Symbols of a file and of all models in the workspace."""

from __future__ import annotations

from lsprotocol import types

from penstock.faces.lsp.server import EditorServer
from penstock.faces.lsp.texts import path_of
from penstock.insight.outline import OutlineEntry, outline
from penstock.insight.symbols import SymbolKind

KINDS = {
    SymbolKind.VARIABLE: types.SymbolKind.Variable,
    SymbolKind.CHANNEL: types.SymbolKind.Event,
    SymbolKind.TIMER: types.SymbolKind.Variable,
    SymbolKind.PARAMETER: types.SymbolKind.Variable,
    SymbolKind.FIELD: types.SymbolKind.Field,
    SymbolKind.PROCESS: types.SymbolKind.Class,
    SymbolKind.ACTOR: types.SymbolKind.Class,
    SymbolKind.METHOD: types.SymbolKind.Method,
    SymbolKind.INLINE: types.SymbolKind.Function,
    SymbolKind.INLINE_PARAMETER: types.SymbolKind.Variable,
    SymbolKind.MACRO: types.SymbolKind.Constant,
    SymbolKind.MACRO_PARAMETER: types.SymbolKind.Variable,
    SymbolKind.TYPE: types.SymbolKind.Struct,
    SymbolKind.MESSAGE: types.SymbolKind.EnumMember,
    SymbolKind.MESSAGE_SET: types.SymbolKind.Enum,
    SymbolKind.LABEL: types.SymbolKind.Key,
    SymbolKind.FORMULA: types.SymbolKind.Property,
    SymbolKind.CLAIM: types.SymbolKind.Property,
    SymbolKind.MONITOR: types.SymbolKind.Interface,
    SymbolKind.TEST: types.SymbolKind.Function,
    SymbolKind.STATE: types.SymbolKind.Key,
}
MOST_SYMBOLS = 500


def register(server: EditorServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def symbols(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        model = await server.model(params.text_document.uri)
        entries = outline(model.index, path_of(params.text_document.uri)) if model is not None else []
        return [_symbol(server, entry) for entry in entries]

    @server.feature(types.WORKSPACE_SYMBOL)
    async def workspace_symbols(params: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol]:
        found: dict[object, types.WorkspaceSymbol] = {}
        for root in server.all_roots():
            model = await server.read(root)
            for symbol in model.index.symbols if model is not None else ():
                if symbol.where is not None and _fits(symbol.name, params.query):
                    location = server.places.location(symbol.where)
                    shown = types.WorkspaceSymbol(
                        location, symbol.name, KINDS[symbol.kind], container_name=symbol.owner
                    )
                    found.setdefault((symbol.where, symbol.name), shown)
        return list(found.values())[:MOST_SYMBOLS]


def _fits(name: str, query: str) -> bool:
    """Whether the letters of the query are in the name, in this order."""
    letters = iter(name.lower())
    return all(letter in letters for letter in query.lower())


def _symbol(server: EditorServer, entry: OutlineEntry) -> types.DocumentSymbol:
    return types.DocumentSymbol(
        entry.name,
        KINDS[entry.kind],
        server.places.range(entry.whole),
        server.places.range(entry.name_span),
        detail=entry.kind.value,
        children=[_symbol(server, inner) for inner in entry.inner],
    )
