"""`penstock lower`: what SPIN reads of a model with timers."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from penstock.commands.load import load, load_automata
from penstock.commands.options import add_model_arguments, add_output_arguments, show_diagnostics, write
from penstock.commands.status import FINE, WRONG

DESCRIPTION = """Print a model in plain Promela.  Timers become numbers, `set`, `reset` and `expire` become statements
on them, and a process `clock` makes time pass when nothing else can happen; the rest of the text stays as it is.
All commands do this by themselves: use it to read what SPIN reads, or to go on with other tools.
A plain model is printed as it is, and a file in another language (.apml, .pch) as its Promela."""
EPILOG = """examples:
  penstock lower retry.pml
  penstock lower retry.pml -o plain.pml"""


def add_arguments(parser: ArgumentParser) -> None:
    add_model_arguments(parser)
    add_output_arguments(parser, ())


def run(arguments: Namespace) -> int:
    model = load(arguments)
    load_automata(model)
    show_diagnostics(model.diagnostics, arguments.quiet or model.ok)
    if not model.ok:
        return WRONG
    translation = model.syntax.translation
    write(arguments, model.sources.files[0].text if translation is None else translation.text)
    return FINE
