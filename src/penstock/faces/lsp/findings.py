"""Findings of models as diagnostics of their files."""

from __future__ import annotations

from collections import defaultdict

from lsprotocol import types

from penstock.diagnostics.placed import PlacedDiagnostic, PlacedFix, PlacedNote
from penstock.diagnostics.record import Severity
from penstock.faces.lsp.models import ModelReading
from penstock.faces.lsp.server import EditorServer
from penstock.faces.lsp.texts import path_of
from penstock.records import as_data

SOURCE = "penstock"
_SEVERITIES = {Severity.ERROR: types.DiagnosticSeverity.Error, Severity.WARNING: types.DiagnosticSeverity.Warning}
UNUSED = frozenset(["W701", "W702"])


class Findings:
    """What is published: by file, and by the model in which it was found."""

    def __init__(self, server: EditorServer) -> None:
        self.server = server
        self._by_root: dict[str, dict[str, list[PlacedDiagnostic]]] = {}
        self._published: set[str] = set()

    def found(self, model: ModelReading) -> None:
        by_file: defaultdict[str, list[PlacedDiagnostic]] = defaultdict(list)
        for finding in model.findings:
            by_file[model.path_of(finding.file)].append(finding)
        before = self._by_root.get(model.root, {})
        self._by_root[model.root] = dict(by_file)
        for path in {model.root, *before, *by_file}:
            self.publish(path, model)

    def forget(self, root: str) -> None:
        """A model is no longer one: it was closed, or another one includes it."""
        for path in self._by_root.pop(root, {}):
            self.publish(path, None)

    def publish(self, path: str, model: ModelReading | None) -> None:
        findings = {finding: None for found in self._by_root.values() for finding in found.get(path, ())}
        if not findings and path not in self._published and path not in self.server.texts.opened:
            return
        self._published.add(path)
        opened = self.server.texts.opened.get(path)
        items = [self._diagnostic(path, finding, model) for finding in findings]
        version = opened.version if opened is not None else None
        params = types.PublishDiagnosticsParams(self.server.texts.uri(path), items, version)
        self.server.text_document_publish_diagnostics(params)

    def _diagnostic(self, path: str, finding: PlacedDiagnostic, model: ModelReading | None) -> types.Diagnostic:
        notes = [found for note in finding.notes if (found := self._note(note, model)) is not None]
        fixes = [as_data(fix) for fix in finding.fixes]
        return types.Diagnostic(
            self.server.places.marked(path, finding.line, finding.column, finding.length),
            finding.message + (f"\nhint: {finding.hint}" if finding.hint else ""),
            _SEVERITIES[finding.severity],
            finding.code,
            source=SOURCE,
            related_information=notes,
            data={"fixes": fixes} if fixes else None,
        )

    def _note(self, note: PlacedNote, model: ModelReading | None) -> types.DiagnosticRelatedInformation | None:
        path = model.path_of(note.file) if model is not None else note.file
        if path.startswith("<"):
            return None
        where = types.Location(self.server.texts.uri(path), self.server.places.marked(path, note.line, note.column, 1))
        return types.DiagnosticRelatedInformation(where, note.message)


def fix_edits(server: EditorServer, fix: PlacedFix, model: ModelReading) -> types.WorkspaceEdit:
    changes: defaultdict[str, list[types.TextEdit]] = defaultdict(list)
    for edit in fix.edits:
        path = model.path_of(edit.file)
        where = server.places.marked(path, edit.line, edit.column, edit.length)
        changes[server.texts.uri(path)].append(types.TextEdit(where, edit.text))
    return types.WorkspaceEdit(changes=dict(changes))


def register(server: EditorServer) -> Findings:
    findings = Findings(server)

    def look(path: str) -> None:
        server.outdated(path)
        for root in server.models.roots_of(path):
            server.later(f"findings {root}", lambda root=root: check(root))  # type: ignore[misc]

    async def check(root: str) -> None:
        model = await server.read(root)
        if model is not None:
            findings.found(model)

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        look(server.texts.open(params.text_document).path)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        found = server.texts.change(params)
        if found is not None:
            look(found.path)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        path = path_of(params.text_document.uri)
        server.texts.close(params.text_document.uri)
        findings.forget(path)
        look(path)

    return findings
