"""`penstock sweep`: its help and options."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from os.path import exists

from penstock.errors import UsageError
from penstock.faces.cli.command import Command
from penstock.faces.cli.options.pictures import add_look
from penstock.project.requests.sweep import SweepRequest

DESCRIPTION = """Ask the same for many values of a macro: a table of states, time, memory and verdicts, the smallest
value that fails, and how the states grow.  Of several macros all combinations are tried; the first one is the one that
is followed.  What ran out of time is told, and nothing is guessed from it."""
EPILOG = """exit status: 0 nothing fails, 1 a point fails, 2 errors in the model or wrong usage, 3 nothing fails but
  some points are undecided, 4 SPIN or the C compiler is missing, or failed
examples:
  penstock sweep model.pml N=2..8
  penstock sweep model.pml N=2..8 LOSSY=0,1 --budget 30 --plot growth.svg
  penstock sweep model.pml N=1,2,4,8 --verb bound"""


def add_files(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--plot",
        "--svg",
        metavar="FILE",
        help="draw the figures against the first macro (.svg, .pdf, .png, .tex, .tikz)",
    )
    add_look(parser)


def refuse(arguments: Namespace) -> None:
    if "=" in arguments.file and not exists(arguments.file):
        raise UsageError(f"the model comes first: `penstock sweep FILE {arguments.file}`")


COMMAND = Command(SweepRequest, DESCRIPTION, EPILOG, ("text", "json"), add_files, refuse=refuse)
