"""All names of a reading: which one stands at a place, and where else it stands."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable

from penstock.insight.collecting import Collector
from penstock.insight.macro_names import OWN_TEXTS, collect_macros
from penstock.insight.promela_names import PromelaNames
from penstock.insight.symbols import NameUse, Symbol, SymbolKind, TextSpan
from penstock.reading.reading import Reading


class Index:
    """The symbols of a model and their uses, in the order of the text."""

    def __init__(self, symbols: Iterable[Symbol], uses: list[NameUse], made: dict[Symbol, int]) -> None:
        self.symbols = list(symbols)
        self.uses = uses
        self.made = made
        self._by_symbol: defaultdict[Symbol, list[NameUse]] = defaultdict(list)
        self._by_file: defaultdict[str, list[NameUse]] = defaultdict(list)
        for use in uses:
            self._by_symbol[use.symbol].append(use)
            self._by_file[use.span.file].append(use)

    def at(self, file: str, offset: int) -> list[NameUse]:
        """The names at a place, which may be just behind them; several if an inline means several things."""
        uses = self._by_file.get(file, [])
        end = bisect_right(uses, offset, key=lambda use: use.span.start)
        inside = [use for use in uses[max(0, end - 8) : end] if use.span.start <= offset < use.span.end]
        return inside or [use for use in uses[max(0, end - 8) : end] if use.span.end == offset]

    def of(self, symbol: Symbol) -> list[NameUse]:
        return self._by_symbol.get(symbol, [])

    def in_file(self, file: str) -> list[NameUse]:
        return self._by_file.get(file, [])

    def named(self, name: str, *kinds: SymbolKind) -> list[Symbol]:
        return [symbol for symbol in self.symbols if symbol.name == name and (not kinds or symbol.kind in kinds)]


def index_of(reading: Reading, named: Callable[[str], str] = str) -> Index:
    """The names of a reading; `named` tells what whoever asks calls a file."""
    model = reading.model
    found = Collector(model.sources, model.syntax.tokens, named)
    collect_macros(model.syntax.directives, found)
    PromelaNames(model, found).run()
    return Index(_shown(found.symbols.values()), found.name_uses(), found.made)


def _shown(symbols: Iterable[Symbol]) -> list[Symbol]:
    return [symbol for symbol in symbols if symbol.where is None or not _is_own(symbol.where)]


def _is_own(span: TextSpan) -> bool:
    return span.file in OWN_TEXTS
