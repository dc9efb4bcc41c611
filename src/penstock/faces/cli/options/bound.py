"""`penstock bound`: its help and options."""

from __future__ import annotations

from argparse import ArgumentParser

from penstock.faces.cli.command import Command
from penstock.faces.cli.options.pictures import add_run_pictures
from penstock.tasks.requests.bound import BoundRequest

DESCRIPTION = """How full can each message channel get?  Buffered channels are assumed to have no limit.  The answer is
a bound that holds in every run, with a proof that was checked, or the cycles that may fill a channel forever; these are
refined until they are ruled out or shown by a run.  BOUNDED and UNBOUNDED are certain; UNKNOWN means that neither was
shown within the budget, or before Ctrl-C."""
EPILOG = """exit status: 0 BOUNDED, 1 UNBOUNDED (or, with --exact, a capacity that is too small),
  2 errors in the model or wrong usage, 3 UNKNOWN; with --limit: 0 all proved, 1 one is exceeded, 3 one is open
examples:
  penstock bound model.pml
  penstock bound model.pml --exact --fix smaller.pml
  penstock bound model.pml --limit requests=5
  penstock bound model.pml --report bounds.html
  penstock bound model.pml --certificate proof.json && penstock recheck proof.json model.pml"""


def add_files(parser: ArgumentParser) -> None:
    parser.add_argument("--explain", action="store_true", help="show what was tried, and what came of each cycle")
    parser.add_argument(
        "--why", metavar="CHANNEL", help="tell all that is known about one channel, with its whole proof"
    )
    parser.add_argument("--witness", metavar="FILE", help="write a run that fills a channel, for `penstock recheck`")
    parser.add_argument("--certificate", metavar="FILE", help="write the proofs, for `penstock recheck`")
    parser.add_argument("--report", metavar="FILE", help="write a page about the result, as HTML for any browser")
    parser.add_argument("--net", metavar="FILE", help="write the net that proofs are about as PNML, for other tools")
    parser.add_argument("--fix", metavar="FILE", help="write a copy of the model with the bounds as capacities")
    in_place = "write the bounds as capacities into the model itself, and into the files that it includes"
    parser.add_argument("--in-place", action="store_true", help=in_place)
    add_run_pictures(parser, "a run that fills a channel")


COMMAND = Command(BoundRequest, DESCRIPTION, EPILOG, ("text", "json", "sarif"), add_files, found="unbounded")
