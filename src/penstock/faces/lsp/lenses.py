"""Code lenses: what can be asked about a process, a property or a channel, and what is known already."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types

from penstock.faces.lsp.answers import bound_of, bound_text, verdict_of
from penstock.faces.lsp.models import ModelReading
from penstock.faces.lsp.server import EditorServer
from penstock.faces.lsp.texts import path_of
from penstock.insight.outline import OutlineEntry, outline
from penstock.insight.symbols import Symbol, SymbolKind

_PROPERTIES = (SymbolKind.FORMULA, SymbolKind.CLAIM)


def register(server: EditorServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_CODE_LENS)
    async def lenses(params: types.CodeLensParams) -> list[types.CodeLens]:
        model = await server.model(params.text_document.uri)
        if model is None:
            return []
        path, uri = path_of(params.text_document.uri), params.text_document.uri
        found = []
        for entry in outline(model.index, path):
            where = server.places.range(entry.name_span)
            for title, command, more in _asked(server, model, entry):
                found.append(types.CodeLens(where, types.Command(title, command, arguments=[uri, *more])))
        return found


def _asked(
    server: EditorServer, model: ModelReading, entry: OutlineEntry
) -> Iterator[tuple[str, str, list[dict[str, str]]]]:
    if entry.kind in (SymbolKind.PROCESS, SymbolKind.ACTOR):
        if entry.name in ("init", "main"):
            yield "simulate", "penstock.simulate", []
            yield "verify", "penstock.verify", []
        yield "automaton", "penstock.automaton", [{"process": entry.name}]
    elif entry.kind in _PROPERTIES:
        verdict = verdict_of(server.jobs, model, entry.name)
        title = f"verify: {verdict}" if verdict else "verify"
        yield title, "penstock.verify", [{"property": entry.name}]
    elif entry.kind is SymbolKind.CHANNEL:
        answer = bound_of(server.jobs, model, _symbol(model, entry))
        yield f"bound: {bound_text(answer)}" if answer else "bound", "penstock.bound", []


def _symbol(model: ModelReading, entry: OutlineEntry) -> Symbol:
    return next(one for one in model.index.symbols if one.where == entry.name_span and one.kind is entry.kind)
