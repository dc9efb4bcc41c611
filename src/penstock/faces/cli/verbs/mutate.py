"""`penstock mutate`."""

from __future__ import annotations

from argparse import Namespace

from penstock.faces.cli.clusters import leave_telling_to_us
from penstock.faces.cli.console import Console
from penstock.faces.cli.status import FINDING, FINE, INTERRUPTED, UNDECIDED
from penstock.faces.cli.words.mutate import mutate_lines
from penstock.project.mutate import MutateOutcome, mutate
from penstock.project.requests.mutate import MutateRequest


def run(request: MutateRequest, _arguments: Namespace, console: Console) -> int:
    leave_telling_to_us(request.cluster)
    with console.watching() as watch:
        outcome = mutate(request, watch)
    if console.format == "json":
        console.write_json(outcome)
    else:
        console.write("\n".join(mutate_lines(outcome, console.quiet)))
    for remark in outcome.remarks:
        console.say(remark)
    return status_of(outcome)


def status_of(outcome: MutateOutcome) -> int:
    if outcome.stopped:
        return INTERRUPTED
    return FINDING if outcome.unnoticed else UNDECIDED if outcome.undecided else FINE
