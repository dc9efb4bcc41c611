"""A server with all that it can do, started on standard input and output or on a port."""

from __future__ import annotations

import asyncio
import sys

from penstock.faces.lsp import (
    calling,
    commanding,
    completing,
    fixing,
    formatting,
    hinting,
    hovering,
    lenses,
    navigating,
    outlining,
    painting,
    renaming,
    structuring,
    watching,
)
from penstock.faces.lsp.server import EditorServer
from penstock.interpreter import prepare

FEATURES = (
    watching,
    completing,
    fixing,
    formatting,
    hinting,
    hovering,
    lenses,
    navigating,
    outlining,
    painting,
    renaming,
    structuring,
    calling,
    commanding,
)
FINE = 0


def make_server() -> EditorServer:
    server = EditorServer()
    for feature in FEATURES:
        feature.register(server)
    return server


def serve(address: tuple[str, int] | None) -> int:
    prepare()
    server = make_server()
    if address is None:
        server.start_io()
    else:
        asyncio.run(_on_port(*address))
    return FINE


async def _on_port(host: str, port: int) -> None:
    """Serve each connection by a server of its own, until the process is ended."""

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await make_server().talk(reader, writer)

    listening = await asyncio.start_server(connected, host, port)
    number = listening.sockets[0].getsockname()[1]
    print(f"penstock lsp: listening on {host}:{number}", file=sys.stderr, flush=True)
    async with listening:
        await listening.serve_forever()
