"""The state of a server: texts, models, and the thread that reads them while the editor goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any, TypeVar

from lsprotocol import types
from pygls.exceptions import FeatureNotificationError
from pygls.io_ import run_async
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol

from penstock import __version__
from penstock.budget import Watch
from penstock.errors import Cancelled, UsageError
from penstock.faces.lsp.answers import bound_hints, bound_of, bound_sentence
from penstock.faces.lsp.jobs import Jobs
from penstock.faces.lsp.models import ModelReading, Models
from penstock.faces.lsp.places import Places
from penstock.faces.lsp.settings import Settings
from penstock.faces.lsp.texts import EditedTexts, path_of
from penstock.insight.hints import InlineHint

Answer = TypeVar("Answer")
SETTLED = 0.03
"""Seconds without a keystroke after which a text is read: less than anybody notices."""


class EditorProtocol(LanguageServerProtocol):
    """That of pygls, which remembers every notification, and with it every keystroke, to its end."""

    def _handle_notification(self, method_name: str, params: Any) -> None:
        super()._handle_notification(method_name, params)
        for number in [number for number, future in self._request_futures.items() if future.done()]:
            del self._request_futures[number]


class EditorServer(LanguageServer):
    """One editor's server."""

    def __init__(self) -> None:
        kind = types.TextDocumentSyncKind.Incremental
        super().__init__("penstock", __version__, text_document_sync_kind=kind, protocol_cls=EditorProtocol)
        self.texts = EditedTexts()
        self.models = Models(self.texts)
        self.places = Places(self.texts)
        self.jobs = Jobs()
        self.settings = Settings()
        self.listeners: list[Callable[[ModelReading], None]] = []
        """Who wants to know of new answers."""
        self._reader = ThreadPoolExecutor(1, "reader")
        self._reading: dict[str, tuple[asyncio.Task[ModelReading], Watch]] = {}
        self._waiting: dict[str, asyncio.Task[None]] = {}

    def all_roots(self) -> list[str]:
        """The models of the workspace, and those of open texts."""
        inclusions = self.models.inclusions
        known = dict.fromkeys([*self.texts.opened, *inclusions.seen])
        return sorted({root for path in known for root in inclusions.roots_of(path)})

    def proved_hints(self, model: ModelReading, path: str) -> list[InlineHint]:
        """What long work has proved about channels, beside them."""
        return list(bound_hints(self.jobs, model, path))

    def told(self, model: ModelReading, path: str, offset: int) -> list[str]:
        """What long work has found out about a place."""
        known = [bound_of(self.jobs, model, use.symbol) for use in model.index.at(path, offset)]
        return [f"bound: {bound_sentence(one)}" for one in known if one is not None]

    def answered(self, model: ModelReading, task: str) -> None:
        """There is a new answer: what shows it is shown anew."""
        for listener in self.listeners:
            listener(model)
        workspace = self.client_capabilities.workspace
        if workspace is None:
            return
        if task == "bound" and workspace.inlay_hint is not None and workspace.inlay_hint.refresh_support:
            self.workspace_inlay_hint_refresh(None)
        if workspace.code_lens is not None and workspace.code_lens.refresh_support:
            self.workspace_code_lens_refresh(None)

    def shutdown(self) -> None:
        self.jobs.end()
        self._reader.shutdown(wait=False, cancel_futures=True)
        super().shutdown()  # type: ignore[no-untyped-call]

    # -- reading -----------------------------------------------------------------------------

    async def model(self, uri: str) -> ModelReading | None:
        """The reading of the model that a text belongs to, as its texts are now."""
        roots = self.models.roots_of(path_of(uri))
        return await self._indexed(roots[0]) if roots else None

    async def _indexed(self, root: str) -> ModelReading | None:
        """With its names, which are gathered in the thread that reads."""
        model = await self.read(root)
        if model is not None:
            await self.in_thread(lambda: model.index)
        return model

    async def models_of(self, uri: str) -> list[ModelReading]:
        """All models that a text belongs to."""
        found = [await self._indexed(root) for root in self.models.roots_of(path_of(uri))]
        return [model for model in found if model is not None]

    async def read(self, root: str) -> ModelReading | None:
        """The reading of a model as its texts are now; None if its file is gone."""
        while True:
            try:
                present = self.models.present(root)
            except UsageError:
                return None
            if present is not None:
                return present
            running = self._reading.get(root)
            # Waiting for one that is done gives nobody else a turn, not even those who would note that it is.
            task = running[0] if running is not None and not running[0].done() else self._start(root)
            try:
                await asyncio.shield(task)
            except Cancelled:
                continue
            except UsageError:
                return None  # the file is gone

    def _start(self, root: str) -> asyncio.Task[ModelReading]:
        watch = Watch()
        task = asyncio.ensure_future(self.in_thread(self.models.read, root, watch))
        self._reading[root] = task, watch
        task.add_done_callback(lambda done: self._finished(root, done))
        return task

    def _finished(self, root: str, done: asyncio.Task[ModelReading]) -> None:
        if root in self._reading and self._reading[root][0] is done:
            del self._reading[root]

    async def in_thread(self, work: Callable[..., Answer], *given: Any) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(self._reader, work, *given)

    def outdated(self, root: str) -> None:
        """A text of a model has changed: whoever is reading it may stop."""
        if root in self._reading:
            self._reading[root][1].stop.set()

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection."""
        self.protocol.set_writer(writer)
        await run_async(Event(), reader, self.protocol)
        self.shutdown()

    # -- later -------------------------------------------------------------------------------

    def later(self, name: str, work: Callable[[], Coroutine[Any, Any, None]], seconds: float = SETTLED) -> None:
        """Do something when nothing has asked for the same for a moment."""
        waiting = self._waiting.get(name)
        if waiting is not None:
            waiting.cancel()

        async def wait() -> None:
            await asyncio.sleep(seconds)
            self._waiting.pop(name, None)
            try:
                await work()
            except Exception as problem:
                # Nobody waits for this: say it, and go on.
                self._report_server_error(problem, FeatureNotificationError)

        self._waiting[name] = asyncio.ensure_future(wait())
