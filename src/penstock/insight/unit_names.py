"""Names that every dialect has: inlines, types, message types, formulas; what they are declared as, and how used."""

from __future__ import annotations

from collections.abc import Iterator

from penstock.insight.collecting import Collector
from penstock.insight.symbols import Symbol, SymbolKind, TextStretch, UseKind
from penstock.syntax.nodes import (
    Constant,
    FieldType,
    InlineCall,
    InlineDefinition,
    Ltl,
    MtypeDeclaration,
    Node,
    Program,
    Typedef,
    VariableDeclaration,
)
from penstock.syntax.walk import walk


class UnitNames:
    """Walks a tree and tells the collector."""

    def __init__(self, program: Program, collector: Collector) -> None:
        self.program = program
        self.found = collector
        self.tokens = collector.tokens
        self.texts = collector.tokens.texts
        self.units: dict[tuple[SymbolKind, str], Symbol] = {}

    def run(self) -> None:
        self._inline_parameters()
        for unit in self.program.units:
            self.unit(unit)
        self.variables()
        for node in self.nodes():
            self.node(node)

    def variables(self) -> None:
        """Variables and labels: each dialect knows its own."""
        raise NotImplementedError

    def nodes(self) -> Iterator[Node]:
        """All nodes, with those that are written as arguments of inlines."""
        for unit in self.program.units:
            yield from with_arguments(unit)

    # -- declarations ------------------------------------------------------------------------

    def _inline_parameters(self) -> None:
        """First of all: what stands for them in a call is not what is written there."""
        for unit in self.program.units:
            if isinstance(unit, InlineDefinition):
                self._parameters_of(unit)

    def _parameters_of(self, unit: InlineDefinition) -> None:
        symbols = {}
        for at in range(unit.name_at + 1, unit.last):
            if self.texts[at] in unit.parameters:
                name = self.texts[at]
                symbols[name] = self.found.declare(SymbolKind.INLINE_PARAMETER, name, at, unit.name)
        for _, text, position in self.tokens.inline_bodies.get(unit.last, ()):
            if text in symbols:
                self.found.use_at(symbols[text], position, UseKind.READ)

    def unit(self, unit: Node) -> None:
        match unit:
            case Typedef():
                self.declare_unit(SymbolKind.TYPE, unit.name, unit.name_at, unit, unit.last)
            case InlineDefinition():
                symbol = self.declare_unit(SymbolKind.INLINE, unit.name, unit.name_at, unit, unit.last)
                self._with_body(symbol, unit)
            case MtypeDeclaration():
                self._message_types(unit)
            case Ltl() if unit.name is not None:
                self.declare_unit(SymbolKind.FORMULA, unit.name, unit.first + 1, unit, unit.last)

    def declare_unit(self, kind: SymbolKind, name: str, at: int, unit: Node, last: int) -> Symbol:
        symbol = self.found.declare(kind, name, at, "", (unit.first, last))
        symbol.fact = symbol.fact or unit
        self.units.setdefault((kind, name), symbol)
        return symbol

    def _with_body(self, symbol: Symbol, unit: InlineDefinition) -> None:
        """The body of an inline is kept apart from the other tokens; its brace follows the last of them."""
        body = self.tokens.inline_bodies.get(unit.last)
        if not body:
            return
        last = self.found.span(body[-1][2], body[-1][1])
        if last is not None and symbol.whole is not None and last.file == symbol.whole.file:
            symbol.whole = TextStretch(last.file, symbol.whole.start, self.found.closing_brace(body[-1][2], last.end))

    def end_of(self, body: Node) -> int:
        """The token that closes a body."""
        last = body.last if self.texts[body.last] == "}" else min(body.last + 1, len(self.texts) - 1)
        return last if self.texts[last] else body.last

    def _message_types(self, unit: MtypeDeclaration) -> None:
        if unit.subtype is not None:
            self._set_of_message_types(unit.subtype, unit.first, unit.last)
        for name in unit.names:
            symbol = self.found.declare(SymbolKind.MESSAGE, name.name or "", name.first, unit.subtype or "")
            symbol.fact = name
            self.units.setdefault((SymbolKind.MESSAGE, symbol.name), symbol)

    def _set_of_message_types(self, name: str, first: int, last: int) -> None:
        """`mtype:name`; the first place where it is named counts as its declaration."""
        at = self.token(name, first + 1, last)
        known = self.units.get((SymbolKind.MESSAGE_SET, name))
        if at is not None and known is None:
            self.units[SymbolKind.MESSAGE_SET, name] = self.found.declare(SymbolKind.MESSAGE_SET, name, at)
        elif at is not None and known is not None:
            self.found.use(known, at, UseKind.NAME)

    def token(self, text: str, first: int, last: int) -> int | None:
        return next((at for at in range(first, last + 1) if self.texts[at] == text), None)

    # -- uses --------------------------------------------------------------------------------

    def node(self, node: Node) -> None:
        match node:
            case Constant() if node.name is not None:
                self.use_unit(SymbolKind.MESSAGE, node.name, node.first, UseKind.READ)
            case VariableDeclaration():
                self._type(
                    node.type, node.subtype, node.first, node.variables[0].first if node.variables else node.last
                )
            case FieldType():
                self._type(node.type, node.subtype, node.first, node.last)
            case InlineCall():
                at = self.token(node.name, node.first, node.last)
                self.use_unit(SymbolKind.INLINE, node.name, at if at is not None else node.first, UseKind.CALL)

    def use_unit(self, kind: SymbolKind, name: str, at: int, use: UseKind) -> None:
        symbol = self.units.get((kind, name))
        if symbol is not None and self.texts[at] == name:
            self.found.use(symbol, at, use)

    def _type(self, name: str, subtype: str | None, first: int, last: int) -> None:
        at = self.token(name, first, last)
        if at is not None:
            self.use_unit(SymbolKind.TYPE, name, at, UseKind.NAME)
        if subtype is not None:
            self.subtype(name, subtype, first, last)

    def subtype(self, _name: str, subtype: str, first: int, last: int) -> None:
        self._set_of_message_types(subtype, first, last)


def with_arguments(node: Node) -> Iterator[Node]:
    """What is below a node, with what is written as arguments of inlines."""
    for inner in walk(node):
        yield inner
        if isinstance(inner, InlineCall):
            for argument in (*inner.arguments, *([inner.result] if inner.result is not None else [])):
                yield from walk(argument)
