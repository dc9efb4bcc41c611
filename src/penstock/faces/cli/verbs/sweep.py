"""`penstock sweep`."""

from __future__ import annotations

from argparse import Namespace

from penstock.draw.forms import plot_forms
from penstock.faces.cli.clusters import leave_telling_to_us
from penstock.faces.cli.console import Console
from penstock.faces.cli.pictures import look_of, write_picture
from penstock.faces.cli.status import FINDING, FINE, INTERRUPTED, TOOL_MISSING, UNDECIDED, WRONG
from penstock.faces.cli.words.sweep import sweep_lines
from penstock.faces.data.sweep_plot import sweep_plot
from penstock.project.requests.sweep import SweepRequest
from penstock.project.sweep import SweepOutcome, sweep
from penstock.project.sweeps.points import PointVerdict


def run(request: SweepRequest, arguments: Namespace, console: Console) -> int:
    leave_telling_to_us(request.cluster)
    with console.watching() as watch:
        outcome = sweep(request, watch)
    if arguments.plot:
        write_picture(arguments.plot, plot_forms(lambda: sweep_plot(outcome), look_of(arguments)))
    if console.format == "json":
        console.write_json(outcome)
    else:
        console.write("\n".join(sweep_lines(outcome, console.quiet)))
    for remark in outcome.remarks:
        console.say(remark)
    return status_of(outcome)


def status_of(outcome: SweepOutcome) -> int:
    verdicts = {point.verdict for point in outcome.points}
    if outcome.stopped:
        return INTERRUPTED
    if any(verdict.fails for verdict in verdicts):
        return FINDING
    statuses = {PointVerdict.ERROR: WRONG, PointVerdict.FAILED: TOOL_MISSING, PointVerdict.UNDECIDED: UNDECIDED}
    return next((status for verdict, status in statuses.items() if verdict in verdicts), FINE)
