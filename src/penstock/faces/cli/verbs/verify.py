"""`penstock verify`."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from penstock.faces.cli.console import Console, json_text
from penstock.faces.cli.files import replace_file, replace_text
from penstock.faces.cli.pictures import wanted_run_pictures, write_run_pictures
from penstock.faces.cli.status import FINDING, FINE, INTERRUPTED, TOOL_MISSING, UNDECIDED, WRONG
from penstock.faces.cli.walking import NO_RUN, walk_along
from penstock.faces.cli.words.verify import verify_text
from penstock.faces.data.itf import itf_trace
from penstock.faces.data.verify import uncovered, verify_junit, verify_sarif
from penstock.spin.checking import Verdict
from penstock.tasks.judged import JudgedProperty
from penstock.tasks.recorded import counterexample_in
from penstock.tasks.requests.verify import VerifyRequest
from penstock.tasks.verify import VerifyOutcome, verify


def run(request: VerifyRequest, arguments: Namespace, console: Console) -> int:
    with console.watching() as watch:
        outcome = verify(request, watch)
    if outcome.stopped:
        console.say("stopped; this is what was found until then")
    if outcome.environment is not None:
        console.mention(f"the model is open: closed with --method {outcome.environment.method.value}")
    outcome = _with_trail(outcome, arguments.trail_out)
    _write(outcome, arguments.trail_out is not None, console)
    _write_run(outcome, arguments, console)
    if arguments.interactive:
        _walk_along(outcome, arguments.plain, console)
    return INTERRUPTED if outcome.stopped else status_of(outcome.properties)


def _walk_along(outcome: VerifyOutcome, plain: bool, console: Console) -> None:
    """Let the user walk along the counterexample; the answer has been given already."""
    if outcome.verdict is not Verdict.VIOLATED:
        console.say(NO_RUN)
        return
    found = counterexample_in(outcome)
    walk_along(found.run, f"{found.name}: {found.reason}", console, plain)


def _with_trail(outcome: VerifyOutcome, path: str | None) -> VerifyOutcome:
    """Keep the first trail where the user wants it, and say how it is replayed from there."""
    replaying = outcome.replaying
    if path is None or replaying is None:
        return outcome
    replace_file(path, replaying.trail)
    return replace(outcome, replay=replaying.command(path))


def _write(outcome: VerifyOutcome, trail_written: bool, console: Console) -> None:
    text = partial(verify_text, trail_written=trail_written)
    console.write_outcome(outcome.file, outcome, {"text": text, "sarif": verify_sarif, "junit": verify_junit})
    if console.format == "text" and console.quiet:
        for line in uncovered(outcome):
            console.say(line)


def _write_run(outcome: VerifyOutcome, arguments: Namespace, console: Console) -> None:
    run = next((one.run for one in outcome.properties if one.run is not None), None)
    if run is not None:
        write_run_pictures(arguments, run, console)
        if arguments.itf is not None:
            replace_text(arguments.itf, json_text(itf_trace(run)))
        return
    why = "nothing is violated, so there is no run to show"
    if outcome.verdict is Verdict.VIOLATED:
        why = "this run cannot be shown (only models without C code are run by penstock itself)"
    for path in (*wanted_run_pictures(arguments), *([arguments.itf] if arguments.itf is not None else [])):
        console.say(f"{why}: `{path}` is not written")


def status_of(properties: Sequence[JudgedProperty]) -> int:
    """A violation is certain whatever else happened; next come failures, then what is undecided."""
    if any(one.verdict is Verdict.VIOLATED for one in properties):
        return FINDING
    if any(one.refused for one in properties):
        return WRONG
    if any(one.failed for one in properties):
        return TOOL_MISSING
    return FINE if all(one.verdict is Verdict.HOLDS for one in properties) else UNDECIDED
