"""`penstock lsp`: its help and options, and how it starts."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from importlib import import_module

from penstock.errors import UsageError
from penstock.faces.addresses import add_streams

DESCRIPTION = """Serve an editor by the Language Server Protocol: findings and fixes as you type, names and their uses,
rename, completion, hover, formatting, and answers of `bound` and `verify` in the background.  Editors start this by
themselves; docs/editor.md shows how."""
EPILOG = """examples:
  penstock lsp                  talk to an editor on standard input and output
  penstock lsp --tcp 9257       wait for an editor on 127.0.0.1, port 9257"""


def add_arguments(parser: ArgumentParser) -> None:
    add_streams(parser)


def run(arguments: Namespace) -> int:
    try:
        serving = import_module("penstock.faces.lsp.serving")
    except ImportError as problem:
        if problem.name not in ("pygls", "lsprotocol"):
            raise
        raise UsageError("this needs the `pygls` package: pip install 'penstock[lsp]'") from None
    status: int = serving.serve(arguments.tcp)
    return status
