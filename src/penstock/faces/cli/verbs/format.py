"""`penstock format`."""

from __future__ import annotations

from argparse import Namespace

from penstock.errors import UsageError
from penstock.faces.cli.console import Console
from penstock.faces.cli.files import replace_text
from penstock.faces.cli.many import FileConsole
from penstock.faces.cli.status import FINDING, FINE
from penstock.tasks.format import format
from penstock.tasks.requests.format import FormatRequest


def run(request: FormatRequest, arguments: Namespace, console: Console) -> int:
    path = request.source.path
    if arguments.in_place and path is None:
        raise UsageError("the standard input cannot be replaced: leave out --in-place")
    with console.watching() as watch:
        outcome = format(request, watch)
    if not arguments.in_place and not arguments.check:
        console.write(outcome.text)
        return FINE
    if arguments.in_place and outcome.changed and path is not None:
        replace_text(path, outcome.text)
    _write_line(request.source.shown, outcome.changed, arguments, console)
    return FINDING if arguments.check and outcome.changed else FINE


def _write_line(name: str, changed: bool, arguments: Namespace, console: Console) -> None:
    """Among many files those are told that change; of a single one both is an answer."""
    if changed:
        console.write(f"{name}: " + ("would change" if arguments.check else "changed"))
    elif not isinstance(console, FileConsole):
        console.write(f"{name}: is formatted")
