"""All names of a reading: which one stands at a place, and where else it stands."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from penstock.diagnostics.record import Diagnostics
from penstock.dialects.actors.translation import read_system
from penstock.insight.actor_names import ActorNames
from penstock.insight.collecting import Collector
from penstock.insight.macro_names import OWN_TEXTS, collect_macros, unread_bodies
from penstock.insight.promela_names import PromelaNames
from penstock.insight.symbols import NameUse, Symbol, SymbolKind, TextStretch, UseKind
from penstock.insight.unit_names import UnitNames
from penstock.reading.languages import is_actor_model
from penstock.reading.reading import Reading, read
from penstock.resolve.model import Model
from penstock.source import Sources
from penstock.syntax.layout import TokenTable
from penstock.syntax.lexer import NAME
from penstock.syntax.macros import Directives
from penstock.syntax.nodes import InlineDefinition, Program

_EVERYWHERE = (
    SymbolKind.VARIABLE,
    SymbolKind.CHANNEL,
    SymbolKind.TIMER,
    SymbolKind.PROCESS,
    SymbolKind.ACTOR,
    SymbolKind.INLINE,
    SymbolKind.MACRO,
    SymbolKind.TYPE,
    SymbolKind.MESSAGE,
)


class Index:
    """The symbols of a model and their uses, in the order of the text."""

    def __init__(
        self,
        found: Collector,
        program: Program,
        directives: Directives,
        codes: tuple[str, ...],
        model: Model | None = None,
    ) -> None:
        self.model = model
        """What was understood, with timers as they are written; None for actors, which have a tree of their own."""
        self.codes = codes
        """Those of all findings about the text."""
        self.sources = found.sources
        self.stretch = found.shown
        """From the first to the last of some tokens, as a stretch of a text."""
        self.tokens = found.tokens
        self.program = program
        self.directives = directives
        self._named = found.named
        self.symbols = [one for one in found.symbols.values() if one.where is None or one.where.file not in OWN_TEXTS]
        self.uses = found.name_uses()
        self.made = found.made
        self._by_symbol: defaultdict[Symbol, list[NameUse]] = defaultdict(list)
        self._by_file: defaultdict[str, list[NameUse]] = defaultdict(list)
        for use in self.uses:
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

    def declarations(self, symbol: Symbol) -> list[NameUse]:
        return [use for use in self.of(symbol) if use.kind is UseKind.DECLARATION]

    def span_of(self, position: int, length: int) -> TextStretch:
        position = self.sources.shown(position)
        file = self.sources.file_at(position)
        return TextStretch(self._named(file.name), position - file.base, position - file.base + length)

    def left_out(self, file: str) -> list[TextStretch]:
        """What the preprocessor leaves out of a file, line by line."""
        found: list[TextStretch] = []
        for start, end in self.directives.skipped:
            whole = self.span_of(start, end - start)
            if whole.file == file:
                found.extend(self._lines(start, end, whole))
        return found

    def _lines(self, start: int, end: int, whole: TextStretch) -> Iterator[TextStretch]:
        origin = self.sources.file_at(start)
        at = whole.start
        for line in origin.text[start - origin.base : end - origin.base].splitlines(keepends=True):
            blanks = len(line) - len(line.lstrip())
            if line.strip():
                yield TextStretch(whole.file, at + blanks, at + len(line.rstrip()))
            at += len(line)

    def in_file(self, file: str) -> list[NameUse]:
        return self._by_file.get(file, [])

    def named(self, name: str, *kinds: SymbolKind) -> list[Symbol]:
        return [symbol for symbol in self.symbols if symbol.name == name and (not kinds or symbol.kind in kinds)]


def index_of(reading: Reading, named: Callable[[str], str] = str) -> Index:
    """The names of a reading; `named` tells what whoever asks calls a file."""
    codes = tuple(sorted(record.code for record in reading.diagnostics.records))
    if is_actor_model(reading.source.shown):
        return _actor_index(reading, named, codes)
    if reading.model.wording.clock:
        # Timers are in plain Promela already: the names are those of the text before.
        reading = read(replace(reading.wanted, lowered=False, opening=None), include=reading.include)
    model = reading.model
    found = Collector(model.sources, model.syntax.tokens, named)
    return _index(found, PromelaNames(model, found), model.syntax.directives, codes, model)


def _actor_index(reading: Reading, named: Callable[[str], str], codes: tuple[str, ...]) -> Index:
    sources = Sources()
    file = sources.add(reading.source.shown, reading.text)
    system = read_system(file, Diagnostics(sources), reading.include, reading.source.definitions)
    found = Collector(sources, system.tokens, named)
    return _index(found, ActorNames(system, found), system.directives, codes)


def _index(
    found: Collector, names: UnitNames, directives: Directives, codes: tuple[str, ...], model: Model | None = None
) -> Index:
    collect_macros(directives, found)
    names.run()
    everywhere: dict[str, Symbol] = {}
    for symbol in found.symbols.values():
        if symbol.kind in _EVERYWHERE and symbol.scope is None:
            everywhere.setdefault(symbol.name, symbol)
    for name, position in (*unread_bodies(directives), *_uncalled(names.program, found.tokens, found)):
        if name in everywhere:
            found.use_at(everywhere[name], position, UseKind.NAME)
    return Index(found, names.program, directives, codes, model)


def _uncalled(program: Program, tokens: TokenTable, found: Collector) -> Iterable[tuple[str, int]]:
    """The names in inlines that are never called: nothing has read them."""
    called = {symbol.name for uses in found.uses.values() for symbol, kind in uses.items() if kind is UseKind.CALL}
    for unit in program.units:
        if isinstance(unit, InlineDefinition) and unit.name not in called:
            for kind, text, position in tokens.inline_bodies.get(unit.last, ()):
                if kind == NAME and text not in unit.parameters:
                    yield text, position
