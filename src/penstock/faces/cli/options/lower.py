"""`penstock lower`: its help and options."""

from __future__ import annotations

from penstock.faces.cli.command import Command
from penstock.tasks.requests.lower import LowerRequest

DESCRIPTION = """Print a model in plain Promela.  Timers become numbers, `set`, `reset` and `expire` become statements
on them, and a process `clock` makes time pass when nothing else can happen; the rest of the text stays as it is.
All commands do this by themselves: use it to read what SPIN reads, or to go on with other tools.
A plain model is printed as it is, and a file in another language (.apml, .pch) as its Promela."""
EPILOG = """examples:
  penstock lower retry.pml
  penstock lower retry.pml -o plain.pml"""

COMMAND = Command(LowerRequest, DESCRIPTION, EPILOG, ())
