"""`penstock merge`."""

from __future__ import annotations

from argparse import Namespace

from penstock.budget import Watch
from penstock.faces.cli.console import Console
from penstock.faces.cli.verbs.test import TestReport, status_of
from penstock.faces.cli.words.merge import remarks
from penstock.project.merge import merge
from penstock.project.requests.merge import MergeRequest


def run(request: MergeRequest, _arguments: Namespace, console: Console) -> int:
    report = TestReport(console)
    outcome = merge(request, Watch(part=report.tell))
    report.finish(outcome)
    for remark in remarks(outcome):
        console.say(remark)
    return status_of(outcome, console)
