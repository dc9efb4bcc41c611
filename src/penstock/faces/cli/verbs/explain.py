"""`penstock explain`."""

from __future__ import annotations

from argparse import Namespace

from penstock.faces.cli.console import Console
from penstock.faces.cli.status import FINE
from penstock.tasks.explain import explain
from penstock.tasks.requests.explain import ExplainRequest


def run(request: ExplainRequest, _arguments: Namespace, console: Console) -> int:
    outcome = explain(request)
    if console.quiet and outcome.text:
        console.write(f"{outcome.codes[0].code}  {outcome.summary}")
        return FINE
    console.write(outcome.text or "\n".join(f"{entry.code}  {entry.title}" for entry in outcome.codes))
    return FINE
