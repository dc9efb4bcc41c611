"""The type of a symbol, where the text declares it."""

from __future__ import annotations

from penstock.dialects.actors.system import Declared
from penstock.insight.index import Index
from penstock.insight.symbols import Symbol, SymbolKind
from penstock.resolve.symbols import Variable


def type_of(index: Index, symbol: Symbol) -> Symbol | None:
    """The typedef of a structure, the set of an `mtype`, the type of an actor."""
    fact = symbol.fact
    if not isinstance(fact, Variable | Declared):
        return None
    wanted = [(SymbolKind.TYPE, fact.type)]
    if fact.subtype is not None:
        wanted.append((SymbolKind.ACTOR if fact.type == "actor" else SymbolKind.MESSAGE_SET, fact.subtype))
    return next((found for kind, name in wanted for found in index.named(name, kind)), None)
