"""A command performed: the request is made, the verb does the rest, and errors become words and an exit status."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from importlib import import_module
from itertools import count
from pathlib import Path

from penstock.budget import Budget, TimeOver, Watch
from penstock.errors import Cancelled, PenstockError, ToolError
from penstock.faces.cli.arguments import request_from
from penstock.faces.cli.command import Command
from penstock.faces.cli.console import Console, check_output, console_for
from penstock.faces.cli.endings import check_picture_files
from penstock.faces.cli.files import write_files
from penstock.faces.cli.many import perform_each, refuse_files_for_one
from penstock.faces.cli.signals import ended_by_signals
from penstock.faces.cli.status import INTERRUPTED, TOOL_MISSING, UNDECIDED, WRONG
from penstock.interpreter import prepare
from penstock.project.finding import files_above
from penstock.reading.model_files import may_be_several, model_files
from penstock.reading.wanted import AS_WRITTEN


def perform(name: str, command: Command, arguments: Namespace, parser: ArgumentParser, words: list[str]) -> int:
    prepare()
    console = console_for(name, arguments, command.formats)
    with ended_by_signals():
        return _attempt(console, lambda: _performed(command, _completed(arguments, parser, words), console))


def _completed(arguments: Namespace, parser: ArgumentParser, words: list[str]) -> Namespace:
    """With what a project says; those who have none do not wait for what reads it."""
    if not getattr(arguments, "project", False) or next(files_above(Path()), None) is None:
        return arguments
    own: Namespace = import_module("penstock.faces.cli.defaults").with_defaults(arguments, parser, words)
    return own


def _performed(command: Command, arguments: Namespace, console: Console) -> int:
    command.refuse(arguments)
    check_output(console, command.formats)
    check_picture_files(arguments)
    if not command.takes_several or not may_be_several(arguments.files):
        return _run(command, arguments, console)
    refuse_files_for_one(arguments)

    def run(file: str, own: Console) -> int:
        alone = Namespace(**vars(arguments) | {"file": file})
        return _attempt(own, lambda: _run(command, alone, own))

    return perform_each(model_files(arguments.files, endings=command.endings), console, command.found, run)


def _run(command: Command, arguments: Namespace, console: Console) -> int:
    with Budget(watch=Watch(stage=_stage_writer(arguments))):
        request = request_from(command.request, arguments)
        verb = import_module(f"penstock.faces.cli.verbs.{console.command}")
        status: int = verb.run(request, arguments, console)
        return status


def _attempt(console: Console, work: Callable[[], int]) -> int:
    try:
        return work()
    except PenstockError as problem:
        console.tell_problem(problem)
        return TOOL_MISSING if isinstance(problem, ToolError) else WRONG
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
