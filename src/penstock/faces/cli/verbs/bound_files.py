"""The files that `penstock bound` writes."""

from __future__ import annotations

from argparse import Namespace

from penstock.faces.cli.console import Console, json_text
from penstock.faces.cli.endings import RUN_PICTURES
from penstock.faces.cli.files import replace_text
from penstock.faces.cli.pictures import wanted_run_pictures, write_run_pictures
from penstock.tasks.bound_artifacts import (
    certificate_of,
    drawn_run,
    net_of,
    report_of,
    with_proved_capacities,
    witness_of,
)
from penstock.tasks.bound_outcome import BoundOutcome
from penstock.tasks.requests.bound import BoundMethod

_FILES = ("witness", *RUN_PICTURES, "certificate", "report", "net", "fix")


def write_files(outcome: BoundOutcome, arguments: Namespace, console: Console) -> list[str]:
    """Write what was asked for; what could not be written, and why."""
    if outcome.result is None:
        asked = [file for name in _FILES if (file := getattr(arguments, name)) is not None]
        return [f"{outcome.story[0]}: `{file}` is not written" for file in asked]
    if outcome.method is BoundMethod.IBOC:
        return []
    left_undone = _write_run(outcome, arguments, console)
    if arguments.certificate is not None:
        replace_text(arguments.certificate, json_text(certificate_of(outcome) or {}))
    if arguments.report is not None:
        replace_text(arguments.report, report_of(outcome, arguments.certificate or "proof.json") or "")
    if arguments.net is not None:
        replace_text(arguments.net, net_of(outcome) or "")
    if arguments.fix is not None or arguments.in_place:
        left_undone += _fix(outcome, arguments, console)
    return left_undone


def _write_run(outcome: BoundOutcome, arguments: Namespace, console: Console) -> list[str]:
    drawn = wanted_run_pictures(arguments)
    wanted = [*drawn, *([arguments.witness] if arguments.witness is not None else [])]
    witness = witness_of(outcome) if wanted else None
    if witness is None:
        return [f"there is no run that fills a channel: `{file}` is not written" for file in wanted]
    if arguments.witness is not None:
        replace_text(arguments.witness, json_text(witness))
    trace = drawn_run(outcome) if drawn else None
    if trace is not None:
        write_run_pictures(arguments, trace, console)
    return []


def _fix(outcome: BoundOutcome, arguments: Namespace, console: Console) -> list[str]:
    """Write the model with the bounds as capacities, and show what is new; what could not be changed."""
    edited = with_proved_capacities(outcome, included=arguments.in_place)
    if edited is None:
        return []
    replace_text(arguments.file if arguments.in_place else arguments.fix, edited.text)
    for file in edited.included if arguments.in_place else ():
        if file in edited.changed:
            replace_text(file.name, file.new)
    for file in edited.changed:
        console.mention(f"changed:\n{file.diff}".rstrip())
    return [_left(name, origin, edited.own.name) for name, origin in edited.left.items()]


def _left(name: str, origin: str, own: str) -> str:
    what = f"the capacity of `{name}` is not changed"
    return f"{what}: change it by hand" if origin == own else f"{what}: --in-place changes it in {origin}"
