"""`penstock format`."""

from __future__ import annotations

from argparse import Namespace

from penstock.errors import UsageError
from penstock.faces.cli.console import Console
from penstock.faces.cli.files import replace_text
from penstock.faces.cli.status import FINDING, FINE
from penstock.tasks.format import format
from penstock.tasks.requests.format import FormatRequest


def run(request: FormatRequest, arguments: Namespace, console: Console) -> int:
    if sum([arguments.in_place, arguments.check, console.output is not None]) > 1:
        raise UsageError("only one of --in-place, --check and -o makes sense")
    path = request.source.path
    if arguments.in_place and path is None:
        raise UsageError("the standard input cannot be replaced: leave out --in-place")
    outcome = format(request)
    if arguments.check:
        return FINDING if outcome.changed else FINE
    if not arguments.in_place:
        console.write(outcome.text)
    elif outcome.changed and path is not None:
        replace_text(path, outcome.text)
    return FINE
