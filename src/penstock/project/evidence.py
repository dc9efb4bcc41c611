"""What makes an answer that was stored worth believing: proofs are rechecked, runs are taken again."""

from __future__ import annotations

import base64
from dataclasses import replace
from enum import Enum
from typing import Any

from penstock.errors import PenstockError
from penstock.machine import Options, build_machine
from penstock.machine.trace import RunTrace
from penstock.reading.source import TextFile
from penstock.reading.wanted import Wanted
from penstock.records import record
from penstock.tasks.models import processes_of, runnable_model
from penstock.tasks.recheck import recheck
from penstock.tasks.requests.bound import BoundRequest
from penstock.tasks.requests.recheck import RecheckRequest
from penstock.tasks.requests.verify import VerifyRequest
from penstock.tasks.trails import follow_trail


class EvidenceKind(Enum):
    """The proofs of `bound`, among them runs that fill a channel, and a run that violates a property.

    A run where messages are put back forever is one of a translation of its own.
    """

    CERTIFICATE = "certificate"
    TRAIL = "trail"
    LIVELOCK = "livelock"


@record
class Evidence:
    """`says` is what the text must prove when it is looked at again."""

    kind: EvidenceKind
    text: str
    says: str


def ending(run: RunTrace) -> str:
    """What tells a run from others: how and where it ends."""
    last = run.steps[-1] if run.steps else None
    return f"{run.outcome} after {len(run.steps)} steps" + (f" in {last.file}:{last.line}" if last else "")


def holds_up(evidence: Evidence, request: Any) -> bool:
    """Whether evidence still proves what it says about the model of a request."""
    try:
        if evidence.kind is EvidenceKind.CERTIFICATE:
            return _rechecked(evidence, request)
        return _replayed(evidence, request)
    except PenstockError:
        return False


def _rechecked(evidence: Evidence, request: BoundRequest) -> bool:
    asked = RecheckRequest(
        TextFile(text=evidence.text), request.source, request.actors, process_limit=request.process_limit
    )
    # Its proofs were tried on runs before they were stored; the store has answers of the same program only.
    return recheck(asked, trying=False).verdict.value == evidence.says


def _replayed(evidence: Evidence, request: VerifyRequest) -> bool:
    ticking = request.every_tick
    wanted = Wanted(request.source, request.actors, request.opening, request.ltl, every_tick=ticking)
    if evidence.kind is EvidenceKind.LIVELOCK:
        wanted = replace(wanted, watched=True, formulas=())
    reading = runnable_model(wanted)
    machine = build_machine(reading.model, processes_of(reading.automata), Options(tracing=True))
    return ending(follow_trail(reading, machine, base64.b64decode(evidence.text))) == evidence.says
