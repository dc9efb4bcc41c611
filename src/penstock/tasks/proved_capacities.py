"""Channels of a program that hold no more than is proved to be enough."""

from __future__ import annotations

from penstock.automata import Automaton
from penstock.bounds.certificates.trial import tried
from penstock.bounds.telling.capacities import new_capacities
from penstock.bounds.verdict import BOUNDED, boundedness
from penstock.errors import UsageError
from penstock.resolve import Model
from penstock.syntax.nodes import ChannelQuery
from penstock.syntax.walk import final


def program_capacities(model: Model, automata: list[Automaton]) -> dict[tuple[str, str], int]:
    """By the process (none for globals) and the name of channels; where a model asks whether a channel is full, its
    own capacity stays."""
    result = tried(boundedness(model, automata, False, None), automata)
    if result.verdict != BOUNDED:
        raise UsageError("not every channel has a bound: `penstock bound` says which; leave out --capacities bound")
    queries = [query for query in model.nodes.of(ChannelQuery) if query.query in ("full", "nfull")]
    if any(model.variables[final(query.channel)].channel is None for query in queries):
        return {}  # it may be any channel that is asked
    asked = {final(query.channel).name for query in queries}
    return {
        (variable.owner.name if variable.owner is not None else "", variable.name): capacity
        for variable, capacity in new_capacities(result).items()
        if variable.name not in asked
    }
