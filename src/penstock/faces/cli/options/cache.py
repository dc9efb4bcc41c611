"""`penstock cache`: its help and options."""

from __future__ import annotations

from penstock.faces.cli.command import Command
from penstock.project.requests.cache import CacheRequest

DESCRIPTION = """Show what is kept for the next time: compiled verifiers, and the answers of `penstock test`.  Both are
kept up to a limit, what was not used for the longest time goes first; --prune removes them now.  They are in
PENSTOCK_CACHE, or else in XDG_CACHE_HOME/penstock, or ~/.cache/penstock."""
EPILOG = """examples:
  penstock cache
  penstock cache --prune --older 30"""

COMMAND = Command(CacheRequest, DESCRIPTION, EPILOG)
