"""Runs the server on a port of this machine until somebody stops it."""

from __future__ import annotations

import socket

import uvicorn

from penstock.errors import UsageError
from penstock.faces.web.access import PageAccess
from penstock.faces.web.server import application
from penstock.faces.web.worker import WorkerSettings


def bound_socket(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
    except OSError as problem:
        found.close()
        raise UsageError(f"cannot listen on {host}, port {port}: {problem.strerror or problem}") from None
    return found


def serve(listening: socket.socket, access: PageAccess, settings: WorkerSettings) -> None:
    config = uvicorn.Config(
        application(access, settings),
        log_level="warning",
        access_log=False,
        server_header=False,
        ws_max_size=(settings.limits.text_kb << 10) * 2,
        timeout_graceful_shutdown=5,
    )
    uvicorn.Server(config).run(sockets=[listening])
