"""A new name, in all files of all models that use it, or the reason why not."""

from __future__ import annotations

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from penstock.faces.lsp.models import ModelReading
from penstock.faces.lsp.places import AtPlace
from penstock.faces.lsp.server import EditorServer
from penstock.insight.renaming import CannotRename, RenamedSymbol, check_renamed, renaming_of, symbol_to_rename
from penstock.insight.symbols import TextStretch


def register(server: EditorServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    async def prepare(params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
        found = await _symbols(server, params)
        if not found:
            return None
        try:
            place = server.places.asked(params)
            symbol, span = symbol_to_rename(found[0].index, *place)
        except CannotRename as problem:
            raise JsonRpcInvalidParams(str(problem)) from None
        return types.PrepareRenamePlaceholder(server.places.range(span), symbol.name)

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    async def rename(params: types.RenameParams) -> types.WorkspaceEdit:
        models = await _symbols(server, params)
        try:
            renaming = await server.in_thread(_renaming, server, models, params)
        except CannotRename as problem:
            raise JsonRpcInvalidParams(str(problem)) from None
        return _edit(server, renaming)


async def _symbols(server: EditorServer, params: AtPlace) -> list[ModelReading]:
    """The models in which there is a name at this place."""
    path, offset = server.places.asked(params)
    models = await server.models_of(params.text_document.uri)
    return [model for model in models if model.index.at(path, offset)] or models[:1]


def _renaming(server: EditorServer, models: list[ModelReading], params: types.RenameParams) -> RenamedSymbol:
    """One for all models; raises `CannotRename` if one of them would mean something else."""
    place = server.places.asked(params)
    found = [renaming_of(model.index, symbol_to_rename(model.index, *place)[0], params.new_name) for model in models]
    if not found:
        raise CannotRename("there is no name here that could be changed")
    spans = dict.fromkeys(span for one in found for span in one.spans)
    renaming = RenamedSymbol(found[0].old, params.new_name, tuple(spans))
    texts = {span.file: renaming.applied(span.file, server.texts.text(span.file)) for span in spans}
    for model in models:
        after = server.models.imagined(model.root, texts)
        check_renamed(model.index, after.index, renaming)
    return renaming


def _edit(server: EditorServer, renaming: RenamedSymbol) -> types.WorkspaceEdit:
    changes: dict[str, list[types.TextEdit]] = {}
    for span in sorted(renaming.spans):
        changes.setdefault(server.texts.uri(span.file), []).append(_text_edit(server, span, renaming.new))
    return types.WorkspaceEdit(changes=changes)


def _text_edit(server: EditorServer, span: TextStretch, new: str) -> types.TextEdit:
    return types.TextEdit(server.places.range(span), new)
