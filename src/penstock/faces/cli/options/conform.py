"""`penstock conform`: its help and options."""

from __future__ import annotations

from penstock.faces.cli.command import Command
from penstock.tasks.requests.conform import ConformRequest

DESCRIPTION = """Follow the trace of a generated program in its model.  Each step must be one that the model allows;
the first that is not is shown together with what was allowed.  The program must also end as the model
allows.  The trace is written by a program that was built with `make TRACE=1`."""
EPILOG = """examples:
  penstock conform trace.log model.pml
  penstock conform --run program model.pch"""

COMMAND = Command(ConformRequest, DESCRIPTION, EPILOG)
