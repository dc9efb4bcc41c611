"""What a file declares, as a tree: processes with their variables and labels, types with their fields."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from penstock.insight.index import Index
from penstock.insight.symbols import Symbol, SymbolKind, TextStretch
from penstock.syntax.nodes import Init, Ltl, Never, Node, Trace

_OWNERS = (SymbolKind.PROCESS, SymbolKind.TYPE, SymbolKind.ACTOR, SymbolKind.INLINE, SymbolKind.MACRO, SymbolKind.CLAIM,
    SymbolKind.MONITOR, SymbolKind.TEST,
)  # fmt: skip
_HIDDEN = (SymbolKind.INLINE_PARAMETER, SymbolKind.MACRO_PARAMETER)


@dataclass(slots=True)
class OutlineEntry:
    kind: SymbolKind
    name: str
    name_span: TextStretch
    whole: TextStretch
    inner: list[OutlineEntry] = field(default_factory=list)


def outline(index: Index, file: str) -> list[OutlineEntry]:
    """The entries of a file in the order of the text."""
    inner: defaultdict[str, list[OutlineEntry]] = defaultdict(list)
    outer: list[OutlineEntry] = []
    for symbol in index.symbols:
        if symbol.where is None or symbol.where.file != file or symbol.kind in _HIDDEN:
            continue
        entry = OutlineEntry(symbol.kind, symbol.name, symbol.where, _around(symbol.where, symbol.whole))
        (inner[symbol.owner] if symbol.owner and not _is_outside(symbol) else outer).append(entry)
    outer.extend(_nameless(index, file))
    for entry in outer:
        if entry.kind in _OWNERS:
            found = [one for one in inner.pop(entry.name, []) if _contains(entry.whole, one.whole)]
            entry.inner = sorted(found, key=lambda one: one.whole.start)
    outer.extend(
        one for rest in inner.values() for one in rest if not any(_contains(o.whole, one.whole) for o in outer)
    )
    return sorted(outer, key=lambda one: one.whole.start)


def _is_outside(symbol: Symbol) -> bool:
    """`mtype:set` names are beside each other, whatever set they are of."""
    return symbol.kind is SymbolKind.MESSAGE


def _nameless(index: Index, file: str) -> list[OutlineEntry]:
    found = []
    for unit in index.program.units:
        if isinstance(unit, Init | Trace) or (isinstance(unit, Never | Ltl) and unit.name is None):
            whole = index.stretch(unit.first, _last(index, unit))
            if whole.file == file:
                word = index.stretch(unit.first, unit.first)
                kind = SymbolKind.FORMULA if isinstance(unit, Ltl) else SymbolKind.PROCESS
                found.append(OutlineEntry(kind, index.tokens.texts[unit.first], word, whole))
    return found


def _last(index: Index, unit: Node) -> int:
    if not isinstance(unit, Init | Trace | Never):
        return unit.last
    texts, last = index.tokens.texts, unit.body.last
    return last + 1 if texts[last] != "}" and last + 1 < len(texts) and texts[last + 1] == "}" else last


def _around(name: TextStretch, whole: TextStretch | None) -> TextStretch:
    return whole if whole is not None and _contains(whole, name) else name


def _contains(one: TextStretch, other: TextStretch) -> bool:
    return one.file == other.file and one.start <= other.start and other.end <= one.end
