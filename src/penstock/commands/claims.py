"""Which claim takes part in an exploration: a never claim as it stands, an ltl formula as SPIN translates it."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from penstock.commands.load import STANDARD_INPUT, UsageError, includer, load_text, read_text, shown_name
from penstock.resolve import Model
from penstock.spin.claims import claims_of_formulas
from penstock.spin.generating import Rejected
from penstock.spin.tools import ToolFailed, ToolMissing, find_tools
from penstock.spin.workspace import ModelText, private_directory
from penstock.syntax.nodes import Ltl, Never


def chosen_claim(arguments: Namespace) -> Model:
    """The model, with the claim that SPIN makes of its formula put after it."""
    text, name = read_text(arguments.file), shown_name(arguments.file)
    include = includer(arguments.directories)
    model = load_text(text, name, arguments.definitions, include)
    claims = model.nodes.of(Never)
    written = claims and arguments.claim is None
    if written or arguments.no_claim or not model.ok or not model.nodes.of(Ltl):
        _check_name(arguments.claim, [claim.name for claim in claims])
        return model
    claim = _translated(arguments, text, name)
    return load_text(f"{text}\n{claim}", name, arguments.definitions, include) if claim else model


def _translated(arguments: Namespace, text: str, name: str) -> str | None:
    beside = "." if arguments.file == STANDARD_INPUT else str(Path(arguments.file).parent)
    model = ModelText(text, name, beside, tuple(arguments.definitions), tuple(arguments.directories))
    with private_directory() as directory:
        try:
            found = claims_of_formulas(find_tools(directory), model, directory / "claims")
        except (ToolMissing, ToolFailed, Rejected) as problem:
            print(f"penstock explore: the ltl formulas are left aside: {problem}", file=sys.stderr)
            return None
    _check_name(arguments.claim, list(found))
    return found[arguments.claim] if arguments.claim is not None else next(iter(found.values()), None)


def _check_name(name: str | None, known: list[str | None]) -> None:
    if name is not None and name not in known:
        listed = ", ".join(f"`{found}`" for found in known if found) or "none with a name"
        raise UsageError(f"there is no claim `{name}`; the model has {listed}")
