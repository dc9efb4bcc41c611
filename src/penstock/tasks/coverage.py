"""What an answer about an open model covers.

What is searched is the closed model.  It can do whatever the component does in any environment, so that nothing bad is
missed; but its environment is always ready, so that it says nothing about waiting forever: whether a component can be
stuck is asked in other ways.  An environment process
(`--method process`) is one environment among many: what is found with it is real, what is not found proves nothing
about others.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import Enum

from penstock.closing.method import ClosingMethod
from penstock.records import data, record
from penstock.resolve import Model
from penstock.spin.checking import PropertyResult, Verdict
from penstock.spin.gaps import Gap, GapKind
from penstock.spin.properties import Property, PropertyKind
from penstock.syntax.nodes import Binary, Expression, Ltl, Unary


class Covers(Enum):
    """What it means that no violation was found."""

    MODEL = "the model"
    EVERY = "every environment"
    SENDING = "every environment that sends whatever the component cannot go on without"
    ONE = "one environment process"
    NOTHING = "nothing"


_WHERE = {
    Covers.SENDING: " in every environment that keeps sending",
    Covers.EVERY: " in every environment",
    Covers.ONE: " with this environment process",
}


def where_text(covered: Collection[Covers]) -> str:
    """Where several properties hold: in the environments that all of these are about."""
    return next((words for covers, words in _WHERE.items() if covers in covered), "")


class NotJudged(Enum):
    """What answers about an open model say nothing about."""

    STUCK = (
        "deadlock: whether a process waits forever is up to the environment; `verify --property deadlock` asks whether"
        " the component can be stuck whatever the environment does"
    )
    VALUES = "errors at run time that a value from outside would cause: an array index, a divisor, a time"
    OTHERS = "other environments: this environment process does not send every value"


_WHY_NOT = {
    PropertyKind.SAFETY: "no assertion fails in any environment, but whether a process can be stuck is not judged in an"
    " open model, except by `--property deadlock`",
    PropertyKind.LTL: "no run of the closed model violates it, but runs that stop are not judged: the environment may"
    " keep silent",
    PropertyKind.NEVER: "no run of the closed model matches it, but runs that stop, and numbers of steps, are not"
    " judged",
}
_STUCK_WITH_ONE = (
    "no run with this environment process comes to a standstill, but whether a process waits forever while others"
    " go on is not judged"
)
_UNFAIR = "no fair run of the closed model violates it, but its environment is always ready, so that more runs are fair"


@record
class Environment:
    """How an open model was closed, and what follows for the answers."""

    method: ClosingMethod
    complete: bool = data(text="whether `holds` is about every environment")
    not_judged: tuple[NotJudged, ...]


def environment_of(model: Model) -> Environment | None:
    """None for a model that was not open."""
    if not model.wording.closed_by:
        return None
    method = ClosingMethod(model.wording.closed_by)
    if method is ClosingMethod.PROCESS:
        return Environment(method, False, (NotJudged.STUCK, NotJudged.OTHERS))
    return Environment(method, True, (NotJudged.STUCK, NotJudged.VALUES))


@dataclass(frozen=True, slots=True)
class Coverage:
    """What is searched for a property, and what it says if no violation is found."""

    searched: Property
    covers: Covers = Covers.MODEL
    why_not: str = ""

    @property
    def _gap(self) -> Gap:
        return Gap(GapKind.UNKNOWN_ENVIRONMENT, text=self.why_not)

    def judged(self, result: PropertyResult) -> PropertyResult:
        """The verdict about the property; what is not covered does not hold yet."""
        if self.covers is not Covers.NOTHING or result.verdict is not Verdict.HOLDS:
            return result
        return replace(result, verdict=Verdict.INCONCLUSIVE, reason=self.why_not, not_checked=(self._gap,))


def coverage(model: Model, wanted: Property, fair: bool) -> Coverage:
    """What is said about a property of this model."""
    environment = environment_of(model)
    if environment is None:
        return Coverage(wanted)
    if not environment.complete:
        stuck = wanted.kind in (PropertyKind.SAFETY, PropertyKind.DEADLOCK)
        return Coverage(wanted, Covers.NOTHING, _STUCK_WITH_ONE) if stuck else Coverage(wanted, Covers.ONE)
    if wanted.kind == PropertyKind.SAFETY:
        return Coverage(replace(wanted, kind=PropertyKind.ASSERTIONS), Covers.NOTHING, _WHY_NOT[PropertyKind.SAFETY])
    if wanted.kind == PropertyKind.NEVER or (wanted.kind == PropertyKind.LTL and not _is_safe(model, wanted)):
        return Coverage(wanted, Covers.NOTHING, _WHY_NOT[wanted.kind])
    if fair and wanted.about_cycles and wanted.kind != PropertyKind.LTL:
        return Coverage(wanted, Covers.NOTHING, _UNFAIR)
    return Coverage(wanted, Covers.EVERY)


def _is_safe(model: Model, wanted: Property) -> bool:
    """Whether a formula can only be violated by something that happens, not by something that never does."""
    unnamed = 0
    for unit in model.nodes.of(Ltl):
        name = unit.name or f"ltl_{unnamed}"
        unnamed += unit.name is None
        if name == wanted.name:
            return safe(unit.formula)
    return False


def safe(formula: Expression, wanted: bool = True) -> bool:
    """Whether that a formula is true (false, if not `wanted`) can only fail by what happens."""
    match formula:
        case Unary(operator="!"):
            return safe(formula.operand, not wanted)
        case Unary(operator="[]"):
            return wanted and safe(formula.operand)
        case Unary(operator="<>"):
            return not wanted and safe(formula.operand, False)
        case Unary(operator="X"):
            return False
        case Binary(operator="&&" | "||"):
            return safe(formula.left, wanted) and safe(formula.right, wanted)
        case Binary(operator="->"):
            return safe(formula.left, not wanted) and safe(formula.right, wanted)
        case Binary(operator="<->"):
            return all(safe(side, way) for side in (formula.left, formula.right) for way in (True, False))
        case Binary(operator="W" | "V"):
            return wanted and safe(formula.left) and safe(formula.right)
        case Binary(operator="U"):
            return not wanted and safe(formula.left, False) and safe(formula.right, False)
    return True
