"""`penstock plan`: its help and options."""

from __future__ import annotations

from penstock.faces.cli.command import Command
from penstock.project.requests.plan import PlanRequest

DESCRIPTION = """Write down what `penstock test` would ask, one job a line.  Each line has everything in it that the job
needs, texts and included files too: any machine with Penstock can do it (`penstock work`), and `penstock merge` judges
the results."""
EPILOG = """examples:
  penstock plan > tasks.jsonl
  penstock plan models/abp.pml -o tasks.jsonl"""

COMMAND = Command(PlanRequest, DESCRIPTION, EPILOG, ())
