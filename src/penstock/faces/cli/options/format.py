"""`penstock format`: its help and options."""

from __future__ import annotations

from argparse import ArgumentParser

from penstock.faces.cli.command import Command
from penstock.tasks.requests.format import FormatRequest

DESCRIPTION = """Print a model in one readable style.  Comments, macros and preprocessor lines are kept, and the printed
model means the same.  Formatting twice changes nothing."""
EPILOG = "exit status: 0 done, 1 with --check if the text would change, 2 errors in the model or wrong usage"


def add_files(parser: ArgumentParser) -> None:
    parser.add_argument("--in-place", action="store_true", help="replace the file by its formatted text")
    parser.add_argument("--check", action="store_true", help="print nothing; exit with 1 if the text would change")


COMMAND = Command(FormatRequest, DESCRIPTION, EPILOG, (), add_files)
