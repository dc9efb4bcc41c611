"""Findings of models as diagnostics of their files."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from lsprotocol import types

from penstock.diagnostics.placed import PlacedDiagnostic, PlacedFix, PlacedNote
from penstock.diagnostics.record import Severity
from penstock.faces.lsp.answers import violations
from penstock.faces.lsp.models import ModelReading
from penstock.faces.lsp.server import EditorServer
from penstock.records import as_data

SOURCE = "penstock"
_SEVERITIES = {Severity.ERROR: types.DiagnosticSeverity.Error, Severity.WARNING: types.DiagnosticSeverity.Warning}
_UNUSED = "W709"


class Findings:
    """What is published: by file, and by the model in which it was found."""

    def __init__(self, server: EditorServer) -> None:
        self.server = server
        self._by_root: dict[str, dict[str, list[PlacedDiagnostic]]] = {}
        self._models: dict[str, ModelReading] = {}
        self._published: set[str] = set()
        server.listeners.append(self.found)

    def found(self, model: ModelReading) -> None:
        by_file: defaultdict[str, list[PlacedDiagnostic]] = defaultdict(list)
        for finding in model.findings:
            by_file[model.path_of(finding.file)].append(finding)
        self._models[model.root] = model
        before = self._by_root.get(model.root, {})
        self._by_root[model.root] = dict(by_file)
        opened = self.server.texts.opened.keys() & set(model.files)
        for path in sorted({model.root, *before, *by_file, *opened}):
            self.publish(path, model)

    def keep_only(self, roots: set[str]) -> None:
        """Take back what was found in models that nobody looks at any more."""
        for root in self._by_root.keys() - roots:
            self._models.pop(root, None)
            for path in self._by_root.pop(root):
                self.publish(path, None)

    def publish(self, path: str, model: ModelReading | None) -> None:
        findings = {finding: None for found in self._by_root.values() for finding in found.get(path, ())}
        opened = self.server.texts.opened.get(path)
        items = [self._diagnostic(path, finding, model) for finding in findings]
        for known in self._models.values():
            items.extend(violations(self.server.jobs, known, path, self.server.places))
        if not items and path not in self._published and opened is None:
            return
        (self._published.add if items else self._published.discard)(path)
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
            tags=[types.DiagnosticTag.Unnecessary] if finding.code == _UNUSED else None,
            related_information=notes,
            data={"fixes": fixes} if fixes else None,
        )

    def _note(self, note: PlacedNote, model: ModelReading | None) -> types.DiagnosticRelatedInformation | None:
        path = model.path_of(note.file) if model is not None else note.file
        if path.startswith("<"):
            return None
        where = types.Location(self.server.texts.uri(path), self.server.places.marked(path, note.line, note.column, 1))
        return types.DiagnosticRelatedInformation(where, note.message)


def fix_edits(server: EditorServer, fixes: Iterable[PlacedFix], model: ModelReading) -> types.WorkspaceEdit:
    changes: defaultdict[str, list[types.TextEdit]] = defaultdict(list)
    for edit in dict.fromkeys(edit for fix in fixes for edit in fix.edits):
        path = model.path_of(edit.file)
        where = server.places.marked(path, edit.line, edit.column, edit.length)
        changes[server.texts.uri(path)].append(types.TextEdit(where, edit.text))
    return types.WorkspaceEdit(changes=dict(changes))
