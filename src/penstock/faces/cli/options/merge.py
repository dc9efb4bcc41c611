"""`penstock merge`: its help and options."""

from __future__ import annotations

from penstock.faces.cli.command import Command
from penstock.faces.cli.options.test import FORMATS
from penstock.project.requests.merge import MergeRequest

DESCRIPTION = """Judge the results of a plan as `penstock test` judges its own answers.  A result that is there twice
counts once; what has no result is undecided."""
EPILOG = """exit status: 0 all is as expected, 1 something is not, 2 mistakes in a model or wrong usage, 3 undecided, or
  results are missing, 4 SPIN or the C compiler was missing, or failed
examples:
  penstock merge results --plan tasks.jsonl
  penstock merge results --format junit -o results.xml"""

COMMAND = Command(MergeRequest, DESCRIPTION, EPILOG, FORMATS)
