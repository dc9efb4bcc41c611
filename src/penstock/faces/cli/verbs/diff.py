"""`penstock diff`."""

from __future__ import annotations

from argparse import Namespace

from penstock.faces.cli.console import Console
from penstock.faces.cli.status import FINDING, FINE, INTERRUPTED, UNDECIDED, WRONG
from penstock.faces.cli.words.diff import diff_lines, diff_markdown
from penstock.project.diff import DiffOutcome, diff
from penstock.project.requests.diff import DiffRequest


def run(request: DiffRequest, _arguments: Namespace, console: Console) -> int:
    with console.watching() as watch:
        outcome = diff(request, watch)
    if console.format == "json":
        console.write_json(outcome)
    elif console.format == "markdown":
        console.write("\n".join(diff_markdown(outcome)))
    else:
        console.write("\n".join(diff_lines(outcome, console.quiet)))
    return status_of(outcome)


def status_of(outcome: DiffOutcome) -> int:
    if outcome.stopped:
        return INTERRUPTED
    if outcome.changed:
        return FINDING
    return WRONG if outcome.broken else UNDECIDED if outcome.undecided else FINE
