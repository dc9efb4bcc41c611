"""`penstock automata`: its help and options."""

from __future__ import annotations

from penstock.faces.cli.command import Command
from penstock.tasks.requests.automata import AutomataRequest

DESCRIPTION = """Show one automaton for each proctype, init, never claim and trace: its places, and the statements
that lead from one to the next.  Jumps, loops, `unless`, `atomic` and `else` are resolved; a d_step is one step."""
EPILOG = "example: penstock automata model.pml --format svg -o model.svg"

COMMAND = Command(AutomataRequest, DESCRIPTION, EPILOG, ("text", "json", "dot", "svg"))
