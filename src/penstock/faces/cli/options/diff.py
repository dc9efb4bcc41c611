"""`penstock diff`: its help and options."""

from __future__ import annotations

from penstock.faces.cli.command import Command
from penstock.project.requests.diff import DiffRequest

DESCRIPTION = """What changed between two versions of a model: verdicts of all properties, bounds of channels, states,
code that is not reached, the automata, and what `check` finds.  OLD is a file, or a git revision of FILE, which then
includes what it included in that revision."""
EPILOG = """exit status: 0 nothing of this changed, 1 something did, 2 wrong usage, or the same errors in both,
  3 nothing changed but something is undecided in both, 4 a tool is missing, or failed
examples:
  penstock diff old.pml new.pml
  penstock diff HEAD~1 model.pml
  penstock diff main model.pml --format markdown"""

COMMAND = Command(DiffRequest, DESCRIPTION, EPILOG, ("text", "markdown", "json"))
