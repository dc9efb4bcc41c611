"""`penstock actors`."""

from __future__ import annotations

from argparse import Namespace

from penstock.faces.cli.console import Console
from penstock.faces.cli.status import FINE
from penstock.tasks.actors import actors
from penstock.tasks.requests.actors import ActorsRequest


def run(request: ActorsRequest, _arguments: Namespace, console: Console) -> int:
    with console.watching() as watch:
        outcome = actors(request, watch)
    if console.format == "json":
        console.write_json(outcome)
    else:
        console.write(outcome.promela)
    return FINE
