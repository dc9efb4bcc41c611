"""`penstock ltl`: its help and options."""

from __future__ import annotations

from penstock.faces.cli.command import Command
from penstock.faces.cli.endings import GRAPH_FORMS
from penstock.faces.cli.options.pictures import add_look
from penstock.tasks.requests.ltl import LtlRequest

DESCRIPTION = """Explain a formula in a sentence, with a shortest run that satisfies it, one that violates it, and its
automaton.  Given two formulas, tell whether they are equivalent or one is stronger, and a run that tells them apart.
Formulas as other tools write them are read, too.  Conditions may be any expressions; nothing is known about their
variables except what the comparisons with numbers say."""
EPILOG = """exit status with two formulas: 0 if they are equivalent, 1 if not;
example: penstock ltl 'response(request, grant)' 'G (request => F grant)'"""

COMMAND = Command(LtlRequest, DESCRIPTION, EPILOG, ("text", "json", *GRAPH_FORMS), add_look)
