"""`penstock check`: its help and options."""

from __future__ import annotations

from penstock.faces.cli.command import Command
from penstock.tasks.requests.check import CheckRequest

DESCRIPTION = """Read a model as SPIN reads it and report everything that is wrong with it, all at once: what SPIN
rejects, what its verifier would only find when it runs, and what is declared but never used.
`penstock explain CODE` explains a finding."""
EPILOG = "exit status: 0 no errors (there may be warnings), 2 errors in the model or wrong usage"

COMMAND = Command(CheckRequest, DESCRIPTION, EPILOG, ("text", "json", "sarif"), found="with findings")
