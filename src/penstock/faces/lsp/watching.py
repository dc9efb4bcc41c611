"""What happens to texts, by an editor or on disk, and what is checked again because of it."""

from __future__ import annotations

from os.path import basename

from lsprotocol import types

from penstock.faces.lsp.commanding import bound_later
from penstock.faces.lsp.findings import Findings
from penstock.faces.lsp.including import models_below
from penstock.faces.lsp.server import EditorServer
from penstock.faces.lsp.texts import path_of
from penstock.project.finding import FILE, PYPROJECT
from penstock.reading.languages import ENDINGS


class Watching:
    """Keeps the findings of all models that belong to an open text up to date."""

    def __init__(self, server: EditorServer, findings: Findings) -> None:
        self.server = server
        self.findings = findings
        self.active: set[str] = set()

    def changed(self, path: str) -> None:
        """A text is another one."""
        models = self.server.models
        if models.inclusions.note(path, self.server.texts.find(path)):
            self.settle()
        for root in models.roots_of(path):
            if root in self.active:
                self.server.outdated(root)
                self.check_later(root)

    def settle(self) -> None:
        """Find out anew which models are looked at: those that open texts belong to."""
        models = self.server.models
        active = {root for path in self.server.texts.opened for root in models.roots_of(path)}
        for root in active - self.active:
            self.check_later(root)
        self.active = active
        self.findings.keep_only(active)
        models.keep_only(active)
        self.server.jobs.forget(active)

    def check_later(self, root: str) -> None:
        async def check() -> None:
            model = await self.server.read(root)
            if model is not None and root in self.active:
                self.findings.found(model)

        self.server.later(f"findings {root}", check)

    def check_all(self) -> None:
        for root in self.active:
            self.check_later(root)

    async def look_around(self) -> None:
        """Look at all models of the folders: some may include what is open."""
        folders = [path_of(uri) for uri in self.server.workspace.folders]
        await self.server.in_thread(self._look, folders)
        self.settle()

    def _look(self, folders: list[str]) -> None:
        for path in models_below(folders):
            self.server.models.inclusions.note(path, self.server.texts.find(path))

    def files_changed(self, paths: list[str]) -> None:
        if any(basename(path) in (FILE, PYPROJECT) for path in paths):
            self.check_all()
        for path in paths:
            self.changed(path)


def register(server: EditorServer) -> None:
    watching = Watching(server, Findings(server))

    @server.feature(types.INITIALIZED)
    async def initialized(_params: types.InitializedParams) -> None:
        _watch_files(server)
        await watching.look_around()

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        path = server.texts.open(params.text_document).path
        server.models.inclusions.note(path, server.texts.find(path))
        watching.settle()
        watching.changed(path)
        bound_later(server, params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        found = server.texts.change(params)
        if found is not None:
            watching.changed(found.path)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        server.texts.close(params.text_document.uri)
        path = path_of(params.text_document.uri)
        watching.settle()
        watching.changed(path)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def files_changed(params: types.DidChangeWatchedFilesParams) -> None:
        watching.files_changed([path_of(change.uri) for change in params.changes])

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    async def folders_changed(_params: types.DidChangeWorkspaceFoldersParams) -> None:
        await watching.look_around()


def _watch_files(server: EditorServer) -> None:
    """Ask to be told of changes on disk, where an editor offers that."""
    workspace = server.client_capabilities.workspace
    known = workspace.did_change_watched_files if workspace is not None else None
    if known is None or not known.dynamic_registration:
        return
    endings = ",".join(sorted(ending.removeprefix(".") for ending in ENDINGS))
    patterns = [f"**/*.{{{endings},h,inc}}", f"**/{FILE}", f"**/{PYPROJECT}"]
    options = types.DidChangeWatchedFilesRegistrationOptions([types.FileSystemWatcher(one) for one in patterns])
    watch = types.Registration("penstock-files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
    server.client_register_capability(types.RegistrationParams([watch]))
