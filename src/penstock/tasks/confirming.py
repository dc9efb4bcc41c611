"""Violations found with `--defer select`, looked at once more with messages that are put back.

Where a waiting message is not taken, messages of different methods may change places more freely than where it is put
back.  So nothing is overlooked, but what is found may need an order that cannot be.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from penstock.spin.checking import Verdict
from penstock.spin.faults import FaultKind
from penstock.spin.properties import Property
from penstock.tasks.violations import Finding

NOTE = "with --defer select a run violates it, but only because messages change places; put back, they do not"


def confirmed(findings: Sequence[Finding], again: Callable[[Property], Finding]) -> list[Finding]:
    """The same, without violations that do not exist when messages are put back; `again` looks for one there."""
    return [_confirmed(finding, again) for finding in findings]


def _confirmed(finding: Finding, again: Callable[[Property], Finding]) -> Finding:
    result = finding.result
    # That nobody can move shows itself differently when messages are put back: it is not to be compared.
    if result.verdict is not Verdict.VIOLATED or result.fault is FaultKind.DEADLOCK:
        return finding
    other = again(result.wanted)
    if other.result.verdict is not Verdict.HOLDS:
        return finding
    return replace(other, result=replace(other.result, notes=(*other.result.notes, NOTE)))
