"""What outcomes have to show for themselves, to be looked at again when they come out of the store."""

from __future__ import annotations

import base64
import json

from penstock.bounds.certificates.by_states import certificate_by_states
from penstock.project.evidence import Evidence, EvidenceKind, ending
from penstock.tasks.bound_artifacts import certificate_of
from penstock.tasks.bound_outcome import BoundOutcome
from penstock.tasks.properties import LIVELOCK
from penstock.tasks.verify import VerifyOutcome


def bound_evidence(outcome: BoundOutcome) -> tuple[Evidence, ...]:
    """The proofs, in the form that is checked fastest."""
    if outcome.result is None:
        return ()
    proof = certificate_by_states(outcome.result, outcome.reading.automata) or certificate_of(outcome)
    return (Evidence(EvidenceKind.CERTIFICATE, json.dumps(proof), outcome.verdict.value),)


def verify_evidence(outcome: VerifyOutcome) -> tuple[Evidence, ...]:
    """The trails that our own machine can take, and where they end."""
    return tuple(
        Evidence(_kind_of_run(judged.name), base64.b64encode(judged.trail_file).decode(), ending(judged.run))
        for judged in outcome.properties
        if judged.trail_file is not None and judged.run is not None
    )


def _kind_of_run(name: str) -> EvidenceKind:
    return EvidenceKind.LIVELOCK if name == LIVELOCK.name else EvidenceKind.TRAIL
