"""Which claim takes part in an exploration: a never claim as it stands, an ltl formula as SPIN translates it."""

from __future__ import annotations

from collections.abc import Sequence

from penstock.errors import UsageError
from penstock.reading.reading import Reading
from penstock.reading.wanted import Wanted
from penstock.records import record
from penstock.spin.claims import claims_of_formulas
from penstock.spin.generating import Rejected
from penstock.spin.tools import ToolFailed, ToolMissing, find_tools
from penstock.spin.workspace import private_directory
from penstock.syntax.nodes import Ltl, Never
from penstock.tasks.models import runnable_model
from penstock.tasks.spin_text import spin_text


@record
class FormulasLeftAside:
    """SPIN cannot translate the formulas of the model, and nobody asked for one by name."""

    problem: str


@record
class OneOfSeveral:
    """A formula was chosen because it is the first."""

    chosen: str
    others: tuple[str, ...]


ClaimNote = FormulasLeftAside | OneOfSeveral


@record
class ClaimedModel:
    """A model and the claim that takes part; one that SPIN makes of a formula is put behind the model."""

    reading: Reading
    claim: Never | None = None
    notes: tuple[ClaimNote, ...] = ()


def claimed_model(wanted: Wanted, name: str | None, without: bool) -> ClaimedModel:
    """With the claim that has this name, or the first one, or without any."""
    reading = runnable_model(wanted)
    if without:
        return ClaimedModel(reading)
    written = {claim.name: claim for claim in reading.model.nodes.of(Never)}
    if name in written or (written and name is None):
        return ClaimedModel(reading, written[name] if name else next(iter(written.values())))
    if not reading.model.nodes.of(Ltl):
        _check_name(name, list(written))
        return ClaimedModel(reading)
    claims = _translated(reading, name)
    if isinstance(claims, FormulasLeftAside):
        return ClaimedModel(reading, None, (claims,))
    _check_name(name, [*written, *claims])
    return _with_formula(reading, claims, name)


def _with_formula(reading: Reading, claims: dict[str, str], name: str | None) -> ClaimedModel:
    chosen = name if name is not None else next(iter(claims), None)
    if chosen is None:
        return ClaimedModel(reading)
    others = tuple(other for other in claims if other != chosen)
    notes = (OneOfSeveral(chosen, others),) if others and name is None else ()
    reading = runnable_model(reading.wanted, f"\n{claims[chosen]}")
    return ClaimedModel(reading, reading.model.nodes.of(Never)[-1], notes)


def _translated(reading: Reading, name: str | None) -> dict[str, str] | FormulasLeftAside:
    with private_directory() as directory:
        try:
            return claims_of_formulas(find_tools(directory), spin_text(reading), directory / "claims")
        except (ToolMissing, ToolFailed, Rejected) as problem:
            if name is not None:
                raise ToolFailed(f"the claim `{name}` cannot be translated: {problem}") from None
            return FormulasLeftAside(str(problem))


def _check_name(name: str | None, known: Sequence[str | None]) -> None:
    if name is not None and name not in known:
        listed = ", ".join(f"`{claim}`" for claim in known if claim) or "none with a name"
        raise UsageError(f"there is no claim `{name}`; the model has {listed}")
