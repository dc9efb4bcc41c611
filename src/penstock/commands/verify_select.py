"""Violations found with `--defer select`, looked at once more with messages that are put back.

Where a waiting message is not taken, messages of different methods may change places more freely than where it is put
back.  So nothing is overlooked, but what is found may need an order that cannot be.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from dataclasses import replace

from penstock.commands.verify_explain import Finding
from penstock.commands.verify_record import Verification
from penstock.resolve import Model
from penstock.spin import faults
from penstock.spin.checking import HOLDS, VIOLATED
from penstock.spin.properties import Property

NOTE = "with --defer select a run violates it, but only because messages change places; put back, they do not"
Again = Callable[[Namespace, Property], Finding]


def confirmed(arguments: Namespace, model: Model, found: Verification, again: Again) -> Verification:
    """The same, without violations that do not exist when messages are put back."""
    if arguments.defer != "select" or model.syntax.translation is None:
        return found
    findings = tuple(_confirmed(arguments, finding, again) for finding in found.findings)
    return replace(found, findings=findings)


def _confirmed(arguments: Namespace, finding: Finding, again: Again) -> Finding:
    result = finding.result
    # That nobody can move shows itself differently when messages are put back: it is not to be compared.
    if result.verdict != VIOLATED or faults.kind_of(result.message) == faults.DEADLOCK:
        return finding
    other = again(Namespace(**{**vars(arguments), "defer": "putback", "trail_out": None}), result.wanted)
    if other.result.verdict != HOLDS:
        return finding
    return replace(other, result=replace(other.result, notes=(*other.result.notes, NOTE)))
