"""What can be verified about a model, and what a verifier must be told for it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from penstock.spin import faults
from penstock.spin.generating import Generated
from penstock.spin.workspace import new_label

SAFETY = "safety"
ASSERTIONS = "assertions"
DEADLOCK = "deadlock"
ACCEPTANCE = "acceptance"
PROGRESS = "progress"
NEVER = "never"
LTL = "ltl"
ALWAYS_THERE = (SAFETY, ASSERTIONS, DEADLOCK)
"""`safety` is the other two together."""
BUILT_IN = (*ALWAYS_THERE, ACCEPTANCE, PROGRESS, NEVER)


@dataclass(frozen=True, slots=True)
class Property:
    """`formula` is the text of an ltl property; `added`: it was not in the model."""

    name: str
    kind: str
    formula: str = ""
    added: bool = False

    @property
    def is_claim(self) -> bool:
        return self.kind in (LTL, NEVER)

    @property
    def about_cycles(self) -> bool:
        """Whether cycles matter, and with them fairness."""
        return self.kind in (LTL, NEVER, ACCEPTANCE, PROGRESS)


@dataclass(frozen=True, slots=True)
class Facts:
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
    SAFETY: (faults.ASSERTION, faults.DEADLOCK, faults.TRACE, faults.RUN_TIME),
    ASSERTIONS: (faults.ASSERTION, faults.TRACE, faults.RUN_TIME),
    DEADLOCK: (faults.DEADLOCK,),
    ACCEPTANCE: (faults.ACCEPTANCE,),
    PROGRESS: (faults.PROGRESS,),
    NEVER: (faults.ACCEPTANCE, faults.CLAIM, faults.ASSERTION),
    LTL: (faults.ACCEPTANCE, faults.CLAIM, faults.ASSERTION),
}
# The switch that ignores assertions is never used: it would ignore indices out of range as well.
_SWITCHES = {
    SAFETY: (),
    ASSERTIONS: ("-E",),
    DEADLOCK: (),
    ACCEPTANCE: ("-a", "-E"),
    PROGRESS: ("-l", "-E"),
    NEVER: ("-a",),
    LTL: ("-a",),
}


def compile_flags(wanted: Property, generated: Generated, facts: Facts, fair: bool) -> tuple[str, ...]:
    """How a verifier for the property is compiled; several properties may share one."""
    flags = ["-fwrapv"]  # sums that are too large wrap around, as in SPIN's own simulations
    if wanted.kind in ALWAYS_THERE:
        flags.append("-DSAFETY")
    if wanted.kind == PROGRESS:
        flags.append("-DNP")
    elif not wanted.is_claim and facts.has_claims:
        flags.append("-DNOCLAIM")
    if wanted.about_cycles and not fair:
        flags.append("-DNOFAIR")
    # Claims written by hand may count steps; with fairness, rendezvous and reduction do not go together.
    counts_steps = wanted.kind == NEVER
    unfair_rendezvous = fair and wanted.about_cycles and "SYNC" in generated.features
    if counts_steps or unfair_rendezvous or generated.reduction_is_doubtful or facts.reduction_is_doubtful:
        flags.append("-DNOREDUCE")
    return tuple(flags)


def run_switches(wanted: Property, generated: Generated, facts: Facts, fair: bool) -> tuple[str, ...]:
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
    if wanted.name in generated.claims or wanted.kind == LTL:
        return wanted.name
    return next((name for name in generated.claims if re.fullmatch(r"never_\d+", name)), wanted.name)


def is_own_fault(wanted: Property, message: str, trail: bytes | None) -> bool:
    """Whether a complaint is about this property, and not about something else found on the way."""
    kind = faults.kind_of(message)
    if wanted.kind == LTL and kind == faults.ASSERTION:
        return _ends_with_claim(trail)
    return kind in _OWN_FAULTS[wanted.kind]


def _ends_with_claim(trail: bytes | None) -> bool:
    """Claims made of formulas contain assertions; in a trail, the claim is process 0."""
    lines = (trail or b"").split()
    return bool(lines) and lines[-1].split(b":")[1:2] == [b"0"]
