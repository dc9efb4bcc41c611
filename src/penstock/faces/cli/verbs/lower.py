"""`penstock lower`."""

from __future__ import annotations

from argparse import Namespace

from penstock.faces.cli.console import Console
from penstock.faces.cli.status import FINE
from penstock.tasks.lower import lower
from penstock.tasks.requests.lower import LowerRequest


def run(request: LowerRequest, _arguments: Namespace, console: Console) -> int:
    with console.watching() as watch:
        outcome = lower(request, watch)
    console.write(outcome.promela)
    return FINE
