"""`penstock work`."""

from __future__ import annotations

from argparse import Namespace

from penstock.diagnostics.record import counted
from penstock.faces.cli.console import Console
from penstock.faces.cli.status import FINE, OWN_FAULT, TOOL_MISSING
from penstock.project.jobs import ProblemKind
from penstock.project.requests.work import WorkRequest
from penstock.project.work import DoneJob, WorkOutcome, work

_STATUS = {ProblemKind.FAULT: OWN_FAULT, ProblemKind.TOOL: TOOL_MISSING}


def run(request: WorkRequest, _arguments: Namespace, console: Console) -> int:
    def show(done: DoneJob) -> None:
        if console.format == "text" and not console.quiet:
            console.write(f"{done.name}: {_words(done)}")

    with console.watching(show) as watch:
        outcome = work(request, watch)
    if console.format == "json":
        console.write_json(outcome)
    elif before := sum(done.before for done in outcome.jobs):
        console.mention(f"{counted(before, 'job')} had a result already")
    return status_of(outcome)


def _words(done: DoneJob) -> str:
    told = f"{done.result} ({done.seconds:.1f} s)"
    return told if done.problem is None else f"{told}: {done.problem.text}"


def status_of(outcome: WorkOutcome) -> int:
    """That something is wrong with a model is a result; that it could not be asked is not."""
    kinds = {done.problem.kind for done in outcome.jobs if done.problem is not None}
    return next((status for kind, status in _STATUS.items() if kind in kinds), FINE)
