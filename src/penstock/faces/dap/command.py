"""`penstock dap`: its help and options, and how it starts."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from importlib import import_module
from io import BufferedReader, FileIO

from penstock.faces.addresses import add_streams
from penstock.interpreter import prepare

DESCRIPTION = """Serve an editor by the Debug Adapter Protocol: runs of a model with its processes as threads, stepped
through forward and back; at random, by hand, along a trail, a counterexample of `verify`, the run that fills a channel,
or the trace of a program.  Editors start this by themselves; docs/debugging.md shows how."""
EPILOG = """examples:
  penstock dap                  talk to an editor on standard input and output
  penstock dap --tcp 9258       wait for editors on 127.0.0.1, port 9258"""


def add_arguments(parser: ArgumentParser) -> None:
    add_streams(parser)


def run(arguments: Namespace) -> int:
    prepare()
    server = import_module("penstock.faces.dap.server")
    if arguments.tcp is not None:
        server.serve_tcp(*arguments.tcp, _tell)
    else:
        # A stream of its own, never closed: somebody may wait for input there when everything else is over.
        server.serve_streams(BufferedReader(FileIO(sys.stdin.fileno(), closefd=False)), sys.stdout.buffer)
    return 0


def _tell(host: str, port: int) -> None:
    print(f"penstock dap: waiting on {host}:{port}", file=sys.stderr, flush=True)
