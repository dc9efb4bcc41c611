"""What can be verified about a model, and what a verifier must be told for it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from penstock.spin.faults import FaultKind, kind_of
from penstock.spin.generating import STOPPING, Generated
from penstock.spin.workspace import new_label


class PropertyKind(Enum):
    SAFETY = "safety"
    ASSERTIONS = "assertions"
    DEADLOCK = "deadlock"
    ACCEPTANCE = "acceptance"
    PROGRESS = "progress"
    NEVER = "never"
    LTL = "ltl"
    WITHIN = "within"


ALWAYS_THERE = (PropertyKind.SAFETY, PropertyKind.ASSERTIONS, PropertyKind.DEADLOCK)
"""`safety` is the other two together."""
BUILT_IN = tuple(kind.value for kind in PropertyKind if kind not in (PropertyKind.LTL, PropertyKind.WITHIN))
"""Names that formulas do not have for themselves."""


@dataclass(frozen=True, slots=True)
class Property:
    """`formula` is the text of an ltl property, or one with a deadline; `added`: it was not in the model."""

    name: str
    kind: PropertyKind
    formula: str = ""
    added: bool = False

    @property
    def is_claim(self) -> bool:
        return self.kind in (PropertyKind.LTL, PropertyKind.NEVER, PropertyKind.WITHIN)

    @property
    def about_cycles(self) -> bool:
        """Whether cycles matter, and with them fairness."""
        return self.kind in (PropertyKind.LTL, PropertyKind.NEVER, PropertyKind.ACCEPTANCE, PropertyKind.PROGRESS)


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """What is known about a model before SPIN sees it.

    `accept_labels` are those of the processes, `claim_labels` those of the never claims.  `counts_processes`: it uses
    the number of processes, which any process that ends changes.
    """

    has_claims: bool = False
    has_trace: bool = False
    embedded_c: bool = False
    includes_c_files: bool = False
    counts_processes: bool = False
    accept_labels: tuple[str, ...] = ()
    claim_labels: tuple[str, ...] = ()
    empty_at_end: bool = False
    """Whether a run may only end where no message is left in a channel."""

    @property
    def reduction_is_doubtful(self) -> bool:
        """Whether steps that SPIN holds for local are not: C code may look everywhere."""
        return self.has_trace or self.embedded_c or self.counts_processes


_OWN_FAULTS = {
    PropertyKind.SAFETY: (
        FaultKind.ASSERTION,
        FaultKind.DEADLOCK,
        FaultKind.TRACE,
        FaultKind.NOTRACE,
        FaultKind.RUN_TIME,
    ),
    PropertyKind.ASSERTIONS: (FaultKind.ASSERTION, FaultKind.TRACE, FaultKind.NOTRACE, FaultKind.RUN_TIME),
    PropertyKind.DEADLOCK: (FaultKind.DEADLOCK,),
    PropertyKind.ACCEPTANCE: (FaultKind.ACCEPTANCE,),
    PropertyKind.PROGRESS: (FaultKind.PROGRESS,),
    PropertyKind.NEVER: (FaultKind.ACCEPTANCE, FaultKind.CLAIM, FaultKind.ASSERTION),
    PropertyKind.LTL: (FaultKind.ACCEPTANCE, FaultKind.CLAIM, FaultKind.ASSERTION),
    PropertyKind.WITHIN: (FaultKind.CLAIM,),
}
# The switch that ignores assertions is never used: it would ignore indices out of range as well.
_SWITCHES = {
    PropertyKind.SAFETY: (),
    PropertyKind.ASSERTIONS: ("-E",),
    PropertyKind.DEADLOCK: (),
    PropertyKind.ACCEPTANCE: ("-a", "-E"),
    PropertyKind.PROGRESS: ("-l", "-E"),
    PropertyKind.NEVER: ("-a",),
    PropertyKind.LTL: ("-a",),
    PropertyKind.WITHIN: (),
}


def compile_flags(
    wanted: Property, generated: Generated, facts: ModelFacts, fair: bool, stopping: bool = False
) -> tuple[str, ...]:
    """How a verifier for the property is compiled; several properties may share one."""
    flags = ["-fwrapv"]  # sums that are too large wrap around, as in SPIN's own simulations
    if stopping:
        flags.append(f"-D{STOPPING}")
    if wanted.kind in (*ALWAYS_THERE, PropertyKind.WITHIN):
        flags.append("-DSAFETY")
    if wanted.kind is PropertyKind.PROGRESS:
        flags.append("-DNP")
    elif not wanted.is_claim and facts.has_claims:
        flags.append("-DNOCLAIM")
    if wanted.about_cycles and not fair:
        flags.append("-DNOFAIR")
    # Claims written by hand may count steps; with fairness, rendezvous and reduction do not go together.
    counts_steps = wanted.kind is PropertyKind.NEVER
    unfair_rendezvous = fair and wanted.about_cycles and "SYNC" in generated.features
    if counts_steps or unfair_rendezvous or generated.reduction_is_doubtful or facts.reduction_is_doubtful:
        flags.append("-DNOREDUCE")
    return tuple(flags)


def run_switches(wanted: Property, generated: Generated, facts: ModelFacts, fair: bool) -> tuple[str, ...]:
    """What a verifier is told when it runs."""
    switches = list(_SWITCHES[wanted.kind])
    if facts.empty_at_end:
        switches.append("-q")
    if fair and wanted.about_cycles:
        switches.append("-f")
    if wanted.is_claim and len(generated.claims) > 1:
        switches += ["-N", _claim_name(wanted, generated)]
    return tuple(switches)


def _claim_name(wanted: Property, generated: Generated) -> str:
    """SPIN numbers claims that have no name; a claim with the name of a label may have got a new one."""
    if new_label(wanted.name) in generated.claims:
        return new_label(wanted.name)
    if wanted.name in generated.claims or wanted.kind is PropertyKind.LTL:
        return wanted.name
    return next((name for name in generated.claims if re.fullmatch(r"never_\d+", name)), wanted.name)


def is_own_fault(wanted: Property, message: str, trail: bytes | None) -> bool:
    """Whether a complaint is about this property, and not about something else that was met on the way."""
    kind = kind_of(message)
    if wanted.kind is PropertyKind.LTL and kind is FaultKind.ASSERTION:
        return _ends_with_claim(trail)
    return kind in _OWN_FAULTS[wanted.kind]


def _ends_with_claim(trail: bytes | None) -> bool:
    """Claims made of formulas contain assertions; in a trail, the claim is process 0."""
    lines = (trail or b"").split()
    return bool(lines) and lines[-1].split(b":")[1:2] == [b"0"]
