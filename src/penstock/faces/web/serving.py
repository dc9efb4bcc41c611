"""Runs the server on a port of this machine until somebody stops it."""

from __future__ import annotations

import socket
from argparse import Namespace
from contextlib import suppress
from errno import EADDRINUSE
from pathlib import Path
from typing import Any

import uvicorn
import websockets
from uvicorn.protocols.http.h11_impl import H11Protocol

from penstock.errors import UsageError
from penstock.faces.web.access import PageAccess
from penstock.faces.web.protocol import EngineLimits
from penstock.faces.web.server import STATIC, application
from penstock.faces.web.worker import WorkerSettings

_SHUTDOWN = 5
MOST_CONNECTIONS = 200
assert websockets  # uvicorn cannot talk to pages without it, and only says so when one comes


class ImpatientProtocol(H11Protocol):
    """A client that never finishes its question is sent away, and so is one too many."""

    patience = 10.0

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            transport.abort()
            return
        self._patience = self.loop.call_later(self.patience, self._give_up)

    def connection_lost(self, exc: Exception | None) -> None:
        with suppress(AttributeError):
            self._patience.cancel()
        super().connection_lost(exc)

    def _give_up(self) -> None:
        is_upgraded = self not in self.connections
        if self.cycle is None and not is_upgraded:
            self.transport.abort()


def settings_of(arguments: Namespace, root: str, first: str | None) -> WorkerSettings:
    limits = EngineLimits(arguments.max_text, arguments.max_seconds, arguments.jobs)
    return WorkerSettings(root, arguments.allow_c, arguments.memory, arguments.max_seconds, limits, first)


def refuse_without_page() -> None:
    if not (STATIC / "index.html").is_file():
        raise UsageError("the page is not built: `make web` builds it; a wheel of penstock has it already")


def usual_socket(host: str, port: int) -> socket.socket:
    """The port that a browser remembers, so that it finds its work again; any other if it is in use."""
    try:
        return bound_socket(host, port)
    except PortInUse:
        return bound_socket(host, 0)


class PortInUse(UsageError):
    """Somebody else listens there."""


def bound_socket(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # asyncio sends at once where it is told TCP
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
        found.listen()
    except (OSError, UnicodeError) as problem:
        found.close()
        if isinstance(problem, OSError) and problem.errno == EADDRINUSE:
            raise PortInUse(f"port {port} of {host} is in use: give another one, or `--port 0` for any") from None
        why = problem.strerror if isinstance(problem, OSError) and problem.strerror else str(problem)
        raise UsageError(f"cannot listen on {host}, port {port}: {why}") from None
    return found


def access_to(host: str, listening: socket.socket) -> PageAccess:
    return PageAccess(host, listening.getsockname()[1])


def serve(
    listening: socket.socket,
    access: PageAccess,
    settings: WorkerSettings,
    static: Path = STATIC,
    patience: float = 10.0,
) -> None:
    """`patience` is how many seconds a client may take to say what it wants."""
    ImpatientProtocol.patience = patience
    config = uvicorn.Config(
        application(access, settings, static),
        http=ImpatientProtocol,
        log_level="error",
        access_log=False,
        server_header=False,
        ws_max_size=(settings.limits.text_kb << 10) * 4,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=_SHUTDOWN,
    )
    uvicorn.Server(config).run(sockets=[listening])
