"""The names of a model in Promela: what each is declared as, and how it is used."""

from __future__ import annotations

from collections.abc import Iterator

from penstock.insight.collecting import Collector
from penstock.insight.symbols import Symbol, SymbolKind, UseKind
from penstock.insight.using import uses_of_references
from penstock.resolve.model import Model
from penstock.resolve.symbols import PREDEFINED, Label, ProcessNames, Variable
from penstock.syntax.cursor import TIMER
from penstock.syntax.nodes import (
    Constant,
    FieldType,
    Init,
    InlineCall,
    InlineDefinition,
    Ltl,
    MtypeDeclaration,
    Never,
    Node,
    Proctype,
    RemoteLabel,
    RemoteVariable,
    Run,
    Trace,
    Typedef,
    VariableDeclaration,
)
from penstock.syntax.walk import walk


class PromelaNames:
    """Walks a model and tells the collector."""

    def __init__(self, model: Model, collector: Collector) -> None:
        self.model = model
        self.found = collector
        self.texts = model.syntax.tokens.texts
        self.end = model.syntax.end
        self.variables: dict[Variable, Symbol] = {}
        self.units: dict[tuple[SymbolKind, str], Symbol] = {}
        self.labels: dict[Label, Symbol] = {}

    def run(self) -> None:
        self._inline_parameters()
        self._units()
        for structure in self.model.types.values():
            for variable in structure.fields.values():
                self._variable(variable, structure.name)
        for variable in self.model.globals:
            self._variable(variable, "")
        for process in self.model.processes.values():
            self._process(process)
        self._references()
        for node in self.nodes():
            self._node(node)

    def nodes(self) -> Iterator[Node]:
        """All nodes, with those that are written as arguments of inlines."""
        for unit in self.model.syntax.program.units:
            for node in walk(unit):
                yield node
                if isinstance(node, InlineCall):
                    for argument in (*node.arguments, *([node.result] if node.result is not None else [])):
                        yield from walk(argument)

    # -- declarations ------------------------------------------------------------------------

    def _inline_parameters(self) -> None:
        """First of all: what stands for them in a call is not what is written there."""
        for unit in self.model.syntax.program.units:
            if isinstance(unit, InlineDefinition):
                self._parameters_of(unit)

    def _parameters_of(self, unit: InlineDefinition) -> None:
        symbols = {}
        for at in range(unit.name_at + 1, unit.last):
            if self.texts[at] in unit.parameters:
                name = self.texts[at]
                symbols[name] = self.found.declare(SymbolKind.INLINE_PARAMETER, name, at, unit.name)
        for _, text, position in self.model.syntax.tokens.inline_bodies.get(unit.last, ()):
            if text in symbols:
                self.found.use_at(symbols[text], position, UseKind.READ)

    def _units(self) -> None:
        for unit in self.model.syntax.program.units:
            match unit:
                case Proctype():
                    self._unit(SymbolKind.PROCESS, unit.name, unit.name_at, unit)
                case Typedef():
                    self._unit(SymbolKind.TYPE, unit.name, unit.name_at, unit)
                case InlineDefinition():
                    self._unit(SymbolKind.INLINE, unit.name, unit.name_at, unit)
                case MtypeDeclaration():
                    self._message_types(unit)
                case Ltl() if unit.name is not None:
                    self._unit(SymbolKind.FORMULA, unit.name, unit.first + 1, unit)
                case Never() if unit.name is not None:
                    self._unit(SymbolKind.CLAIM, unit.name, unit.first + 1, unit)

    def _unit(self, kind: SymbolKind, name: str, at: int, unit: Node) -> Symbol:
        symbol = self.found.declare(kind, name, at, "", (unit.first, self._last(unit)))
        symbol.fact = unit
        self.units.setdefault((kind, name), symbol)
        return symbol

    def _last(self, unit: Node) -> int:
        """The last token of a unit; that of a process is the brace behind its body."""
        if not isinstance(unit, Proctype | Init | Never | Trace):
            return unit.last
        body = unit.body
        return min(body.last + 1, self.end) if self.texts[body.last] != "}" else body.last

    def _message_types(self, unit: MtypeDeclaration) -> None:
        if unit.subtype is not None:
            self._set_of_message_types(unit.subtype, unit.first, unit.last)
        for name in unit.names:
            symbol = self.found.declare(SymbolKind.MESSAGE, name.name or "", name.first, unit.subtype or "")
            symbol.fact = name
            self.units.setdefault((SymbolKind.MESSAGE, symbol.name), symbol)

    def _set_of_message_types(self, name: str, first: int, last: int) -> None:
        """`mtype:name`; the first place where it is named counts as its declaration."""
        at = self._token(name, first + 1, last)
        known = self.units.get((SymbolKind.MESSAGE_SET, name))
        if at is not None and known is None:
            self.units[SymbolKind.MESSAGE_SET, name] = self.found.declare(SymbolKind.MESSAGE_SET, name, at)
        elif at is not None and known is not None:
            self.found.use(known, at, UseKind.NAME)

    def _token(self, text: str, first: int, last: int) -> int | None:
        return next((at for at in range(first, last + 1) if self.texts[at] == text), None)

    def _process(self, process: ProcessNames) -> None:
        for variable in (*process.parameters, *process.locals):
            self._variable(variable, process.name)
        for label in process.labels:
            if label.statement is not None:
                self.labels[label] = self.found.declare(SymbolKind.LABEL, label.name, label.at, process.name)
        for goto, label in process.targets.items():
            if label in self.labels:
                self.found.use(self.labels[label], goto.last, UseKind.JUMP)

    def _variable(self, variable: Variable, owner: str) -> None:
        if variable.declarator is None:
            return
        node = variable.declarator
        symbol = self.found.declare(
            _kind_of(variable, owner), variable.name, variable.at, owner, (node.first, node.last)
        )
        symbol.fact = symbol.fact or variable
        self.variables[variable] = symbol

    # -- uses --------------------------------------------------------------------------------

    def _references(self) -> None:
        kinds = uses_of_references(self.nodes())
        for reference, variable in self.model.variables.items():
            symbol = self.variables.get(variable) or self._predefined(variable)
            if symbol is not None:
                self.found.use(symbol, reference.first, kinds.get(reference, UseKind.READ))

    def _predefined(self, variable: Variable) -> Symbol | None:
        if PREDEFINED.get(variable.name) is not variable:
            return None
        symbol = self.found.symbols.setdefault(
            variable, Symbol(SymbolKind.VARIABLE, variable.name, None, fact=variable)
        )
        return self.variables.setdefault(variable, symbol)

    def _node(self, node: Node) -> None:
        match node:
            case Constant() if node.name is not None:
                self._use(SymbolKind.MESSAGE, node.name, node.first, UseKind.READ)
            case Run():
                self._use(SymbolKind.PROCESS, node.proctype, node.first + 1, UseKind.RUN)
            case RemoteLabel() | RemoteVariable():
                self._use(SymbolKind.PROCESS, node.proctype, node.first, UseKind.NAME)
                if isinstance(node, RemoteLabel):
                    self._remote_label(node)
            case VariableDeclaration():
                self._type(
                    node.type, node.subtype, node.first, node.variables[0].first if node.variables else node.last
                )
            case FieldType():
                self._type(node.type, node.subtype, node.first, node.last)
            case InlineCall():
                at = self._token(node.name, node.first, node.last)
                self._use(SymbolKind.INLINE, node.name, at if at is not None else node.first, UseKind.CALL)

    def _use(self, kind: SymbolKind, name: str, at: int, use: UseKind) -> None:
        symbol = self.units.get((kind, name))
        if symbol is not None and self.texts[at] == name:
            self.found.use(symbol, at, use)

    def _type(self, name: str, subtype: str | None, first: int, last: int) -> None:
        at = self._token(name, first, last)
        if at is not None:
            self._use(SymbolKind.TYPE, name, at, UseKind.NAME)
        if subtype is not None:
            self._set_of_message_types(subtype, first, last)

    def _remote_label(self, node: RemoteLabel) -> None:
        process = next((found for found in self.model.processes.values() if found.name == node.proctype), None)
        label = process.find_label(node.label) if process is not None else None
        if label is not None and label in self.labels:
            self.found.use(self.labels[label], node.last, UseKind.NAME)


def _kind_of(variable: Variable, owner: str) -> SymbolKind:
    if variable.owner is None and owner:
        return SymbolKind.FIELD
    if variable.parameter:
        return SymbolKind.PARAMETER
    if variable.type == TIMER:
        return SymbolKind.TIMER
    return SymbolKind.CHANNEL if variable.type == "chan" else SymbolKind.VARIABLE
