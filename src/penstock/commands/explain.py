"""`penstock explain`: what a finding means and how to repair it."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from difflib import get_close_matches

from penstock.commands.load import UsageError
from penstock.commands.options import add_output_arguments, write
from penstock.commands.status import FINE

DESCRIPTION = "Explain a finding: the rule, the reason for it, and a model that breaks and one that keeps it."
EPILOG = "without a code: list all codes"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("code", metavar="CODE", nargs="?", help="the code in brackets after `error` or `warning`")
    add_output_arguments(parser, ())


def run(arguments: Namespace) -> int:
    from penstock.diagnostics.catalogue import CATALOGUE, explain

    if arguments.code is None:
        write(arguments, "\n".join(f"{code}  {entry.title}" for code, entry in sorted(CATALOGUE.items())))
        return FINE
    code = arguments.code.upper()
    text = explain(code)
    if text is None:
        similar = get_close_matches(code, CATALOGUE, 1)
        hint = f"; did you mean {similar[0]}?" if similar else ""
        raise UsageError(f"there is no finding with the code `{arguments.code}`{hint} (`penstock explain` lists all)")
    write(arguments, text)
    return FINE
