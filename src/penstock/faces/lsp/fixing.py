"""Quick fixes: what findings offer."""

from __future__ import annotations

from lsprotocol import types

from penstock.faces.lsp.findings import fix_edits
from penstock.faces.lsp.models import ModelReading
from penstock.faces.lsp.server import EditorServer
from penstock.faces.lsp.texts import path_of


def register(server: EditorServer) -> None:
    kinds = [types.CodeActionKind.QuickFix]

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=kinds))
    async def actions(params: types.CodeActionParams) -> list[types.CodeAction]:
        model = await server.model(params.text_document.uri)
        return _fixes(server, model, params) if model is not None else []


def _fixes(server: EditorServer, model: ModelReading, params: types.CodeActionParams) -> list[types.CodeAction]:
    path = path_of(params.text_document.uri)
    found = []
    for finding in model.findings:
        where = server.places.marked(path, finding.line, finding.column, finding.length)
        if model.path_of(finding.file) != path or not _overlap(where, params.range):
            continue
        shown = [one for one in params.context.diagnostics if one.code == finding.code and one.range == where]
        for fix in finding.fixes:
            edit = fix_edits(server, fix, model)
            kind = types.CodeActionKind.QuickFix
            found.append(types.CodeAction(fix.title, kind, shown, is_preferred=len(finding.fixes) == 1, edit=edit))
    return found


def _overlap(one: types.Range, other: types.Range) -> bool:
    return one.start <= other.end and other.start <= one.end
