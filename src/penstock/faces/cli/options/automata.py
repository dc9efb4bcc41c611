"""`penstock automata`: its help and options."""

from __future__ import annotations

from penstock.faces.cli.command import Command
from penstock.faces.cli.endings import GRAPH_FORMS
from penstock.faces.cli.options.pictures import add_look
from penstock.tasks.requests.automata import AutomataRequest

DESCRIPTION = """Show one automaton for each proctype, init, never claim and trace: its places, and the statements
that lead from one to the next.  Jumps, loops, `unless`, `atomic` and `else` are resolved; a d_step is one step."""
EPILOG = """examples:
  penstock automata model.pml -o model.svg
  penstock automata model.pml --process Sender --width 84mm -o sender.pdf"""

COMMAND = Command(AutomataRequest, DESCRIPTION, EPILOG, ("text", "json", *GRAPH_FORMS), add_look)
