"""`penstock check`."""

from __future__ import annotations

import sys
from argparse import Namespace

from penstock.diagnostics.record import counted
from penstock.diagnostics.text import render_text, summary
from penstock.faces.cli.console import Console
from penstock.faces.cli.status import FINE, WRONG
from penstock.faces.data.sarif import diagnostics_sarif
from penstock.tasks.check import CheckOutcome, check
from penstock.tasks.requests.check import CheckRequest

_ORDER = "only `--defer ordered` keeps their order, and verdicts may depend on it"


def run(request: CheckRequest, _arguments: Namespace, console: Console) -> int:
    with console.watching() as watch:
        outcome = check(request, watch)
    if console.format == "json":
        console.write_json(outcome)
    elif console.format == "sarif":
        console.write_json(diagnostics_sarif(outcome.diagnostics))
    else:
        _write_text(outcome, request.source.shown, console)
    return FINE if outcome.ok else WRONG


def _write_text(outcome: CheckOutcome, name: str, console: Console) -> None:
    diagnostics = outcome.reading.diagnostics
    if not outcome.diagnostics:
        console.write(f"{name}: no findings ({_contents(outcome)})")
    elif console.quiet:
        console.write(f"{name}: {summary(diagnostics)}")
    else:
        text = render_text(diagnostics, console.to_terminal and console.in_colour(sys.stdout))
        console.write(text + "\n" + summary(diagnostics))
    if not console.quiet:
        for one in outcome.waiting:
            console.write(f"messages to `{one.type}` may wait ({', '.join(one.messages)}): {_ORDER}")


def _contents(outcome: CheckOutcome) -> str:
    return f"{counted(outcome.processes, 'process', 'processes')}, {counted(outcome.channels, 'global channel')}"
