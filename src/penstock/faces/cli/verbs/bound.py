"""`penstock bound`."""

from __future__ import annotations

from argparse import Namespace
from functools import partial

from penstock.bounds.verdict import BoundVerdict
from penstock.errors import UsageError
from penstock.faces.cli.console import Console
from penstock.faces.cli.status import FINDING, FINE, UNDECIDED
from penstock.faces.cli.verbs.bound_files import write_files
from penstock.faces.cli.words.bound import outcome_text, remarks
from penstock.faces.data.bound_sarif import bound_sarif
from penstock.tasks.bound import bound
from penstock.tasks.bound_outcome import BoundOutcome, LimitVerdict
from penstock.tasks.requests.bound import BoundMethod, BoundRequest


def run(request: BoundRequest, arguments: Namespace, console: Console) -> int:
    _refuse(request, arguments)
    with console.watching() as watch:
        outcome = bound(request, watch)
    _known(outcome, arguments.why)
    left_undone = write_files(outcome, arguments, console)
    text = partial(outcome_text, explain=arguments.explain, why=arguments.why)
    console.write_outcome(request.source.shown, outcome, {"text": text, "sarif": bound_sarif})
    for remark in [*left_undone, *remarks(outcome)]:
        console.say(remark)
    return status_of(outcome)


def _refuse(request: BoundRequest, arguments: Namespace) -> None:
    files = arguments.certificate, arguments.fix, arguments.in_place, arguments.report
    if request.method is BoundMethod.IBOC and (any(files) or request.exact or request.limits):
        raise UsageError("--method iboc only shows what the published method says; leave the other options out")
    if arguments.in_place and request.source.path is None:
        raise UsageError("--in-place needs a file")


def _known(outcome: BoundOutcome, name: str | None) -> None:
    """Refuse the name of a channel that there is not."""
    names = [channel.name for channel in outcome.channels]
    if name is not None and name not in names:
        known = f"there are {', '.join(names[:20])}" if names else "there are none"
        raise UsageError(f"there is no buffered channel `{name}`: {known}")


def status_of(outcome: BoundOutcome) -> int:
    if outcome.limits:
        kept = {told.verdict for told in outcome.limits}
        return FINDING if LimitVerdict.EXCEEDED in kept else UNDECIDED if LimitVerdict.OPEN in kept else FINE
    if outcome.verdict is BoundVerdict.UNBOUNDED:
        return FINDING
    if any(channel.exact is not None and channel.exact > channel.declared for channel in outcome.channels):
        return FINDING
    return FINE if outcome.verdict is BoundVerdict.BOUNDED else UNDECIDED
