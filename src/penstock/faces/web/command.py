"""`penstock serve`: its options, and how it starts."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from importlib import import_module
from pathlib import Path
from types import ModuleType

from penstock.errors import UsageError
from penstock.faces.addresses import HERE
from penstock.faces.cli.arguments import whole_number
from penstock.faces.cli.status import FINE
from penstock.faces.web.protocol import EngineLimits

DESCRIPTION = """Open the workbench in a browser: write models, step through runs, see channels fill and bounds proved.

Everything stays on this machine; the address that is printed has a token, without which nobody is answered."""
EPILOG = """examples:
  penstock serve model.pml             open a model
  penstock serve models --open         open a directory of models, and a browser"""
PORT = 8137


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("path", nargs="?", default=".", metavar="FILE|DIR", help="a model, or a directory of models")
    parser.add_argument("--port", type=whole_number(0), metavar="PORT", help=f"(default: {PORT}, or any that is free)")
    parser.add_argument("--host", default=HERE, metavar="HOST", help=f"the address to listen on (default: {HERE})")


def run(arguments: Namespace) -> int:
    serving, server, access = (_imported(name) for name in ("serving", "server", "access"))
    if not (server.STATIC / "index.html").is_file():
        raise UsageError("the page is not built: run `make web`, or install penstock from a wheel")
    worker = import_module("penstock.faces.web.worker")
    path = Path(arguments.path).resolve()
    listening = serving.bound_socket(arguments.host, PORT if arguments.port is None else arguments.port)
    found = access.PageAccess(arguments.host, listening.getsockname()[1])
    root = path if path.is_dir() else path.parent
    settings = worker.WorkerSettings(str(root), False, 2048, 600.0, EngineLimits(1024, 600.0, 2))
    print(f"penstock is at {found.address}", flush=True)
    serving.serve(listening, found, settings)
    return FINE


def _imported(name: str) -> ModuleType:
    try:
        return import_module(f"penstock.faces.web.{name}")
    except ImportError as problem:
        if problem.name not in ("starlette", "uvicorn", "websockets"):
            raise
        raise UsageError(f"this needs the `{problem.name}` package: pip install 'penstock[web]'") from None
