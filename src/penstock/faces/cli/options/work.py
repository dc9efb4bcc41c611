"""`penstock work`: its help and options."""

from __future__ import annotations

from penstock.faces.cli.command import Command
from penstock.project.requests.work import WorkRequest

DESCRIPTION = """Do a job of a plan, or a share of all jobs, and leave a file with the result.  Meant for the job arrays
of a batch system; nobody else has to run.  What is there already is not done again, so that a job that was ended can
simply be started once more."""
EPILOG = """exit status: 0 there is a result, whatever it says (`penstock merge` judges it),
  2 wrong usage, 4 SPIN or the C compiler is missing, or failed
examples:
  penstock work tasks.jsonl --index $SLURM_ARRAY_TASK_ID -o results
  penstock work tasks.jsonl --index 3 --of 10 -o results"""

COMMAND = Command(WorkRequest, DESCRIPTION, EPILOG, ("text", "json"), output=None)
