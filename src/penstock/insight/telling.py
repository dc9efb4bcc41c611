"""What there is to say about a name: its declaration first."""

from __future__ import annotations

from penstock.insight.symbols import Symbol
from penstock.reading.reading import Reading
from penstock.resolve.symbols import Variable


def told(_reading: Reading, symbol: Symbol) -> str:
    fact = symbol.fact
    if isinstance(fact, Variable):
        return f"```promela\n{fact.type} {fact.name}\n```"
    return f"{symbol.kind.value} `{symbol.name}`"
