"""`penstock mcp`: its options, and how it starts."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from importlib import import_module
from pathlib import Path

from penstock.errors import UsageError
from penstock.faces.cli.arguments import seconds, whole_number
from penstock.faces.cli.status import FINE
from penstock.faces.mcp.limits import CallLimits

DESCRIPTION = """Serve check, explain, simulate, explore, verify, bound, close and conform as tools for agents.

The Model Context Protocol is spoken over the standard input and output: a client starts this command."""
EPILOG = """example, for a client's list of servers:
  {"mcpServers": {"penstock": {"command": "penstock", "args": ["mcp", "--root", "models"]}}}"""
_USUAL = CallLimits()


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--root",
        metavar="DIR",
        default=_USUAL.root,
        help="only files below DIR are read (default: where it is started)",
    )
    parser.add_argument(
        "--allow-c",
        action="store_true",
        help="models with C code may be verified and programs run, which executes what agents write",
    )
    parser.add_argument(
        "--max-seconds",
        metavar="SECONDS",
        type=seconds,
        default=_USUAL.seconds,
        help=f"the largest budget of a call (default: {_USUAL.seconds:g})",
    )
    _number(parser, "--memory", "MB", _USUAL.memory_mb, 256, "memory for a call, and for each verifier it starts")
    _number(parser, "--jobs", "N", _USUAL.calls, 1, "calls that work at the same time; others wait")
    _number(parser, "--max-answer", "KB", _USUAL.answer_kb, 1, "the most data that a call may ask for")


def _number(parser: ArgumentParser, flag: str, metavar: str, default: int, least: int, text: str) -> None:
    told = f"{text} (default: {default})"
    parser.add_argument(flag, metavar=metavar, type=whole_number(least), default=default, help=told)


def run(arguments: Namespace) -> int:
    """Serve until the client is gone; raises `UsageError` if that cannot be."""
    if not Path(arguments.root).is_dir():
        raise UsageError(f"`{arguments.root}` is not a directory")
    limits = CallLimits(
        str(Path(arguments.root).resolve()),
        arguments.allow_c,
        arguments.max_seconds,
        arguments.memory,
        arguments.jobs,
        arguments.max_answer,
    )
    try:
        server = import_module("penstock.faces.mcp.server")
    except ImportError as problem:
        if problem.name not in ("mcp", "anyio"):
            raise
        raise UsageError("this needs the `mcp` package: pip install 'penstock[mcp]'") from None
    server.serve(limits)
    return FINE
