"""Penstock: a workbench for Promela, the language of the SPIN model checker.

>>> import penstock
>>> penstock.check("model.pml").ok
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from penstock.automata import Automaton
    from penstock.resolve import Model

__version__ = "0.1.0"
__all__ = ["__version__", "automata_of", "check"]


def check(path: str, definitions: Sequence[str] = (), directories: Sequence[str] = ()) -> Model:
    """Read a model; `.ok` says whether it has no errors, `.diagnostics.records` what was found."""
    from penstock.commands.load import load_automata, load_model

    model = load_model(path, definitions, directories)
    load_automata(model)
    return model


def automata_of(path: str, definitions: Sequence[str] = (), directories: Sequence[str] = ()) -> list[Automaton]:
    """The control-flow automata of a model; none if it has errors."""
    from penstock.commands.load import load_automata, load_model

    return load_automata(load_model(path, definitions, directories))
