"""`penstock serve`: its options, and how it starts."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from importlib import import_module
from pathlib import Path
from types import ModuleType

from penstock.errors import UsageError
from penstock.faces.addresses import HERE, LARGEST_PORT
from penstock.faces.cli.arguments import seconds, whole_number
from penstock.faces.cli.status import FINE
from penstock.reading.languages import ENDINGS, ending_of

DESCRIPTION = """Open the workbench in a browser: write models, step through their runs, see channels fill and bounds
proved, verify.  Everything stays on this machine: the address that is printed has a token, without which nobody is
answered, and only models below the directory of FILE, or below DIR, are read and saved."""
EPILOG = """examples:
  penstock serve model.pml             print the address of the page with this model
  penstock serve models --open         a directory of models, in a browser at once
  penstock serve --port 0              on any port that is free"""
PORT = 8137
_SECONDS, _MEMORY, _JOBS, _TEXT_KB = 600.0, 2048, 2, 1024
_PACKAGES = ("starlette", "uvicorn", "websockets")


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "path",
        nargs="?",
        default=".",
        metavar="FILE|DIR",
        help="a model, or a directory with models (default: where it is started)",
    )
    parser.add_argument("--open", action="store_true", help="also open the page in a browser")
    parser.add_argument(
        "--port",
        type=whole_number(0),
        metavar="PORT",
        help=f"the port to listen on; 0: any that is free (default: {PORT}, or any if that is in use)",
    )
    parser.add_argument(
        "--host",
        default=HERE,
        metavar="ADDRESS",
        help=f"the address to listen on (default: {HERE}, which only this machine reaches)",
    )
    parser.add_argument(
        "--allow-c",
        action="store_true",
        help="models with C code may be verified, which executes what is written in them",
    )
    parser.add_argument(
        "--max-seconds",
        type=seconds,
        default=_SECONDS,
        metavar="SECONDS",
        help=f"how long a job may take (default: {_SECONDS:g})",
    )
    _number(parser, "--memory", "MB", _MEMORY, 256, "memory for each process, and for each verifier that it starts")
    _number(parser, "--jobs", "N", _JOBS, 1, "jobs that work at the same time; others wait")
    _number(parser, "--max-text", "KB", _TEXT_KB, 1, "the longest model")


def _number(parser: ArgumentParser, flag: str, metavar: str, default: int, least: int, text: str) -> None:
    told = f"{text} (default: {default})"
    parser.add_argument(flag, metavar=metavar, type=whole_number(least), default=default, help=told)


def run(arguments: Namespace) -> int:
    """Serve until somebody stops it; raises `UsageError` if that cannot be."""
    root, first = _opened(Path(arguments.path))
    serving = _serving()
    settings = serving.settings_of(arguments, str(root), first)
    serving.refuse_without_page()
    listening = _listening(serving, arguments)
    access = serving.access_to(arguments.host, listening)
    print(f"penstock is at {access.address}", flush=True)
    if arguments.open:
        import_module("webbrowser").open(access.address)
    serving.serve(listening, access, settings)
    return FINE


def _opened(path: Path) -> tuple[Path, str | None]:
    """The directory whose models may be read, and the one to begin with."""
    if path.is_dir():
        return path.resolve(), None
    if not path.is_file():
        raise UsageError(f"there is no file or directory `{path}`")
    if ending_of(path.name) not in ENDINGS:
        raise UsageError(f"`{path}` is not a model: its name must end in one of {', '.join(sorted(ENDINGS))}")
    real = path.resolve()
    return real.parent, real.name


def _listening(serving: ModuleType, arguments: Namespace) -> object:
    if arguments.port is not None and arguments.port > LARGEST_PORT:
        raise UsageError(f"{arguments.port} is not a port: the largest is {LARGEST_PORT}")
    if arguments.port is None:
        return serving.usual_socket(arguments.host, PORT)
    return serving.bound_socket(arguments.host, arguments.port)


def _serving() -> ModuleType:
    try:
        return import_module("penstock.faces.web.serving")
    except ImportError as problem:
        if problem.name is None or problem.name.partition(".")[0] not in _PACKAGES:
            raise
        package = problem.name.partition(".")[0]
        raise UsageError(f"this needs the `{package}` package: pip install 'penstock[web]'") from None
