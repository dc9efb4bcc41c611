"""`penstock simulate`: its help and options."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from penstock.errors import UsageError
from penstock.faces.cli.command import Command
from penstock.faces.cli.options.running import add_chart
from penstock.faces.cli.standard_input import STANDARD_INPUT
from penstock.tasks.requests.simulate import SimulateRequest

DESCRIPTION = """Run a model and show each step with its source line, the variables that change and the contents of
the channels, then the messages as a chart.  Without options the steps are random; the seed is printed, and
--seed repeats the run.  --interactive asks at each step, --trail follows a trail that a verifier wrote."""
EPILOG = """examples:
  penstock simulate model.pml --seed 7 --steps 100
  penstock simulate model.pml --interactive
  penstock simulate model.pml --trail model.pml.trail --msc run.svg"""


def add_files(parser: ArgumentParser) -> None:
    how = parser.add_mutually_exclusive_group()
    how.add_argument("-i", "--interactive", action="store_true", help="choose each step; `h` explains")
    how.add_argument(
        "-t",
        "--trail",
        nargs="?",
        const="",
        metavar="TRAIL",
        help="follow a trail (default: the model's name with `.trail`)",
    )
    add_chart(parser)


def refuse(arguments: Namespace) -> None:
    if arguments.interactive and arguments.file == STANDARD_INPUT:
        raise UsageError("with --interactive the choices come from the standard input: give the name of a file")


FORMATS = ("text", "chart", "mermaid", "json", "itf")
COMMAND = Command(SimulateRequest, DESCRIPTION, EPILOG, FORMATS, add_files, refuse=refuse)
