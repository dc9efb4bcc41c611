"""A command performed: the request is made, the verb does the rest, and errors become words and an exit status."""

from __future__ import annotations

import gc
import sys
from argparse import Namespace
from collections.abc import Callable
from importlib import import_module
from itertools import count
from pathlib import Path

from penstock.budget import Budget, TimeOver, Watch
from penstock.errors import Cancelled, ModelErrors, PenstockError, ToolError
from penstock.faces.cli.arguments import request_from
from penstock.faces.cli.command import Command
from penstock.faces.cli.console import Console, console_for
from penstock.faces.cli.files import write_files
from penstock.faces.cli.signals import ended_by_signals
from penstock.faces.cli.status import INTERRUPTED, TOOL_MISSING, UNDECIDED, WRONG
from penstock.reading.wanted import AS_WRITTEN

RECURSION_LIMIT = 100_000
"""Long chains of operators make deep trees; Python's own limit is for runaway programs."""
OBJECTS_BETWEEN_COLLECTIONS = 200_000
"""Reading makes many objects and no garbage: looking for some would take half of the time."""


def perform(name: str, command: Command, arguments: Namespace) -> int:
    sys.setrecursionlimit(max(RECURSION_LIMIT, sys.getrecursionlimit()))
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS, 50, 50)
    console = console_for(name, arguments)
    try:
        with ended_by_signals(), Budget(watch=Watch(stage=_stage_writer(arguments))):
            command.refuse(arguments)
            request = request_from(command.request, arguments)
            verb = import_module(f"penstock.faces.cli.verbs.{name}")
            status: int = verb.run(request, arguments, console)
            return status
    except ModelErrors as problem:
        if problem.heading:
            print(problem.heading, file=sys.stderr)
        console.show(problem.diagnostics)
        return WRONG
    except PenstockError as problem:
        return _complain(console, problem)
    except TimeOver:
        console.say("time ran out before there was an answer: --budget gives more")
        return UNDECIDED
    except Cancelled:
        console.say("stopped")
        return INTERRUPTED


def _stage_writer(arguments: Namespace) -> Callable[[str, str], None] | None:
    """What writes the text of each stage of reading to a file, if the user wants to see them."""
    directory = getattr(arguments, "stages", None)
    if directory is None:
        return None
    numbers = count(1)

    def write(stage: str, text: str) -> None:
        ending = Path(arguments.file).suffix if stage == AS_WRITTEN else ".pml"
        write_files(directory, {f"{next(numbers):02}-{stage}{ending}": text})

    return write


def _complain(console: Console, problem: PenstockError) -> int:
    # Names in it may not be UTF-8.
    console.say(str(problem).encode("utf-8", errors="backslashreplace").decode())
    return TOOL_MISSING if isinstance(problem, ToolError) else WRONG
