"""Who runs whom, who calls which inline, who sends to whom."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from dataclasses import dataclass, field

from penstock.insight.index import Index
from penstock.insight.symbols import NameUse, Symbol, SymbolKind, TextStretch, UseKind

_FROM_UNIT = frozenset([UseKind.RUN, UseKind.CALL, UseKind.SEND])
_UNITS = (SymbolKind.PROCESS, SymbolKind.ACTOR, SymbolKind.INLINE)
_KINDS = (SymbolKind.PROCESS, SymbolKind.ACTOR, SymbolKind.INLINE, SymbolKind.CHANNEL, SymbolKind.METHOD)


@dataclass(slots=True)
class Link:
    """From one thing to another, by the places where that is written."""

    other: Symbol
    places: list[TextStretch] = field(default_factory=list)


class CallGraph:
    """A channel is between those who send to it and those who receive from it."""

    def __init__(self, index: Index) -> None:
        units = [one for one in index.symbols if one.kind in _UNITS and one.whole is not None]
        self._by_file: defaultdict[str, list[Symbol]] = defaultdict(list)
        for unit in sorted([*units, *_nameless(index)], key=_start):
            assert unit.whole is not None
            self._by_file[unit.whole.file].append(unit)
        self._out: defaultdict[Symbol, dict[Symbol, Link]] = defaultdict(dict)
        self._in: defaultdict[Symbol, dict[Symbol, Link]] = defaultdict(dict)
        for use in index.uses:
            self._note(use)

    def _note(self, use: NameUse) -> None:
        unit = self._around(use.span)
        if unit is None or unit is use.symbol or use.symbol.kind not in _KINDS:
            return
        if use.kind in _FROM_UNIT:
            self._link(unit, use.symbol, use.span)
        elif use.kind is UseKind.RECEIVE:
            self._link(use.symbol, unit, use.span)

    def _around(self, span: TextStretch) -> Symbol | None:
        """The unit that a place is in: the last one that begins before it, if it has not ended."""
        units = self._by_file.get(span.file, [])
        at = bisect_right(units, span.start, key=_start) - 1
        whole = units[at].whole if at >= 0 else None
        return units[at] if whole is not None and span.start < whole.end else None

    def _link(self, one: Symbol, other: Symbol, where: TextStretch) -> None:
        self._out[one].setdefault(other, Link(other)).places.append(where)
        self._in[other].setdefault(one, Link(one)).places.append(where)

    def outgoing(self, symbol: Symbol) -> list[Link]:
        return list(self._out.get(symbol, {}).values())

    def incoming(self, symbol: Symbol) -> list[Link]:
        return list(self._in.get(symbol, {}).values())

    def unit_at(self, file: str, offset: int) -> Symbol | None:
        return self._around(TextStretch(file, offset, offset))


def _start(unit: Symbol) -> int:
    return unit.whole.start if unit.whole is not None else -1


def _nameless(index: Index) -> list[Symbol]:
    """`init`, `main` and their like, which have a word in place of a name."""
    known = {unit.fact for unit in index.symbols}
    found = []
    for unit in index.program.units:
        body = getattr(unit, "body", None)
        if body is not None and unit not in known:
            word = index.stretch(unit.first, unit.first)
            whole = index.stretch(unit.first, min(body.last + 1, len(index.tokens) - 2))
            found.append(Symbol(SymbolKind.PROCESS, index.tokens.texts[unit.first], word, whole=whole, fact=unit))
    return found
