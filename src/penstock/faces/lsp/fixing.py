"""Quick fixes: what findings offer, one at a time or all of a file at once."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types

from penstock.diagnostics.placed import PlacedDiagnostic, PlacedFix
from penstock.faces.lsp.answers import VERIFIER, capacity_edits, end_labels
from penstock.faces.lsp.findings import fix_edits
from penstock.faces.lsp.models import ModelReading
from penstock.faces.lsp.server import EditorServer
from penstock.faces.lsp.texts import path_of
from penstock.insight.rewriting import possible_rewritings
from penstock.insight.symbols import TextStretch

FIX_ALL = "source.fixAll.penstock"
_KINDS = [types.CodeActionKind.QuickFix, types.CodeActionKind.RefactorRewrite, FIX_ALL]


def register(server: EditorServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=_KINDS))
    async def actions(params: types.CodeActionParams) -> list[types.CodeAction]:
        model = await server.model(params.text_document.uri)
        if model is None:
            return []
        found = [
            *_fixes(server, model, params),
            *_all_fixes(server, model, params),
            *_answers(server, model, params),
            *_rewritings(server, model, params),
        ]
        return [action for action in found if _is_wanted(action, params.context.only)]


def _is_wanted(action: types.CodeAction, only: object) -> bool:
    kinds = list(only) if isinstance(only, list | tuple) else []
    return not kinds or any(f"{action.kind}.".startswith(f"{kind}.") for kind in kinds)


def _in_file(server: EditorServer, model: ModelReading, path: str) -> Iterator[tuple[PlacedDiagnostic, types.Range]]:
    for finding in model.findings:
        if finding.fixes and model.path_of(finding.file) == path:
            yield finding, server.places.marked(path, finding.line, finding.column, finding.length)


def _fixes(server: EditorServer, model: ModelReading, params: types.CodeActionParams) -> Iterator[types.CodeAction]:
    for finding, where in _in_file(server, model, path_of(params.text_document.uri)):
        if not _overlap(where, params.range):
            continue
        shown = [one for one in params.context.diagnostics if one.code == finding.code and one.range == where]
        for fix in finding.fixes:
            edit = fix_edits(server, [fix], model)
            yield types.CodeAction(
                fix.title, types.CodeActionKind.QuickFix, shown, is_preferred=len(finding.fixes) == 1, edit=edit
            )


def _all_fixes(server: EditorServer, model: ModelReading, params: types.CodeActionParams) -> list[types.CodeAction]:
    """All that leave no choice, in one."""
    chosen: list[PlacedFix] = []
    taken: list[tuple[str, int, int, int]] = []
    for finding, _ in _in_file(server, model, path_of(params.text_document.uri)):
        places = [(one.file, one.line, one.column, one.column + one.length) for one in finding.fixes[0].edits]
        if len(finding.fixes) == 1 and not any(_clash(one, other) for one in places for other in taken):
            chosen.append(finding.fixes[0])
            taken.extend(places)
    if not chosen:
        return []
    title = "repair all findings that leave no choice"
    return [types.CodeAction(title, FIX_ALL, edit=fix_edits(server, chosen, model))]


def _clash(one: tuple[str, int, int, int], other: tuple[str, int, int, int]) -> bool:
    return one[:2] == other[:2] and one[2] < other[3] and other[2] < one[3]


def _answers(server: EditorServer, model: ModelReading, params: types.CodeActionParams) -> Iterator[types.CodeAction]:
    """What answers of long work suggest: bounds as capacities, labels where waiting is fine."""
    path, offset = server.places.offset(params.text_document.uri, params.range.start)
    for title, span, new in capacity_edits(server.jobs, model, path, offset):
        yield _action(server, title, span, new, types.CodeActionKind.QuickFix)
    shown = [one for one in params.context.diagnostics if one.source == VERIFIER]
    for title, span, new in end_labels(server.jobs, model):
        where = server.places.range(span)
        if shown or _overlap(where, params.range):
            yield _action(server, title, span, new, types.CodeActionKind.QuickFix, shown)


def _action(
    server: EditorServer,
    title: str,
    span: TextStretch,
    new: str,
    kind: types.CodeActionKind,
    shown: list[types.Diagnostic] | None = None,
) -> types.CodeAction:
    edit = types.TextEdit(server.places.range(span), new)
    changes = types.WorkspaceEdit(changes={server.texts.uri(span.file): [edit]})
    return types.CodeAction(title, kind, shown, edit=changes)


def _rewritings(
    server: EditorServer, model: ModelReading, params: types.CodeActionParams
) -> Iterator[types.CodeAction]:
    path, offset = server.places.offset(params.text_document.uri, params.range.start)
    for title, span, new in possible_rewritings(model.reading, path, offset, model.path_of):
        yield _action(server, title, span, new, types.CodeActionKind.RefactorRewrite)


def _overlap(one: types.Range, other: types.Range) -> bool:
    return one.start <= other.end and other.start <= one.end
