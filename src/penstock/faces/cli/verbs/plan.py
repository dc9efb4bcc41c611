"""`penstock plan`."""

from __future__ import annotations

from argparse import Namespace

from penstock.faces.cli.console import Console
from penstock.faces.cli.status import FINE
from penstock.project.plan import plan
from penstock.project.requests.plan import PlanRequest


def run(request: PlanRequest, _arguments: Namespace, console: Console) -> int:
    with console.watching() as watch:
        outcome = plan(request, watch)
    console.write(outcome.text)
    console.mention(outcome.summary)
    return FINE
