"""`penstock ltl`."""

from __future__ import annotations

from argparse import Namespace

from penstock.draw.forms import graph_forms
from penstock.errors import UsageError
from penstock.faces.cli.console import Console
from penstock.faces.cli.endings import PICTURE_ENDINGS
from penstock.faces.cli.pictures import look_of, shown_by
from penstock.faces.cli.status import FINDING, FINE
from penstock.faces.cli.words.ltl import outcome_text
from penstock.faces.data.formula_graphs import formula_graphs
from penstock.tasks.ltl import Relation, ltl
from penstock.tasks.requests.ltl import LtlRequest


def run(request: LtlRequest, arguments: Namespace, console: Console) -> int:
    if request.patterns and console.format in PICTURE_ENDINGS.values():
        raise UsageError("a list of patterns is no picture: name a formula to be drawn")
    with console.watching() as watch:
        outcome = ltl(request, watch)
    forms = shown_by(graph_forms(lambda: formula_graphs(outcome), look_of(arguments)))
    forms["text"] = outcome_text
    console.write_outcome(request.formula or "patterns", outcome, forms)
    different = outcome.comparison is not None and outcome.comparison.relation is not Relation.EQUIVALENT
    return FINDING if different else FINE
