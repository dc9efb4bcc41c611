"""Completion and signatures, in texts that need not be readable."""

from __future__ import annotations

from lsprotocol import types

from penstock.faces.lsp.server import EditorServer
from penstock.insight.completing import Candidate, candidates
from penstock.insight.signatures import signature_at
from penstock.insight.symbols import Symbol, SymbolKind

_KINDS = {
    SymbolKind.VARIABLE: types.CompletionItemKind.Variable,
    SymbolKind.CHANNEL: types.CompletionItemKind.Event,
    SymbolKind.TIMER: types.CompletionItemKind.Variable,
    SymbolKind.PARAMETER: types.CompletionItemKind.Variable,
    SymbolKind.FIELD: types.CompletionItemKind.Field,
    SymbolKind.PROCESS: types.CompletionItemKind.Class,
    SymbolKind.ACTOR: types.CompletionItemKind.Class,
    SymbolKind.METHOD: types.CompletionItemKind.Method,
    SymbolKind.INLINE: types.CompletionItemKind.Function,
    SymbolKind.MACRO: types.CompletionItemKind.Constant,
    SymbolKind.TYPE: types.CompletionItemKind.Struct,
    SymbolKind.MESSAGE: types.CompletionItemKind.EnumMember,
    SymbolKind.MESSAGE_SET: types.CompletionItemKind.Enum,
    SymbolKind.LABEL: types.CompletionItemKind.Reference,
    SymbolKind.FORMULA: types.CompletionItemKind.Property,
    SymbolKind.MONITOR: types.CompletionItemKind.Interface,
    SymbolKind.STATE: types.CompletionItemKind.Reference,
}
_TRIGGERS = [".", "!", "?", "@", ":", "#", "-"]


def register(server: EditorServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=_TRIGGERS))
    async def complete(params: types.CompletionParams) -> types.CompletionList:
        path, offset = server.places.asked(params)
        opened = server.texts.opened.get(path)
        name = opened.name if opened is not None else path
        found = candidates(
            name, server.texts.lines(path).text, offset, await _symbols(server, params.text_document.uri)
        )
        snippets = _takes_snippets(server)
        return types.CompletionList(False, [_item(one, snippets) for one in found])

    options = types.SignatureHelpOptions(trigger_characters=["(", ",", "!", "?"])

    @server.feature(types.TEXT_DOCUMENT_SIGNATURE_HELP, options)
    async def signature(params: types.SignatureHelpParams) -> types.SignatureHelp | None:
        path, offset = server.places.asked(params)
        symbols = await _symbols(server, params.text_document.uri)
        found = signature_at(server.texts.lines(path).text, offset, symbols)
        if found is None:
            return None
        parameters = [types.ParameterInformation(one) for one in found.parameters]
        shown = types.SignatureInformation(found.text, parameters=parameters, active_parameter=found.active)
        return types.SignatureHelp([shown], 0, found.active)


async def _symbols(server: EditorServer, uri: str) -> list[Symbol]:
    """Those of the text as it is, and those that it had when it could last be read."""
    model = await server.model(uri)
    if model is None:
        return []
    earlier = server.models.readable.get(model.root)
    known = {(one.kind, one.name, one.owner): one for one in earlier.index.symbols} if earlier is not None else {}
    known |= {(one.kind, one.name, one.owner): one for one in model.index.symbols}
    return list(known.values())


def _takes_snippets(server: EditorServer) -> bool:
    document = server.client_capabilities.text_document
    item = document.completion.completion_item if document and document.completion else None
    return bool(item and item.snippet_support)


def _item(one: Candidate, snippets: bool) -> types.CompletionItem:
    call = one.call and snippets
    return types.CompletionItem(
        one.text,
        kind=_KINDS.get(one.kind, types.CompletionItemKind.Variable)
        if one.kind is not None
        else types.CompletionItemKind.Keyword,
        detail=one.detail,
        documentation=types.MarkupContent(types.MarkupKind.Markdown, one.documentation) if one.documentation else None,
        sort_text=f"{one.fit.value}{one.text}",
        insert_text=f"{one.text}($0)" if call else None,
        insert_text_format=types.InsertTextFormat.Snippet if call else types.InsertTextFormat.PlainText,
    )
