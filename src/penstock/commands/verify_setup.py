"""What `penstock verify` has to do: which properties a model has, which are asked for, and with what means."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace

from penstock.commands.coverage import environment_of
from penstock.commands.load import UsageError, includer, load_automata, load_text, shown_name, text_of
from penstock.commands.spin_model import spin_model
from penstock.resolve import Model
from penstock.resolve.symbols import PREDEFINED
from penstock.spin.properties import (
    ACCEPTANCE,
    ALWAYS_THERE,
    ASSERTIONS,
    BUILT_IN,
    LTL,
    NEVER,
    PROGRESS,
    SAFETY,
    Facts,
    Property,
)
from penstock.spin.workspace import ModelText
from penstock.syntax.nodes import CCode, CExpression, CState, Ltl, Never, Trace
from penstock.syntax.preprocessor import Include
from penstock.syntax.printer import expression_text

_LEAST_MEMORY = 64
_USUAL_MEMORY = 2048
"""MB, where the machine does not say what it has."""


def read_model(arguments: Namespace) -> tuple[Model, ModelText]:
    """The model with the formulas of the command line, for us and for SPIN."""
    text = text_of(arguments)
    name = shown_name(arguments.file)
    formulas = _named_formulas(arguments.ltl, text)
    lines = "".join(f'\n#include "{_formula_file(number)}"' for number in range(len(formulas)))
    include = _with_formulas(includer(arguments.directories), formulas)
    more = lines + ("\n" if lines else "")
    model = load_text(text, name, arguments.definitions, include, vars(arguments), more)
    load_automata(model)
    return model, replace(spin_model(arguments, model, text), formulas=formulas)


def _named_formulas(formulas: Sequence[str], text: str) -> tuple[tuple[str, str], ...]:
    prefix = "formula"
    while prefix in text:
        prefix += "_"
    return tuple((f"{prefix}_{number}", formula) for number, formula in enumerate(formulas, 1))


def _formula_file(number: int) -> str:
    return "--ltl" if number == 0 else f"--ltl ({number + 1})"


def _with_formulas(include: Include, formulas: tuple[tuple[str, str], ...]) -> Include:
    """Formulas look like included files, so that messages point into them."""
    texts = {_formula_file(number): formula for number, formula in enumerate(formulas)}

    def look(name: str, quoted: bool, including: str) -> tuple[str, str] | None:
        if name in texts:
            claim, formula = texts[name]
            return name, f"ltl {claim} {{ {formula} }}\n"
        return include(name, quoted, including)

    return look


def facts_of(model: Model) -> Facts:
    texts = [code.text for code in model.nodes.of(CCode)] + [code.text for code in model.nodes.of(CExpression)]
    units = model.syntax.program.units
    return Facts(
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


def known_properties(model: Model, text: ModelText) -> list[Property]:
    """Everything that can be asked about a model; the first ones are always there."""
    found = [Property(name, name) for name in ALWAYS_THERE]
    if _labels(model, "accept"):
        found.append(Property(ACCEPTANCE, ACCEPTANCE))
    if _labels(model, "progress"):
        found.append(Property(PROGRESS, PROGRESS))
    if any(phrase.futile for phrase in model.syntax.phrases.values()):
        found.append(Property("livelock", PROGRESS))
    found.extend(_claims(model))
    added = dict(text.formulas)
    unnamed = 0
    for unit in model.syntax.program.units:
        if isinstance(unit, Ltl):
            name = unit.name or f"ltl_{unnamed}"
            unnamed += unit.name is None
            formula = added.get(name) or expression_text(unit.formula)
            found.append(Property(name, LTL, formula, name in added))
    return found


def _claims(model: Model) -> list[Property]:
    """The never claims; one without a name is simply `never`."""
    units = [unit for unit in model.syntax.program.units if isinstance(unit, Never)]
    alone = sum(unit.name is None for unit in units) == 1
    return [Property(unit.name or (NEVER if alone else f"never_{number}"), NEVER) for number, unit in enumerate(units)]


def wanted_properties(model: Model, known: list[Property], names: Sequence[str]) -> list[Property]:
    """Those that the user names and those given as formulas; all, without repeating parts, if none is named."""
    always = SAFETY if environment_of(model) is None else ASSERTIONS
    added = [wanted for wanted in known if wanted.added]
    if not names:
        if added:
            return added
        return [wanted for wanted in known if wanted.kind not in ALWAYS_THERE or wanted.kind == always]
    by_name = {_asked_as(wanted): wanted for wanted in known}
    for name in names:
        if name not in by_name:
            listing = ", ".join(f"`{known_name}`" for known_name in by_name)
            raise UsageError(f"there is no property `{name}`; this model has {listing}")
    return list(dict.fromkeys([*(by_name[name] for name in names), *added]))


def _asked_as(wanted: Property) -> str:
    """A formula with the name of something built in must be asked for as `ltl:NAME`."""
    return f"ltl:{wanted.name}" if wanted.kind == LTL and wanted.name in BUILT_IN else wanted.name
