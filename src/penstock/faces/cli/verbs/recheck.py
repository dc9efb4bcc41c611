"""`penstock recheck`."""

from __future__ import annotations

from argparse import Namespace
from functools import partial

from penstock.bounds.telling.story import trial_text
from penstock.faces.cli.console import Console
from penstock.faces.cli.status import FINDING, FINE
from penstock.faces.cli.words.recheck import recheck_text
from penstock.tasks.recheck import RecheckVerdict, recheck
from penstock.tasks.requests.recheck import RecheckRequest


def run(request: RecheckRequest, _arguments: Namespace, console: Console) -> int:
    with console.watching() as watch:
        outcome = recheck(request, watch)
    for note in outcome.notes:
        console.say(note)
    if outcome.trial is not None and outcome.trial.untried is not None:
        console.say(trial_text(outcome.trial))
    refused, name = outcome.verdict is RecheckVerdict.REFUSED, request.evidence.shown
    if refused and console.format == "text" and not console.quiet:
        console.say(f"the evidence is refused: {outcome.reason}")
    else:
        console.write_outcome(name, outcome, {"text": partial(recheck_text, file=name)})
    return FINDING if refused else FINE
