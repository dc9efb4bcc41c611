"""`penstock actors`: its help and options."""

from __future__ import annotations

from penstock.faces.cli.command import Command
from penstock.tasks.requests.actors import ActorsRequest

DESCRIPTION = """Translate an actor model (.apml) to Promela that SPIN reads: a process and a mailbox for each actor, a
loop over its methods.  The other commands read .apml files themselves and answer in their lines and words."""
EPILOG = """examples:
  penstock actors buffer.apml -o buffer.pml
  penstock actors buffer.apml --mailbox 5 --mailbox consumer=1 --defer select"""

COMMAND = Command(ActorsRequest, DESCRIPTION, EPILOG)
