"""`penstock mutate`: its help and options."""

from __future__ import annotations

from penstock.faces.cli.command import Command
from penstock.project.requests.mutate import MutateRequest

DESCRIPTION = """Do the properties of a model say anything about it?  The model is changed in small ways: a guard is
negated, a message not sent, a constant moved by one, a statement or an option left out, an operator exchanged.  Each of
these mutants is verified, and what no property notices is listed.  The file itself is never changed; only what is
written in it is, not what macros or included files contribute."""
EPILOG = """exit status: 0 all mutants are noticed, 1 some are not, 2 errors in the model or wrong usage,
  3 all that were decided are noticed, 4 SPIN or the C compiler is missing, or failed
examples:
  penstock mutate model.pml
  penstock mutate model.pml --most 30 --seed 7 --budget 5
  penstock mutate model.pml --bound"""

COMMAND = Command(MutateRequest, DESCRIPTION, EPILOG, ("text", "json"))
