"""Does the evidence that `bound` wrote prove what it says?"""

from __future__ import annotations

import json
import time
from enum import StrEnum

from penstock.bounds.certificates.certificate import recheck as recheck_certificate
from penstock.bounds.certificates.claims import WITHOUT_LIMIT, Assumptions, certificate_in
from penstock.bounds.evidence import EvidencePart, Refused, parse_evidence
from penstock.bounds.runs.occupancy import exact_occupancy
from penstock.bounds.runs.witness import FORMAT as WITNESS
from penstock.bounds.runs.witness import recheck_witness, witness_in
from penstock.bounds.story import Trial
from penstock.bounds.telling.words import left_out
from penstock.budget import UNWATCHED, Budget, Watch
from penstock.errors import UsageError
from penstock.reading.reading import Reading
from penstock.reading.wanted import Wanted
from penstock.records import data, hidden, record
from penstock.tasks.models import runnable_model
from penstock.tasks.outcome import Outcome
from penstock.tasks.requests.recheck import RecheckRequest
from penstock.tasks.spin_search import SpinSearch

MOST_STATES = 300_000
"""More states than this are left to SPIN."""


class RecheckVerdict(StrEnum):
    """What evidence proves."""

    BOUNDED = "BOUNDED"
    UNBOUNDED = "UNBOUNDED"
    UNKNOWN = "UNKNOWN"
    REFUSED = "refused"


@record
class AssumptionsAnswer:
    """What proofs take for granted, and which variables the abstraction knows the values of."""

    channels: str
    process_limit: int | None
    messages: str
    told_apart: tuple[tuple[str | int, ...], ...] = data(
        text="variables: the process (empty for globals), the place among its variables, the name"
    )


@record
class RecheckOutcome(Outcome):
    """What evidence proves, or why it is refused."""

    verdict: RecheckVerdict
    reason: str = data(text="why it is refused; empty if it is not")
    assumptions: AssumptionsAnswer | None = data(text="null: the evidence is a run, or is refused")
    bounds: int = hidden(default=0)
    """How many bounds hold."""
    repeated: tuple[int, ...] = hidden(default=())
    """How often the loop of a run was repeated."""
    grown: tuple[str, ...] = hidden(default=())
    """The channels that this filled."""
    trial: Trial | None = hidden(default=None)
    notes: tuple[str, ...] = hidden(default=())
    """What evidence does not cover."""

    @property
    def summary(self) -> str:
        return f"{self.verdict.value}{': ' if self.reason else ''}{self.reason}"


def recheck(request: RecheckRequest, watch: Watch = UNWATCHED, trying: bool = True) -> RecheckOutcome:
    """What the evidence proves; proofs are then tried on runs of the model, unless this was done before."""
    with Budget(time.monotonic() + request.budget, watch):
        text = request.evidence.loaded().text
        reading = runnable_model(Wanted(request.source, request.actors))
        try:
            return _checked(request, parse_evidence(text or ""), reading, trying)
        except json.JSONDecodeError as problem:
            raise UsageError(f"`{request.evidence.shown}` is not a certificate: {problem}") from None
        except Refused as problem:
            # Names in it may not be UTF-8.
            reason = str(problem).encode("utf-8", errors="backslashreplace").decode()
            return RecheckOutcome(RecheckVerdict.REFUSED, reason, None, notes=_notes(reading))


def _checked(request: RecheckRequest, evidence: object, reading: Reading, trying: bool) -> RecheckOutcome:
    """What the evidence proves; raises `Refused` if that is not what it says."""
    if isinstance(evidence, dict) and evidence.get("format") == WITNESS:
        return _checked_run(request, evidence, reading)
    return _checked_proofs(request, evidence, reading, trying)


def _checked_proofs(request: RecheckRequest, evidence: object, reading: Reading, trying: bool) -> RecheckOutcome:
    model, automata = reading.model, reading.automata
    trials: list[Trial] = []

    def lengths(states: int) -> dict[str, int] | None:
        highest = exact_occupancy(model, automata, min(MOST_STATES, 2 * states + 1000))
        return SpinSearch.of(reading).lengths(model) if highest is None else highest

    tell = trials.append if trying else None
    verdict = recheck_certificate(evidence, model, automata, lengths, request.process_limit, tell)
    claimed = certificate_in(evidence)
    return RecheckOutcome(
        RecheckVerdict(verdict),
        "",
        _assumed(claimed.assumptions),
        bounds=sum(claim.bound is not None for claim in claimed.channels),
        trial=next(iter(trials), None),
        notes=_notes(reading),
    )


def _checked_run(request: RecheckRequest, evidence: object, reading: Reading) -> RecheckOutcome:
    if request.process_limit is not None:
        raise Refused("a run says nothing about a model with a limit for processes")
    witness = witness_in(EvidencePart(evidence, "the run"))
    rounds = request.rounds, 2 * request.rounds, 3 * request.rounds
    recheck_witness(reading.model, reading.automata, witness, rounds)
    grown = tuple(sorted(witness.growth))
    return RecheckOutcome(RecheckVerdict.UNBOUNDED, "", None, repeated=rounds, grown=grown, notes=_notes(reading))


def _assumed(assumptions: Assumptions) -> AssumptionsAnswer:
    return AssumptionsAnswer(WITHOUT_LIMIT, assumptions.process_limit, assumptions.messages, assumptions.tracked)


def _notes(reading: Reading) -> tuple[str, ...]:
    return tuple(left_out(reading.model, reading.automata))
