"""Commands that an editor may call; each returns data: pictures and programs are texts in it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams, JsonRpcRequestCancelled

from penstock.errors import PenstockError
from penstock.faces.lsp.answers import has_buffers
from penstock.faces.lsp.jobs import BackgroundJob, Failed, Stopped
from penstock.faces.lsp.models import ModelReading
from penstock.faces.lsp.server import EditorServer
from penstock.faces.lsp.settings import WhenToBound, settings_from
from penstock.faces.lsp.worker import Data, Work
from penstock.reading.source import Source
from penstock.tasks.requests.automata import AutomataRequest
from penstock.tasks.requests.bound import BoundRequest
from penstock.tasks.requests.close import CloseRequest
from penstock.tasks.requests.generate import GenerateRequest
from penstock.tasks.requests.lower import LowerRequest
from penstock.tasks.requests.simulate import STEPS, SimulateRequest
from penstock.tasks.requests.verify import VerifyRequest

Options = dict[str, Any]
MOST_SECONDS = 30.0
QUIET = 1.0
"""Seconds after which nobody is typing any more."""
_numbers = count(1)


def _bound(source: Source, options: Options) -> BoundRequest:
    return BoundRequest(source, budget=float(options.get("budget", MOST_SECONDS)), exact=bool(options.get("exact")))


def _verify(source: Source, options: Options) -> VerifyRequest:
    named = (str(options["property"]),) if options.get("property") else ()
    timeout = options.get("timeout")
    return VerifyRequest(source, properties=named, timeout=None if timeout is None else float(timeout))


def _simulate(source: Source, options: Options) -> SimulateRequest:
    seed = options.get("seed")
    return SimulateRequest(source, steps=int(options.get("steps", STEPS)), seed=None if seed is None else int(seed))


def _automaton(source: Source, options: Options) -> AutomataRequest:
    return AutomataRequest(source, process=options.get("process"))


COMMANDS: dict[str, tuple[str, str, Callable[[Source, Options], Any]]] = {
    "penstock.bound": ("bound", "how full channels get", _bound),
    "penstock.verify": ("verify", "verifying", _verify),
    "penstock.simulate": ("simulate", "a run", _simulate),
    "penstock.chart": ("simulate", "a run", _simulate),
    "penstock.automaton": ("automaton", "drawing", _automaton),
    "penstock.closed": ("closed", "closing", lambda source, _: CloseRequest(source)),
    "penstock.translated": ("translated", "translating", lambda source, _: LowerRequest(source)),
    "penstock.generate": ("generate", "writing a program", lambda source, _: GenerateRequest(source)),
    "penstock.report": ("report", "a report on channels", _bound),
}
_TOLD = frozenset(["penstock.bound", "penstock.verify"])


def register(server: EditorServer) -> None:
    for name in COMMANDS:
        _register(server, name)

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        server.settings = settings_from(params.initialization_options, server.settings)

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def configure(params: types.DidChangeConfigurationParams) -> None:
        server.settings = settings_from(params.settings, server.settings)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        bound_later(server, params.text_document.uri)

    @server.feature(types.SHUTDOWN)
    async def shutdown(*_: object) -> None:
        """Whoever still waits for an answer is told that there will be none."""
        await server.jobs.stop_all()


def bound_later(server: EditorServer, uri: str) -> None:
    """Look for bounds of channels when the editor has become quiet, if users want that."""
    if server.settings.bounds is WhenToBound.NEVER:
        return

    async def bound() -> None:
        model = await server.model(uri)
        if model is None or not model.reading.ok or not has_buffers(model):
            return
        with suppress(JsonRpcException):
            await perform(server, "penstock.bound", uri, {"budget": server.settings.budget})

    server.later(f"bound {uri}", bound, QUIET)


def _register(server: EditorServer, name: str) -> None:
    @server.command(name)
    async def command(uri: str, options: Any = None) -> Data:
        answer = await perform(server, name, uri, _plain(options))
        if name in _TOLD and isinstance(answer.get("summary"), str):
            server.window_show_message(types.ShowMessageParams(types.MessageType.Info, answer["summary"]))
        return answer


def _plain(options: Any) -> Options:
    if options is None:
        return {}
    if isinstance(options, str):
        return {"property": options, "process": options}
    return dict(options._asdict()) if hasattr(options, "_asdict") else dict(options)


async def perform(server: EditorServer, name: str, uri: str, options: Options) -> Data:
    """The answer of a command, from before if nothing has changed."""
    task, title, request_of = COMMANDS[name]
    model = await server.model(uri)
    if model is None:
        raise JsonRpcInvalidParams(f"there is no model `{uri}`")
    try:
        request = request_of(model.source, options)
    except (PenstockError, ValueError, TypeError) as problem:
        raise JsonRpcInvalidParams(f"{name}: {problem}") from None
    texts = {path: server.texts.text(path) for path in server.texts.opened}
    return await _followed(server, model, Work(task, request, texts), _about(options), title)


def _about(options: Options) -> str:
    return ", ".join(f"{key}={value}" for key, value in sorted(options.items()))


async def _followed(server: EditorServer, model: ModelReading, work: Work, about: str, title: str) -> Data:
    token = await _begin(server, title)
    started: list[BackgroundJob] = []

    def tell(text: str) -> None:
        if token is not None:
            server.work_done_progress.report(token, types.WorkDoneProgressReport(message=text))

    def begun(job: BackgroundJob) -> None:
        started.append(job)
        if token is not None:
            server.work_done_progress.tokens[token].add_done_callback(lambda _: job.stop())

    try:
        answer = await server.jobs.perform(model, work, about, tell, begun)
        server.answered(model, work.task)
        return answer
    except asyncio.CancelledError:
        for job in started:
            job.stop()
        raise
    except Stopped:
        raise JsonRpcRequestCancelled("stopped") from None
    except Failed as problem:
        raise JsonRpcException(str(problem)) from None
    finally:
        if token is not None:
            server.work_done_progress.end(token, types.WorkDoneProgressEnd())
            server.work_done_progress.tokens.pop(token, None)


async def _begin(server: EditorServer, title: str) -> str | None:
    """A bar that can be cancelled, where the editor shows such."""
    window = server.client_capabilities.window
    if window is None or not window.work_done_progress:
        return None
    token = f"penstock-{next(_numbers)}"
    with suppress(Exception):
        await server.work_done_progress.create_async(token)
        server.work_done_progress.begin(token, types.WorkDoneProgressBegin(f"penstock: {title}", cancellable=True))
        return token
    return None
