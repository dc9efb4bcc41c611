"""The way from an open model to a closed one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from penstock.closing.arrivals import is_exact
from penstock.closing.channels import ChannelFlow
from penstock.closing.declarations import DeclarationChanges
from penstock.closing.edits import TokenEdits
from penstock.closing.influence import Influence
from penstock.closing.interface import Interface
from penstock.closing.knowledge import Knowledge
from penstock.closing.method import ClosingMethod
from penstock.closing.refusals import chaotic_names, refuse
from penstock.closing.surroundings import Surroundings
from penstock.closing.texts import Flags
from penstock.closing.transform import Transformation
from penstock.control import Automaton
from penstock.resolve import Model
from penstock.resolve.contracts import fields_of, limits_of, terms_of
from penstock.source import SourceFile
from penstock.syntax.nodes import EnvironmentInput, EnvironmentMessage
from penstock.syntax.translation import Translation


@dataclass(frozen=True, slots=True)
class Closed:
    """A closed model; `unknown` are the variables that ever hold something from outside.

    `notes` are worth a warning, by the token that they are about.
    """

    translation: Translation
    unknown: tuple[str, ...] = ()
    notes: Mapping[int, str] = field(default_factory=dict)


def find_influence(model: Model, automata: Sequence[Automaton], interface: Interface) -> Influence:
    """Where the outside has an influence on a model."""
    return Influence(model, automata, interface, ChannelFlow(model, automata))


def close_model(
    influence: Influence, file: SourceFile, method: ClosingMethod, discard: bool = False, may_wait: bool = False
) -> Closed:
    """The model that was read from `file`, with the outside put into its processes.

    `may_wait`: wherever the outside decides whether a process can go on, there is an option to wait for ever.

    Raises `Cannot` where that is impossible, and `Tangled` where the text must be preprocessed first.
    """
    if method is ClosingMethod.PROCESS:
        return _with_process(influence, file)
    knowledge = Knowledge(influence, method)
    refuse(knowledge)
    flags = Flags(influence.model)
    while True:
        # Whose flag is asked depends on who else has one: again, until nothing is added.
        before = flags.size()
        transformation = Transformation(knowledge, file, flags, discard, may_wait)
        transformation.run()
        DeclarationChanges(transformation.texts).run()
        if flags.size() == before:
            break
    return Closed(transformation.translation(), tuple(sorted(chaotic_names(knowledge))), flags.notes)


def lost_relations(model: Model) -> list[EnvironmentMessage]:
    """Messages whose values are too many for their relation to be kept."""
    found = []
    for unit in model.nodes.of(EnvironmentInput):
        types = [limits_of(one) for one in fields_of(model, model.variables[unit.channel])]
        found += [one for one in unit.messages if not is_exact(terms_of(one), types)]
    return found


def _with_process(influence: Influence, file: SourceFile) -> Closed:
    edits = TokenEdits(influence.model, file)
    process = Surroundings(influence, edits).run()
    return Closed(edits.translation(process))


def with_told_process(influence: Influence, file: SourceFile) -> tuple[Translation, str]:
    """The model with an environment process, which hears by the channel that is named what its messages hold."""
    edits = TokenEdits(influence.model, file)
    surroundings = Surroundings(influence, edits, told=True)
    process, source = surroundings.run(), surroundings.source
    assert source is not None
    return edits.translation(process, f"chan {source} = [0] of {{ int }};\n"), source
