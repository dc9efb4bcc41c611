"""Where clients come in: by the standard streams, or several of them by TCP."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import IO

from penstock.faces.dap.framing import BadFrame, Message, framed, read_message
from penstock.faces.dap.handlers import handle
from penstock.faces.dap.session import DebugSession


def serve_streams(source: IO[bytes], target: IO[bytes]) -> None:
    """One client, until it is gone."""

    def send(message: Message) -> None:
        target.write(framed(message))
        target.flush()

    session = DebugSession(send)
    Thread(target=_read_all, args=(source, session), daemon=True).start()
    try:
        session.serve(handle)
    except (BrokenPipeError, ConnectionError, ValueError):
        session.cancel_launch()  # nobody listens any more


def _read_all(source: IO[bytes], session: DebugSession) -> None:
    try:
        while (message := read_message(source)) is not None:
            session.receive(message)
    except (BadFrame, OSError, ValueError):
        pass
    session.receive(None)


def serve_tcp(host: str, port: int, ready: Callable[[str, int], None]) -> None:
    """Any number of clients, each with a run of its own; `ready` is told the port once it is open."""
    with socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET) as server:
        ready(host, server.getsockname()[1])
        while True:
            connection, _ = server.accept()
            Thread(target=serve_connection, args=(connection,), daemon=True).start()


def serve_connection(connection: socket.socket) -> None:
    with connection, connection.makefile("rb") as source, connection.makefile("wb") as target:
        serve_streams(source, target)
        with suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)  # whoever still reads is not to wait any longer
