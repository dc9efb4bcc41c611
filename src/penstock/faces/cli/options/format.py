"""`penstock format`: its help and options."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from penstock.errors import UsageError
from penstock.faces.cli.command import Command
from penstock.reading.languages import FORMATTED
from penstock.reading.model_files import may_be_several
from penstock.tasks.requests.format import FormatRequest

DESCRIPTION = """Print a model in one readable style.  Comments, macros and preprocessor lines are kept, and the printed
model means the same.  Formatting twice changes nothing."""
EPILOG = """exit status: 0 done, 1 with --check if the text would change, 2 errors in the model or wrong usage
examples:
  penstock format model.pml
  penstock format --check models"""


def add_files(parser: ArgumentParser) -> None:
    parser.add_argument("--in-place", action="store_true", help="replace the file by its formatted text")
    parser.add_argument(
        "--check", action="store_true", help="only say whether the text would change; exit with 1 if it would"
    )


def refuse(arguments: Namespace) -> None:
    if sum([arguments.in_place, arguments.check, arguments.output is not None]) > 1:
        raise UsageError("only one of --in-place, --check and -o makes sense")
    if not (arguments.in_place or arguments.check) and may_be_several(arguments.files):
        raise UsageError("several files are not printed: give --check, or --in-place to replace them")


COMMAND = Command(
    FormatRequest, DESCRIPTION, EPILOG, (), add_files, refuse=refuse, found="would change", endings=FORMATTED
)
