"""`penstock explore`: its help and options."""

from __future__ import annotations

from penstock.faces.cli.command import Command
from penstock.faces.cli.options.running import add_chart
from penstock.tasks.requests.explore import ExploreRequest

DESCRIPTION = """Visit all states that a model can reach, and report deadlocks, violated assertions and other errors,
each with a shortest run that leads there.  For small models and for learning: `penstock verify` is much faster.
States are counted as SPIN's verifier counts them without partial order reduction and statement merging; an ltl
formula or a never claim takes part, unless --no-claim is given."""
EPILOG = "example: penstock explore model.pml --msc deadlock.svg"

COMMAND = Command(ExploreRequest, DESCRIPTION, EPILOG, add_files=add_chart, found="with violations")
