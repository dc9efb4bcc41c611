"""Which claim takes part in an exploration: a never claim as it stands, an ltl formula as SPIN translates it."""

from __future__ import annotations

import sys
from argparse import Namespace

from penstock.commands.load import UsageError, includer, load_text, shown_name, text_of
from penstock.commands.spin_model import spin_model
from penstock.commands.verify_search import ended_by_signals
from penstock.resolve import Model
from penstock.spin.claims import claims_of_formulas
from penstock.spin.generating import Rejected
from penstock.spin.tools import ToolFailed, ToolMissing, find_tools
from penstock.spin.workspace import private_directory
from penstock.syntax.nodes import Ltl, Never


def chosen_claim(arguments: Namespace) -> tuple[Model, Never | None]:
    """The model and the claim that takes part; one that SPIN makes of a formula is put after the model."""
    text, name = text_of(arguments), shown_name(arguments.file)
    include = includer(arguments.directories)
    model = load_text(text, name, arguments.definitions, include, vars(arguments))
    if arguments.no_claim or not model.ok:
        return model, None
    written = {claim.name: claim for claim in model.nodes.of(Never)}
    if arguments.claim in written or (written and arguments.claim is None):
        return model, written[arguments.claim] if arguments.claim else next(iter(written.values()))
    if not model.nodes.of(Ltl):
        _check_name(arguments.claim, list(written))
        return model, None
    claim = _translated(arguments, model, text, list(written))
    if claim is None:
        return model, None
    model = load_text(text, name, arguments.definitions, include, vars(arguments), more=f"\n{claim}")
    return model, model.nodes.of(Never)[-1]


def _translated(arguments: Namespace, model: Model, text: str, written: list[str | None]) -> str | None:
    to_read = spin_model(arguments, model, text)
    with ended_by_signals(), private_directory() as directory:
        try:
            found = claims_of_formulas(find_tools(directory), to_read, directory / "claims")
        except (ToolMissing, ToolFailed, Rejected) as problem:
            if arguments.claim is not None:
                raise ToolFailed(f"the claim `{arguments.claim}` cannot be translated: {problem}") from None
            print(f"penstock explore: the ltl formulas are left aside: {problem}", file=sys.stderr)
            return None
    _check_name(arguments.claim, [*written, *found])
    chosen = arguments.claim if arguments.claim is not None else next(iter(found), None)
    others = [other for other in found if other != chosen]
    if others and arguments.claim is None and not arguments.quiet:
        listed = ", ".join(f"`{other}`" for other in others)
        print(f"penstock explore: the formula `{chosen}` takes part, not {listed} (--claim NAME)", file=sys.stderr)
    return found[chosen] if chosen is not None else None


def _check_name(name: str | None, known: list[str | None]) -> None:
    if name is not None and name not in known:
        listed = ", ".join(f"`{found}`" for found in known if found) or "none with a name"
        raise UsageError(f"there is no claim `{name}`; the model has {listed}")
