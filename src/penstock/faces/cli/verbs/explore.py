"""`penstock explore`."""

from __future__ import annotations

from argparse import Namespace

from penstock.faces.cli.console import Console
from penstock.faces.cli.pictures import write_run_pictures
from penstock.faces.cli.state_graphs import write_state_graph
from penstock.faces.cli.status import FINDING, FINE, INTERRUPTED, UNDECIDED
from penstock.faces.cli.walking import NO_RUN, walk_along
from penstock.faces.cli.words.explore import exploration_text, note_text
from penstock.faces.cli.words.readings import mention_closing
from penstock.tasks.claims import FormulasLeftAside
from penstock.tasks.explore import ExploreOutcome, explore
from penstock.tasks.requests.explore import ExploreRequest


def run(request: ExploreRequest, arguments: Namespace, console: Console) -> int:
    with console.watching() as watch:
        outcome = explore(request, watch)
    if outcome.stopped:
        console.say("stopped; this is what was found until then")
    _mention(outcome, console)
    if outcome.violations:
        write_run_pictures(arguments, outcome.violations[0].run.trace, console)
    if arguments.graph is not None:
        write_state_graph(arguments, outcome)
    console.write_outcome(request.source.shown, outcome, {"text": exploration_text})
    if arguments.interactive:
        _walk_along(outcome, arguments.plain, console)
    if outcome.stopped:
        return INTERRUPTED
    if outcome.violations:
        return FINDING
    return FINE if outcome.complete else UNDECIDED


def _walk_along(outcome: ExploreOutcome, plain: bool, console: Console) -> None:
    if not outcome.violations:
        console.say(NO_RUN)
        return
    run = outcome.violations[0].run.trace
    walk_along(run, f"{run.outcome.value}: {run.reason}", console, plain)


def _mention(outcome: ExploreOutcome, console: Console) -> None:
    mention_closing(console, outcome.reading.model)
    if console.quiet and outcome.environment is not None:
        for left in outcome.environment.not_judged:
            console.say(f"not judged: {left.value}")
    for note in outcome.notes:
        if isinstance(note, FormulasLeftAside):
            console.say(note_text(note))  # the answer is about less than it seems
        else:
            console.mention(note_text(note))
