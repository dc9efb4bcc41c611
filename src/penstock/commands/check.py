"""`penstock check`: is this a model, and does anything in it look wrong?"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from typing import Any

from penstock.commands.load import load, load_automata, shown_name
from penstock.commands.options import add_model_arguments, add_output_arguments, in_colour, write, write_json
from penstock.commands.status import FINE, WRONG
from penstock.diagnostics.data import as_records, as_sarif
from penstock.diagnostics.text import render_text, summary
from penstock.resolve import Model

DESCRIPTION = """Read a model as SPIN reads it and report everything that is wrong with it, all at once: what SPIN
rejects, what its verifier would only find when it runs, and what is declared but plays no part.
`penstock explain CODE` explains a finding."""
EPILOG = "exit status: 0 no errors (there may be warnings), 2 errors in the model or wrong usage"


def add_arguments(parser: ArgumentParser) -> None:
    add_model_arguments(parser)
    add_output_arguments(parser, ("text", "json", "sarif"))


def run(arguments: Namespace) -> int:
    model = load(arguments, may_be_open=True)
    load_automata(model)
    if arguments.format == "json":
        write_json(arguments, as_json(model))
    elif arguments.format == "sarif":
        write_json(arguments, _sarif(model))
    else:
        _write_text(arguments, model)
    return FINE if model.ok else WRONG


def as_json(model: Model) -> dict[str, Any]:
    return {"ok": model.ok, "diagnostics": as_records(model.diagnostics)}


def _sarif(model: Model) -> dict[str, Any]:
    from penstock import __version__
    from penstock.diagnostics.catalogue import CATALOGUE

    titles = {code: entry.title for code, entry in CATALOGUE.items()}
    return as_sarif(model.diagnostics, __version__, titles)


def _write_text(arguments: Namespace, model: Model) -> None:
    colour = arguments.output is None and in_colour(sys.stdout)
    text = render_text(model.diagnostics, colour)
    if model.diagnostics.records:
        write(arguments, text + "\n" + summary(model.diagnostics))
    elif not arguments.quiet:
        write(arguments, f"{shown_name(arguments.file)}: no findings ({_contents(model)})")


def _contents(model: Model) -> str:
    channels = sum(variable.channel is not None for variable in model.globals)
    # The clock of a model with timers is not the user's.
    processes = sum(process.name != model.wording.clock for process in model.processes.values())
    parts = [(processes, "process", "processes"), (channels, "global channel", "global channels")]
    return ", ".join(f"{number} {one if number == 1 else many}" for number, one, many in parts)
