"""What can be kept of an outcome of `bound`: proofs, a run, a page, the model with other capacities."""

from __future__ import annotations

import shlex
from dataclasses import fields
from typing import Any

from penstock import __version__
from penstock.bounds.abstraction.pnml import pnml
from penstock.bounds.certificates.certificate import certificate
from penstock.bounds.runs.witness import Witness, as_data, replay
from penstock.bounds.telling.capacities import new_capacities
from penstock.draw.page import PageFacts, report_page
from penstock.errors import UsageError
from penstock.machine.trace import RunTrace
from penstock.tasks.bound_outcome import BoundOutcome
from penstock.tasks.requests.bound import BoundRequest, MessageDetail
from penstock.tasks.written_capacities import WrittenCapacities, with_written_capacities

ROUNDS_DRAWN = 2


def certificate_of(outcome: BoundOutcome) -> dict[str, Any] | None:
    """The proofs as data, for `recheck`; None if nothing is known."""
    request = outcome.request
    if outcome.result is None:
        return None
    return certificate(outcome.result, request.messages is MessageDetail.COARSE, request.process_limit)


def witness_of(outcome: BoundOutcome) -> dict[str, Any] | None:
    """A run that fills a channel as data, for `recheck`; None if there is none."""
    witness = _witness(outcome)
    return None if witness is None else as_data(witness)


def drawn_run(outcome: BoundOutcome) -> RunTrace | None:
    """That run with some rounds of its loop, for a chart."""
    witness = _witness(outcome)
    if witness is None:
        return None
    reading = outcome.reading
    return replay(reading.model, reading.automata, witness, ROUNDS_DRAWN).trace()


def _witness(outcome: BoundOutcome) -> Witness | None:
    known = [channel.known for channel in outcome.channels if channel.known is not None]
    return next((channel.witness for channel in known if channel.witness is not None), None)


def with_proved_capacities(outcome: BoundOutcome, included: bool = True) -> WrittenCapacities | None:
    """The model with the bounds as capacities; None if nothing is known.

    Without `included`, the files that it includes stay as they are.
    """
    model = outcome.reading.model
    if model.syntax.translation is not None and not model.wording.clock:
        raise UsageError("capacities can be written into Promela only; lengths of mailboxes are given by --mailbox")
    if outcome.result is None:
        return None
    return with_written_capacities(outcome.reading, new_capacities(outcome.result), included)


def net_of(outcome: BoundOutcome) -> str | None:
    """The net that the proofs are about, as PNML for other tools; None if there is none."""
    return None if outcome.result is None else pnml(outcome.result.net)


def report_of(outcome: BoundOutcome, certificate_file: str = "proof.json") -> str | None:
    """A page to read, print and hand on, as HTML; None if nothing is known."""
    if outcome.result is None:
        return None
    statistics = outcome.statistics
    counts = {
        one.name: getattr(statistics, one.name) for one in fields(statistics) if one.name not in ("seconds", "programs")
    }
    commands = recheck_commands(outcome.request, certificate_file)
    open_ = outcome.undecided
    missing, advised = ((), ()) if open_ is None else (open_.missing, open_.advised)
    facts = PageFacts(__version__, counts, statistics.seconds, commands, outcome.assumed, missing, advised)
    return report_page(outcome.result, facts, [run.shown for run in outcome.runs])


def recheck_commands(request: BoundRequest, certificate_file: str) -> list[str]:
    """What to type in order to write the proofs and to check them."""
    source = request.source
    model = source.path or "model.pml"
    options = [word for definition in source.definitions for word in ("-D", definition)]
    options += [word for directory in source.directories for word in ("-I", directory)]
    coarse = ["--messages", "coarse"] if request.messages is MessageDetail.COARSE else []
    limit = [] if request.process_limit is None else ["--process-limit", str(request.process_limit)]
    write = ["penstock", "bound", model, *options, *coarse, *limit, "--certificate", certificate_file]
    return [shlex.join(write), shlex.join(["penstock", "recheck", certificate_file, model, *options, *limit])]
