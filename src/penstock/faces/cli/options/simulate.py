"""`penstock simulate`: its help and options."""

from __future__ import annotations

from argparse import ArgumentParser

from penstock.faces.cli.command import Command
from penstock.faces.cli.endings import SHEET_FORMS
from penstock.faces.cli.options.pictures import add_run_pictures
from penstock.faces.cli.options.running import add_interactive, refuse_model_from_input
from penstock.tasks.requests.simulate import SimulateRequest

DESCRIPTION = """Run a model and show each step with its source line, the variables that change and the contents of
the channels, then the messages as a chart.  Without options the steps are random; the seed is printed, and
--seed repeats the run.  --trail follows a trail that a verifier wrote.  --interactive lets you choose each step, on a
full screen with the text, the possible steps and what they would change, channels, variables, history and a chart;
`?` explains its keys.  Without a terminal, it asks line by line."""
EPILOG = """examples:
  penstock simulate model.pml --seed 7 --steps 100
  penstock simulate model.pml --interactive
  penstock simulate model.pml --interactive --trail model.pml.trail
  penstock simulate model.pml --trail model.pml.trail --msc run.svg"""


def add_files(parser: ArgumentParser) -> None:
    add_interactive(parser, "choose each step; with --trail, walk along it and off on other ways")
    parser.add_argument(
        "-t",
        "--trail",
        nargs="?",
        const="",
        metavar="TRAIL",
        help="follow a trail, or steps that were saved (default: the model's name with `.trail`)",
    )
    add_run_pictures(parser)


FORMATS = ("text", "chart", "mermaid", *SHEET_FORMS, "json", "itf")
COMMAND = Command(SimulateRequest, DESCRIPTION, EPILOG, FORMATS, add_files, refuse=refuse_model_from_input)
