"""`penstock verify`: its help and options."""

from __future__ import annotations

from argparse import ArgumentParser

from penstock.faces.cli.command import Command
from penstock.faces.cli.options.pictures import add_run_pictures
from penstock.faces.cli.options.running import WALKING, add_interactive, refuse_model_from_input
from penstock.tasks.requests.verify import VerifyRequest

DESCRIPTION = """Verify a model with SPIN: its assertions, deadlocks, ltl formulas, never claims, and cycles without
progress or through accept labels.  The verifier is generated, compiled and run in a private directory; depth, memory
and compiler options are chosen and, when the search asks for more, increased.  What is violated is shown
step by step."""
EPILOG = """exit status: 0 all properties hold, 1 a property is violated, 2 errors in the model or wrong usage,
  3 undecided (out of time, memory or depth; a bitstate or swarm search that found nothing),
  4 SPIN or the C compiler is missing, or failed, 130 stopped: what was found until then is shown
example: penstock verify model.pml --ltl '[] (asked -> <> answered)' --timeout 60"""


def add_files(parser: ArgumentParser) -> None:
    parser.add_argument("--trail-out", metavar="FILE", help="write the trail of the first violation, for spin -t -k")
    add_interactive(parser, WALKING)
    parser.add_argument("--itf", metavar="FILE", help="write the states of the first violation as an ITF trace")
    add_run_pictures(parser, "the first violation")


FORMATS = ("text", "json", "sarif", "junit")
COMMAND = Command(
    VerifyRequest, DESCRIPTION, EPILOG, FORMATS, add_files, refuse=refuse_model_from_input, found="violated"
)
