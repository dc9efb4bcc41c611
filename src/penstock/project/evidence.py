"""What makes an answer that was stored worth believing: proofs are rechecked, runs are taken again."""

from __future__ import annotations

import base64
import json
from enum import Enum
from typing import Any

from penstock.errors import PenstockError
from penstock.machine import Options, build_machine
from penstock.machine.trace import RunTrace
from penstock.reading.source import TextFile
from penstock.reading.wanted import Wanted
from penstock.records import record
from penstock.tasks.bound_artifacts import certificate_of, witness_of
from penstock.tasks.bound_outcome import BoundOutcome
from penstock.tasks.models import processes_of, runnable_model
from penstock.tasks.recheck import RecheckVerdict, recheck
from penstock.tasks.requests.bound import BoundRequest
from penstock.tasks.requests.recheck import RecheckRequest
from penstock.tasks.requests.verify import VerifyRequest
from penstock.tasks.trails import follow_trail
from penstock.tasks.verify import VerifyOutcome


class EvidenceKind(Enum):
    """The proofs of `bound`, its run that fills a channel, and the run that violates a property."""

    CERTIFICATE = "certificate"
    WITNESS = "witness"
    TRAIL = "trail"


@record
class Evidence:
    """`says` is what the text must prove when it is looked at again."""

    kind: EvidenceKind
    text: str
    says: str


def bound_evidence(outcome: BoundOutcome) -> tuple[Evidence, ...]:
    kinds = ((EvidenceKind.CERTIFICATE, certificate_of(outcome)), (EvidenceKind.WITNESS, witness_of(outcome)))
    return tuple(Evidence(kind, json.dumps(proof), _proved(kind, outcome)) for kind, proof in kinds if proof)


def _proved(kind: EvidenceKind, outcome: BoundOutcome) -> str:
    return RecheckVerdict.UNBOUNDED.value if kind is EvidenceKind.WITNESS else outcome.verdict.value


def verify_evidence(outcome: VerifyOutcome) -> tuple[Evidence, ...]:
    """The trails that our own machine can take, and where they end."""
    return tuple(
        Evidence(EvidenceKind.TRAIL, base64.b64encode(judged.trail_file).decode(), _ending(judged.run))
        for judged in outcome.properties
        if judged.trail_file is not None and judged.run is not None
    )


def _ending(run: RunTrace) -> str:
    last = run.steps[-1] if run.steps else None
    return f"{run.outcome} after {len(run.steps)} steps" + (f" in {last.file}:{last.line}" if last else "")


def holds_up(evidence: Evidence, request: Any) -> bool:
    """Whether evidence still proves what it says about the model of a request."""
    try:
        if evidence.kind is EvidenceKind.TRAIL:
            return _replayed(evidence, request)
        return _rechecked(evidence, request)
    except PenstockError:
        return False


def _rechecked(evidence: Evidence, request: BoundRequest) -> bool:
    asked = RecheckRequest(
        TextFile(text=evidence.text), request.source, request.actors, process_limit=request.process_limit
    )
    return recheck(asked).verdict.value == evidence.says


def _replayed(evidence: Evidence, request: VerifyRequest) -> bool:
    reading = runnable_model(Wanted(request.source, request.actors, request.opening, request.ltl))
    machine = build_machine(reading.model, processes_of(reading.automata), Options(tracing=True))
    return _ending(follow_trail(reading, machine, base64.b64decode(evidence.text))) == evidence.says
