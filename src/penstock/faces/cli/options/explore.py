"""`penstock explore`: its help and options."""

from __future__ import annotations

from argparse import ArgumentParser

from penstock.faces.cli.command import Command
from penstock.faces.cli.options.pictures import add_run_pictures
from penstock.faces.cli.options.running import WALKING, add_interactive, refuse_model_from_input
from penstock.tasks.requests.explore import ExploreRequest

DESCRIPTION = """Visit all states that a model can reach, and report deadlocks, violated assertions and other errors,
each with a shortest run that leads there.  For small models and for learning: `penstock verify` is much faster.
States are counted as SPIN's verifier counts them without partial order reduction and statement merging; an ltl
formula or a never claim takes part, unless --no-claim is given."""
EPILOG = """examples:
  penstock explore model.pml --msc deadlock.svg
  penstock explore model.pml --graph states.pdf
  penstock explore model.pml --graph states.svg --fold Sender,Receiver"""


def add_files(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--graph", metavar="FILE", help="draw the states and the steps between them (a picture, or .json with its data)"
    )
    parser.add_argument(
        "--fold",
        nargs="?",
        const="",
        metavar="NAMES",
        help="in --graph, states where the processes (or those of NAMES) stand at the same places are one",
    )
    add_run_pictures(parser, "the run to the first violation")
    add_interactive(parser, WALKING)


COMMAND = Command(
    ExploreRequest,
    DESCRIPTION,
    EPILOG,
    add_files=add_files,
    refuse=refuse_model_from_input,
    found="with violations",
)
