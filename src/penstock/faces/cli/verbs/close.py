"""`penstock close`."""

from __future__ import annotations

from argparse import Namespace

from penstock.faces.cli.console import Console
from penstock.faces.cli.status import FINE
from penstock.faces.cli.words.close import beside_lines, note_text
from penstock.faces.cli.words.compare import comparison_text
from penstock.tasks.close import CloseNote, CloseOutcome, InfluenceOutcome, close, influence
from penstock.tasks.compare import compare
from penstock.tasks.requests.close import CloseRequest

_UNKNOWN = "W730"
"""Something is taken for unknown where the user may not expect it."""


def run(request: CloseRequest, arguments: Namespace, console: Console) -> int:
    if arguments.compare:
        _write_comparison(request, console)
    elif arguments.influence and console.format == "text":
        _write_influence(request, console)
    else:
        _write_closed(request, console)
    return FINE


def _write_influence(request: CloseRequest, console: Console) -> None:
    outcome = influence(request)
    _mention(outcome, console)
    reading = outcome.reading
    text = reading.promela if CloseNote.NOTHING_OPEN in outcome.notes else reading.text
    console.write(beside_lines(text, outcome.influence))


def _write_closed(request: CloseRequest, console: Console) -> None:
    outcome = close(request)
    _mention(outcome, console)
    diagnostics = outcome.reading.diagnostics
    if not console.quiet and any(record.code == _UNKNOWN for record in diagnostics.records):
        console.show(diagnostics)
    if console.format == "json":
        console.write_json(outcome)
    else:
        console.write(outcome.promela)


def _write_comparison(request: CloseRequest, console: Console) -> None:
    with console.watching() as watch:
        outcome = compare(request, watch)
    console.write_outcome(request.source.shown, outcome, {"text": comparison_text})


def _mention(outcome: CloseOutcome | InfluenceOutcome, console: Console) -> None:
    for note in outcome.notes:
        console.mention(note_text(note, outcome.reading.source.shown))
