"""Runs commands for `tests.commands`: a process that has imported Penstock, and becomes a command by a fork.

It has one thread and has done nothing, so that what it forks differs from a new process in nothing but its start.
"""

from __future__ import annotations

import atexit
import gc
import io
import json
import os
import signal
import sys
import threading
from importlib import import_module
from typing import Any, NoReturn

from penstock.faces.cli.main import main
from penstock.verbs import VERBS


def serve() -> None:
    """A line of JSON for each command; its answer is the status, as `subprocess` tells it."""
    for name in VERBS:
        import_module(f"penstock.faces.cli.options.{name}")
        import_module(f"penstock.faces.cli.verbs.{name}")
    gc.freeze()
    for line in iter(sys.stdin.readline, ""):
        child = os.fork()
        if child == 0:
            _become(json.loads(line))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


def _become(asked: dict[str, Any]) -> NoReturn:
    """A command that ends as Python does, but does not tidy up what it never used."""
    _settle(asked)
    try:
        status = main(asked["words"])
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    os._exit(status)


def _settle(asked: dict[str, Any]) -> None:
    """Take the place of a command: its directory, environment, words and files, and the time that it has."""
    signal.alarm(asked["seconds"])
    os.chdir(asked["cwd"])
    os.environ.clear()
    os.environ.update(asked["environment"])
    sys.argv = ["penstock", *asked["words"]]
    for number, name in enumerate(("input", "output", "errors")):
        file = os.open(asked[name], os.O_WRONLY if number else os.O_RDONLY)
        os.dup2(file, number)
        os.close(file)
    sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(0, closefd=False)), encoding="utf-8")
    sys.stdout = io.TextIOWrapper(io.BufferedWriter(io.FileIO(1, "w", closefd=False)), encoding="utf-8")
    errors = io.BufferedWriter(io.FileIO(2, "w", closefd=False))
    sys.stderr = io.TextIOWrapper(errors, encoding="utf-8", errors="backslashreplace", line_buffering=True)


if __name__ == "__main__":
    serve()
