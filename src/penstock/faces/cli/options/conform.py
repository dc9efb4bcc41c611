"""`penstock conform`: its help and options."""

from __future__ import annotations

from penstock.faces.cli.command import Command
from penstock.tasks.requests.conform import ConformRequest

DESCRIPTION = """Follows the trace of a generated program on its model.  Each step must be one that the model allows;
the first that is not is shown with what was allowed.  The program must come to an end that the model
allows, too.  The trace is written by a program that was built with `make TRACE=1`."""
EPILOG = """examples:
  penstock conform trace.log model.pml
  penstock conform --run program model.pch"""

COMMAND = Command(ConformRequest, DESCRIPTION, EPILOG)
