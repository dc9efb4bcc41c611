"""`penstock close`: its help and options."""

from __future__ import annotations

from argparse import ArgumentParser

from penstock.faces.cli.command import Command
from penstock.tasks.requests.close import CloseRequest

DESCRIPTION = """Close an open model: the most general environment, which may send anything at any time, is put into
the processes themselves, without an environment process and without its queues.  What is open is said in the model
(`env chan out = ...;`, `env q ? a;`) or by options.  Whatever the component does in any environment, the closed
model can do too; it may do more.

methods:
  precise    as optimised, and with what tests have taught: after `x > 30 -> x = 30`, x is at most 30 (default)
  optimised  flags that tell what came from outside, where the analyses leave that open
  flags      a flag for each variable that is ever influenced
  may        no flags: whatever may come from outside is unknown
  process    an environment process that sends to the queues, to compare with"""
EPILOG = """examples:
  penstock close link.pml -o closed.pml
  penstock close link.pml --env-in line:data --env-out upper
  penstock close link.pml --influence
  penstock close link.pml --compare"""


def add_files(parser: ArgumentParser) -> None:
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--influence", action="store_true", help="print where variables are reliable, chaotic, or depend on the run"
    )
    what.add_argument("--compare", action="store_true", help="verify the model closed by each method with SPIN")


COMMAND = Command(CloseRequest, DESCRIPTION, EPILOG, add_files=add_files)
