"""Formulas that promise something, in open models: they hold while the environment keeps sending.

A run of a component stops because it has come to its end, because it is stuck whatever the environment does, or because
something from outside could make it go on and never comes.  The closed model knows all runs that go on, and those that
end.  So where no component is ever stuck, only a silent environment is left, and the verdict says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from penstock.budget import Watch
from penstock.spin.checking import Verdict
from penstock.spin.gaps import GapKind
from penstock.spin.properties import PropertyKind
from penstock.tasks.coverage import Covers
from penstock.tasks.requests.verify import VerifyRequest
from penstock.tasks.stuck import waiting_for_ever
from penstock.tasks.violations import Finding

ASSUMED = (
    "assumed: where the component cannot go on without its environment, that sends at some time what is waited for, and"
    " takes what is sent to it"
)
_STUCK = "; that the environment keeps sending would not be enough: the component may be stuck"
_PERHAPS = "; whether the component can be stuck is not known"


def with_assumption(request: VerifyRequest, findings: Sequence[Finding], watch: Watch) -> list[Finding]:
    """The findings; formulas that no run of the closed model violates hold if the component is never stuck."""
    if request.fair or not any(map(_is_promise, findings)):
        return list(findings)
    waited = waiting_for_ever(request, watch)
    if waited.never and not waited.stops:
        return [_holding(one) if _is_promise(one) else one for one in findings]
    why = _STUCK if waited.stuck is not None else _PERHAPS
    return [_doubtful(one, why) if _is_promise(one) else one for one in findings]


def _is_promise(finding: Finding) -> bool:
    """Whether nothing but runs that stop is left to be judged."""
    result = finding.result
    gaps = [gap.kind for gap in result.not_checked]
    return result.wanted.kind is PropertyKind.LTL and gaps == [GapKind.UNKNOWN_ENVIRONMENT]


def _holding(finding: Finding) -> Finding:
    notes = (*finding.result.notes, ASSUMED)
    result = replace(finding.result, verdict=Verdict.HOLDS, reason="", not_checked=(), notes=notes)
    return replace(finding, result=result, reason="", covers=Covers.SENDING)


def _doubtful(finding: Finding, why: str) -> Finding:
    reason = finding.result.reason + why
    return replace(finding, result=replace(finding.result, reason=reason), reason=reason)
