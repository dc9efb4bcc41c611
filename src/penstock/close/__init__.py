"""Open models closed: what comes from outside is put into the processes, and only where it matters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from penstock.automata import Automaton
from penstock.close.channels import Channels
from penstock.close.declarations import Declared
from penstock.close.influence import Influence
from penstock.close.interface import Interface
from penstock.close.knowledge import Knowledge, Method
from penstock.close.refusals import refuse
from penstock.close.texts import Cannot, Flags
from penstock.close.transform import Transformation
from penstock.resolve import Model
from penstock.syntax.translation import Translation

__all__ = ["Cannot", "Closed", "Interface", "Method", "close_model", "find_influence"]


@dataclass(frozen=True, slots=True)
class Closed:
    """A closed model; `flags` are the names of the variables that have one."""

    translation: Translation
    flags: tuple[str, ...] = ()


def find_influence(model: Model, automata: Sequence[Automaton], interface: Interface) -> Influence:
    """Where the outside has an influence on a model."""
    return Influence(model, automata, interface, Channels(model, automata))


def close_model(influence: Influence, method: Method, discard: bool = False) -> Closed:
    """The model with the outside put into its processes.

    Raises `Cannot` where that is impossible, and `Tangled` where the text must be preprocessed first.
    """
    knowledge = Knowledge(influence, method)
    refuse(knowledge)
    flags = Flags(influence.model)
    while True:
        # Whose flag is asked depends on who else has one: again, until nothing is added.
        before = flags.size()
        transformation = Transformation(influence.model, knowledge, flags, discard)
        transformation.run()
        Declared(transformation.texts).run()
        if flags.size() == before:
            break
    names = tuple(sorted(variable.name for variable in flags.variables))
    return Closed(transformation.edits.translation(), names)
