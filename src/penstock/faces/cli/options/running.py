"""Options of the commands that show runs."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from penstock.errors import UsageError
from penstock.faces.cli.standard_input import STANDARD_INPUT

WALKING = "then walk along the first violation step by step, and off on other ways"


def add_interactive(parser: ArgumentParser, text: str) -> None:
    parser.add_argument("-i", "--interactive", action="store_true", help=text)
    parser.add_argument("--plain", action="store_true", help="with --interactive: line by line, not on a full screen")


def refuse_model_from_input(arguments: Namespace) -> None:
    """What the user chooses comes from where the model would."""
    if arguments.interactive and arguments.file == STANDARD_INPUT:
        raise UsageError("with --interactive the choices come from the standard input: give the name of a file")
