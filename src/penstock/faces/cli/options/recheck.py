"""`penstock recheck`: its help and options."""

from __future__ import annotations

from penstock.faces.cli.command import Command
from penstock.tasks.requests.recheck import RecheckRequest

DESCRIPTION = """Check the evidence that `penstock bound --certificate` or `--witness` wrote.  For a proof, the
abstraction is built from the model again and every step is checked in whole numbers; a run is replayed, its loop
once, twice and three times as often as --rounds says.  What does not hold is refused, and so is a proof that assumes
more than it may: see --process-limit.  What is assumed is printed."""
EPILOG = """exit status: 0 proved, 1 refused, 2 errors in the model, wrong usage, or no evidence at all, 3 out of time
example: penstock recheck proof.json model.pml"""

COMMAND = Command(RecheckRequest, DESCRIPTION, EPILOG)
