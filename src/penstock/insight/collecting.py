"""Symbols and their uses, gathered token by token; a token that several readings share is one place."""

from __future__ import annotations

from collections.abc import Callable

from penstock.insight.symbols import NameUse, Symbol, SymbolKind, TextStretch, UseKind
from penstock.source import Sources
from penstock.syntax.layout import TokenTable

_PARAMETERS = (SymbolKind.INLINE_PARAMETER, SymbolKind.MACRO_PARAMETER)
_STRENGTH = (
    UseKind.DECLARATION,
    UseKind.WRITE,
    UseKind.SEND,
    UseKind.RECEIVE,
    UseKind.RUN,
    UseKind.JUMP,
    UseKind.CALL,
    UseKind.READ,
    UseKind.NAME,
)
"""What a place counts as that is used in several ways: an argument of an inline may be read and written."""


class Collector:
    """Gathers what is declared and used.

    A symbol is known by the place of its declaration: what an inline declares is read once for each call.
    """

    def __init__(self, sources: Sources, tokens: TokenTable, named: Callable[[str], str]) -> None:
        self.sources = sources
        self.named = named
        """What whoever asks calls a file."""
        self.tokens = tokens
        self.symbols: dict[object, Symbol] = {}
        self.uses: dict[TextStretch, dict[Symbol, UseKind]] = {}
        self.made: dict[Symbol, int] = {}
        """Symbols whose name a macro makes somewhere, out of pieces or for a parameter, with a place of that."""

    # -- places ------------------------------------------------------------------------------

    def span(self, position: int, text: str) -> TextStretch | None:
        """Where a token stands; None if its characters stand nowhere."""
        found = self.sources.literal(position, text)
        if found is None:
            return None
        file = self.sources.file_at(found)
        return TextStretch(self.named(file.name), found - file.base, found - file.base + len(text))

    def shown(self, first: int, last: int) -> TextStretch:
        """The stretch of a text that some tokens come from; that of the first one if they are in different files."""
        start = self._ends(first)
        end = self._ends(last)
        return (
            TextStretch(start.file, start.start, end.end) if end.file == start.file and end.end > start.start else start
        )

    def _ends(self, at: int) -> TextStretch:
        position = self.sources.shown(self.tokens.positions[at])
        length = self.sources.shown_length(self.tokens.positions[at], len(self.tokens.texts[at]))
        file = self.sources.file_at(position)
        return TextStretch(self.named(file.name), position - file.base, position - file.base + length)

    def closing_brace(self, position: int, end: int) -> int:
        """Behind the first `}` that follows an offset in the text of a position."""
        text = self.sources.file_at(self.sources.written(position)).text
        return text.find("}", end) + 1 or end

    # -- names -------------------------------------------------------------------------------

    def declare(
        self, kind: SymbolKind, name: str, at: int, owner: str = "", whole: tuple[int, int] | None = None
    ) -> Symbol:
        """The symbol that is declared by the token `at`."""
        position = self.tokens.positions[at]
        return self.declare_at(kind, name, position, owner, self.shown(*whole) if whole else None)

    def declare_at(
        self, kind: SymbolKind, name: str, position: int, owner: str = "", whole: TextStretch | None = None
    ) -> Symbol:
        span = self._place(kind, position, name)
        key = (kind, span or position)
        symbol = self.symbols.get(key)
        if symbol is None:
            symbol = self.symbols[key] = Symbol(kind, name, span or self._called(position), owner, whole or span)
        self._add(symbol, position, span, UseKind.DECLARATION)
        return symbol

    def _called(self, position: int) -> TextStretch:
        """Where the macro is called that makes a name."""
        shown = self.sources.shown(position)
        file = self.sources.file_at(shown)
        length = self.sources.shown_length(position, 1)
        return TextStretch(self.named(file.name), shown - file.base, shown - file.base + length)

    def use(self, symbol: Symbol, at: int, kind: UseKind) -> None:
        self.use_at(symbol, self.tokens.positions[at], kind)

    def use_at(self, symbol: Symbol, position: int, kind: UseKind) -> None:
        self._add(symbol, position, self._place(symbol.kind, position, symbol.name), kind)

    def _place(self, kind: SymbolKind, position: int, name: str) -> TextStretch | None:
        """Where a name is written; for one that an inline has in place of a parameter, where the argument is."""
        span = self.span(position, name)
        if span is not None and (kind in _PARAMETERS or not self._is_parameter(span)):
            return span
        expansion = self.sources.expansion(position)
        return self._place(kind, expansion.call, name) if expansion is not None and expansion.inline else None

    def _is_parameter(self, span: TextStretch) -> bool:
        return any(symbol.kind in _PARAMETERS for symbol in self.uses.get(span, ()))

    def _add(self, symbol: Symbol, position: int, span: TextStretch | None, kind: UseKind) -> None:
        if span is None:
            self.made.setdefault(symbol, position)
            return
        found = self.uses.setdefault(span, {})
        found[symbol] = min(found.get(symbol, kind), kind, key=_STRENGTH.index)

    def name_uses(self) -> list[NameUse]:
        """All uses in the order of files and places."""
        found = [NameUse(span, symbol, kind) for span, symbols in self.uses.items() for symbol, kind in symbols.items()]
        return sorted(found, key=lambda use: use.span)
