"""Call hierarchy: processes, actors and inlines, with channels between those who send and those who receive."""

from __future__ import annotations

from lsprotocol import types

from penstock.faces.lsp.models import ModelReading
from penstock.faces.lsp.outlining import KINDS
from penstock.faces.lsp.server import EditorServer
from penstock.insight.calls import CallGraph, Link
from penstock.insight.symbols import Symbol, SymbolKind

_ITEMS = (SymbolKind.PROCESS, SymbolKind.ACTOR, SymbolKind.INLINE, SymbolKind.CHANNEL, SymbolKind.METHOD)


def register(server: EditorServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY)
    async def prepare(params: types.CallHierarchyPrepareParams) -> list[types.CallHierarchyItem]:
        model = await server.model(params.text_document.uri)
        if model is None:
            return []
        path, offset = server.places.asked(params)
        symbols = [use.symbol for use in model.index.at(path, offset) if use.symbol.kind in _ITEMS]
        around = CallGraph(model.index).unit_at(path, offset)
        symbols = symbols or ([around] if around is not None else [])
        return [_item(server, model, symbol) for symbol in dict.fromkeys(symbols)]

    @server.feature(types.CALL_HIERARCHY_INCOMING_CALLS)
    async def incoming(params: types.CallHierarchyIncomingCallsParams) -> list[types.CallHierarchyIncomingCall]:
        model, links = await _links(server, params.item, inwards=True)
        return [
            types.CallHierarchyIncomingCall(_item(server, model, one.other), _ranges(server, one))
            for one in links
            if model is not None
        ]

    @server.feature(types.CALL_HIERARCHY_OUTGOING_CALLS)
    async def outgoing(params: types.CallHierarchyOutgoingCallsParams) -> list[types.CallHierarchyOutgoingCall]:
        model, links = await _links(server, params.item, inwards=False)
        return [
            types.CallHierarchyOutgoingCall(_item(server, model, one.other), _ranges(server, one))
            for one in links
            if model is not None
        ]


def _ranges(server: EditorServer, link: Link) -> list[types.Range]:
    return [server.places.range(place) for place in link.places]


def _item(server: EditorServer, model: ModelReading, symbol: Symbol) -> types.CallHierarchyItem:
    where = symbol.where
    assert where is not None
    whole = symbol.whole if symbol.whole is not None and symbol.whole.file == where.file else where
    uri = server.texts.uri(where.file)
    detail = symbol.kind.value
    name_range, whole_range = server.places.range(where), server.places.range(whole)
    data = {"root": model.root, "file": where.file, "offset": where.start}
    return types.CallHierarchyItem(
        symbol.name, KINDS[symbol.kind], uri, whole_range, name_range, detail=detail, data=data
    )


async def _links(
    server: EditorServer, item: types.CallHierarchyItem, inwards: bool
) -> tuple[ModelReading | None, list[Link]]:
    data = item.data
    if not isinstance(data, dict):
        return None, []
    model = await server.read(str(data["root"]))
    if model is None:
        return None, []
    graph = CallGraph(model.index)
    at = str(data["file"]), int(str(data["offset"]))
    around = graph.unit_at(*at)
    found = [use.symbol for use in model.index.at(*at)] or ([around] if around is not None else [])
    return model, [link for one in found for link in (graph.incoming(one) if inwards else graph.outgoing(one))]
