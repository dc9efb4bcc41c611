"""Semantic tokens: what each name is; data that the outside has an influence on has a modifier of its own."""

from __future__ import annotations

from lsprotocol import types

from penstock.closing.knowledge import Reliability
from penstock.faces.lsp.models import ModelReading
from penstock.faces.lsp.server import EditorServer
from penstock.faces.lsp.texts import path_of
from penstock.insight.symbols import NameUse, SymbolKind, UseKind

LEFT_OUT = "comment"
"""What the preprocessor leaves out looks like a comment."""
TYPES = [
    *["variable", "parameter", "property", "class", "function", "macro", "struct", "enum", "enumMember"],
    *["label", "method", "event", LEFT_OUT],
]
MODIFIERS = ["declaration", "readonly", "modification", "defaultLibrary", "global", "outside"]
_TYPE_OF = {
    SymbolKind.VARIABLE: "variable",
    SymbolKind.CHANNEL: "event",
    SymbolKind.TIMER: "variable",
    SymbolKind.PARAMETER: "parameter",
    SymbolKind.FIELD: "property",
    SymbolKind.PROCESS: "class",
    SymbolKind.ACTOR: "class",
    SymbolKind.METHOD: "method",
    SymbolKind.INLINE: "function",
    SymbolKind.INLINE_PARAMETER: "parameter",
    SymbolKind.MACRO: "macro",
    SymbolKind.MACRO_PARAMETER: "parameter",
    SymbolKind.TYPE: "struct",
    SymbolKind.MESSAGE: "enumMember",
    SymbolKind.MESSAGE_SET: "enum",
    SymbolKind.LABEL: "label",
    SymbolKind.FORMULA: "property",
    SymbolKind.CLAIM: "property",
    SymbolKind.MONITOR: "class",
    SymbolKind.TEST: "function",
    SymbolKind.STATE: "label",
}


def register(server: EditorServer) -> None:
    legend = types.SemanticTokensLegend(TYPES, MODIFIERS)
    options = types.SemanticTokensRegistrationOptions(legend, full=True, range=True)

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, options)
    async def paint(params: types.SemanticTokensParams) -> types.SemanticTokens:
        return types.SemanticTokens(await _painted(server, params.text_document.uri, None))

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, options)
    async def paint_range(params: types.SemanticTokensRangeParams) -> types.SemanticTokens:
        return types.SemanticTokens(await _painted(server, params.text_document.uri, params.range))


async def _painted(server: EditorServer, uri: str, only: types.Range | None) -> list[int]:
    model = await server.model(uri)
    if model is None:
        return []
    await server.in_thread(lambda: model.influence)
    path = path_of(uri)
    painted = {use.span: (_TYPE_OF[use.symbol.kind], _modifiers(model, use)) for use in model.index.in_file(path)}
    painted |= {span: (LEFT_OUT, frozenset()) for span in model.index.left_out(path)}
    data: list[int] = []
    line = column = 0
    for span, (kind, modifiers) in sorted(painted.items(), key=lambda item: item[0]):
        where = server.places.range(span)
        if only is not None and not only.start <= where.start <= only.end:
            continue
        same = where.start.line == line
        data += [where.start.line - line, where.start.character - (column if same else 0)]
        data += [where.end.character - where.start.character, TYPES.index(kind)]
        data.append(sum(1 << MODIFIERS.index(name) for name in modifiers))
        line, column = where.start.line, where.start.character
    return data


def _modifiers(model: ModelReading, use: NameUse) -> frozenset[str]:
    symbol = use.symbol
    found: set[str] = set()
    if use.kind is UseKind.DECLARATION:
        found.add("declaration")
    elif use.kind is UseKind.WRITE:
        found.add("modification")
    if symbol.kind in (SymbolKind.MESSAGE, SymbolKind.MACRO):
        found.add("readonly")
    if symbol.where is None:
        found.add("defaultLibrary")
    elif not symbol.owner:
        found.add("global")
    reliability = _influence(model, use)
    if reliability is not None and reliability is not Reliability.RELIABLE:
        found.add("outside")
    return frozenset(found)


def _influence(model: ModelReading, use: NameUse) -> Reliability | None:
    if not model.influence or use.span.file != model.root:
        return None
    return model.influence.get((model.line_at(use.span.start), use.symbol.name))
