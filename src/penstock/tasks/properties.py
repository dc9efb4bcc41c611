"""Which properties a model has, which of them are asked for, and what SPIN must know about the model."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from penstock.diagnostics.placed import TextPlace, text_place
from penstock.errors import UsageError
from penstock.resolve import Model
from penstock.resolve.symbols import PREDEFINED
from penstock.spin.properties import ALWAYS_THERE, BUILT_IN, ModelFacts, Property, PropertyKind
from penstock.syntax.nodes import CCode, CExpression, CState, Expression, Ltl, Never, Trace
from penstock.tasks.coverage import environment_of

LIVELOCK = Property("livelock", PropertyKind.PROGRESS)
"""Messages are not put back forever."""


def facts_of(model: Model) -> ModelFacts:
    texts = [code.text for code in model.nodes.of(CCode)] + [code.text for code in model.nodes.of(CExpression)]
    units = model.syntax.program.units
    return ModelFacts(
        has_claims=any(isinstance(unit, Never | Ltl) for unit in units),
        has_trace=any(isinstance(unit, Trace) for unit in units),
        embedded_c=bool(texts) or any(isinstance(unit, CState) for unit in units),
        includes_c_files=any("include" in text for text in texts),
        counts_processes=any(variable is PREDEFINED["_nr_pr"] for variable in model.variables.values()),
        accept_labels=tuple(sorted(_labels(model, "accept"))),
        claim_labels=tuple(sorted(_claim_labels(model))),
        empty_at_end=model.wording.empty_at_end,
    )


def _labels(model: Model, prefix: str) -> set[str]:
    """The labels of the processes, not of claims and traces, that begin with `prefix`."""
    processes = [names for names in model.processes.values() if not isinstance(names.node, Never | Trace)]
    return {label.name for names in processes for label in names.labels if label.name.startswith(prefix)}


def _claim_labels(model: Model) -> set[str]:
    claims = [names for names in model.processes.values() if isinstance(names.node, Never)]
    return {label.name for names in claims for label in names.labels}


def known_properties(model: Model, added: Mapping[str, str]) -> list[Property]:
    """Everything that can be asked about a model, and the formulas `added` to it; the first ones are always there."""
    known = [Property(kind.value, kind) for kind in ALWAYS_THERE]
    if _labels(model, "accept"):
        known.append(Property(PropertyKind.ACCEPTANCE.value, PropertyKind.ACCEPTANCE))
    if _labels(model, "progress"):
        known.append(Property(PropertyKind.PROGRESS.value, PropertyKind.PROGRESS))
    if any(phrase.futile for phrase in model.syntax.phrases.values()):
        known.append(LIVELOCK)
    places = {name: number for number, name in enumerate(added)}
    claims = [*_claims(model, added), *_formulas(model, added)]
    return [*known, *sorted(claims, key=lambda one: places.get(one.name, -1))]


def _claims(model: Model, added: Collection[str] = ()) -> list[Property]:
    """The never claims; one without a name is simply `never`.  Some were formulas with a deadline."""
    units = [unit for unit in model.syntax.program.units if isinstance(unit, Never)]
    alone = sum(unit.name is None for unit in units) == 1
    names = [unit.name or ("never" if alone else f"never_{number}") for number, unit in enumerate(units)]
    return [_claim(model, unit, name, name in added) for unit, name in zip(units, names, strict=True)]


def _claim(model: Model, unit: Never, name: str, added: bool) -> Property:
    phrase = model.syntax.phrases.get(unit.first)
    if phrase is None:
        return Property(name, PropertyKind.NEVER)
    return Property(name, PropertyKind.WITHIN, phrase.said, added)


def claim_named(model: Model, name: str) -> Never | None:
    """The never claim that a property with this name is about."""
    units = [unit for unit in model.syntax.program.units if isinstance(unit, Never)]
    named = {one.name: unit for one, unit in zip(_claims(model), units, strict=True)}
    return named.get(name)


def _formulas(model: Model, added: Mapping[str, str]) -> list[Property]:
    """The formulas of the model, those that were added to it included."""
    formulas, unnamed = [], 0
    for unit in model.syntax.program.units:
        if isinstance(unit, Ltl):
            name = unit.name or f"ltl_{unnamed}"
            unnamed += unit.name is None
            formula = added.get(name) or model.formula(unit)
            formulas.append(Property(name, PropertyKind.LTL, formula, name in added))
    return formulas


def formulas_of(model: Model) -> dict[str, Expression]:
    """The formulas of the model by name."""
    units = [unit for unit in model.syntax.program.units if isinstance(unit, Ltl)]
    return {one.name: unit.formula for one, unit in zip(_formulas(model, {}), units, strict=True)}


def written_places(model: Model, added: Mapping[str, str]) -> dict[str, TextPlace]:
    """Where formulas and claims are written; those that were added to the model are not."""
    claims = [unit for unit in model.syntax.program.units if isinstance(unit, Never)]
    formulas = [unit for unit in model.syntax.program.units if isinstance(unit, Ltl)]
    names = [one.name for one in (*_claims(model), *_formulas(model, {}))]
    return {
        name: text_place(model.sources, model.position(unit))
        for name, unit in zip(names, [*claims, *formulas], strict=True)
        if name not in added
    }


def wanted_properties(model: Model, known: list[Property], names: Sequence[str]) -> list[Property]:
    """Those that the user names and those given as formulas; all, without repeating parts, if none is named."""
    always = PropertyKind.SAFETY if environment_of(model) is None else PropertyKind.ASSERTIONS
    added = [wanted for wanted in known if wanted.added]
    if not names:
        if added:
            return added
        return [wanted for wanted in known if wanted.kind not in ALWAYS_THERE or wanted.kind is always]
    by_name = {_asked_as(wanted): wanted for wanted in known}
    for name in names:
        if name not in by_name:
            listing = ", ".join(f"`{known_name}`" for known_name in by_name)
            raise UsageError(f"there is no property `{name}`; this model has {listing}")
    return list(dict.fromkeys([*(by_name[name] for name in names), *added]))


def _asked_as(wanted: Property) -> str:
    """A formula with the name of something built in must be asked for as `ltl:NAME`."""
    is_formula = wanted.kind in (PropertyKind.LTL, PropertyKind.WITHIN)
    return f"ltl:{wanted.name}" if is_formula and wanted.name in BUILT_IN else wanted.name
