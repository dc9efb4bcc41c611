"""`penstock ltl`."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable

from penstock.draw.graph.dot import dot
from penstock.draw.graph.svg import svg
from penstock.faces.cli.console import Console
from penstock.faces.cli.status import FINDING, FINE
from penstock.faces.cli.words.ltl import outcome_text
from penstock.faces.data.formula_graphs import formula_graphs
from penstock.tasks.ltl import LtlOutcome, Relation, ltl
from penstock.tasks.requests.ltl import LtlRequest


def run(request: LtlRequest, _arguments: Namespace, console: Console) -> int:
    with console.watching() as watch:
        outcome = ltl(request, watch)
    console.write_outcome(request.formula or "patterns", outcome, _FORMS)
    different = outcome.comparison is not None and outcome.comparison.relation is not Relation.EQUIVALENT
    return FINDING if different else FINE


_FORMS: dict[str, Callable[[LtlOutcome], str]] = {
    "text": outcome_text,
    "dot": lambda outcome: dot(formula_graphs(outcome)),
    "svg": lambda outcome: svg(formula_graphs(outcome)),
}
