"""SPIN's opinion: an assertion that is violated with an environment process is violated however the model is closed."""

from __future__ import annotations

from tests.judge.closing import OTHERS

from penstock.closing.method import ClosingMethod
from penstock.errors import PenstockError
from penstock.reading.opening import Opening
from penstock.reading.source import Source
from penstock.spin.checking import Verdict
from penstock.tasks.requests.verify import VerifyRequest
from penstock.tasks.verify import verify

SECONDS = 20.0


def judge_by_spin(text: str) -> str | None:
    """What is wrong, an empty text if nothing is, and None if there was nothing to compare."""
    if spin_verdict(text, "process") is not Verdict.VIOLATED:
        return None
    # Not decided in time says nothing.
    missed = [method for method in OTHERS if spin_verdict(text, method) is Verdict.HOLDS]
    return f"SPIN finds no violated assertion with {', '.join(missed)}" if missed else ""


def spin_verdict(text: str, method: str) -> Verdict | None:
    """What SPIN says about the assertions of a model closed by a method; None if it is refused."""
    opening, source = Opening(method=ClosingMethod(method)), Source(text=text, name="model.pml")
    try:
        return verify(VerifyRequest(source, opening=opening, properties=("assertions",), timeout=SECONDS)).verdict
    except PenstockError:
        return None
