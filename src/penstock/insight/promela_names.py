"""The names of a model in Promela: variables, process types and labels."""

from __future__ import annotations

from penstock.insight.collecting import Collector
from penstock.insight.symbols import Symbol, SymbolKind, UseKind
from penstock.insight.unit_names import UnitNames
from penstock.insight.using import uses_of_references
from penstock.resolve.model import Model
from penstock.resolve.symbols import PREDEFINED, Label, ProcessNames, Variable
from penstock.syntax.cursor import TIMER
from penstock.syntax.nodes import Never, Node, Proctype, RemoteLabel, RemoteVariable, Run


class PromelaNames(UnitNames):
    def __init__(self, model: Model, collector: Collector) -> None:
        super().__init__(model.syntax.program, collector)
        self.model = model
        self.symbols: dict[Variable, Symbol] = {}
        self.labels: dict[Label, Symbol] = {}

    def unit(self, unit: Node) -> None:
        super().unit(unit)
        match unit:
            case Proctype():
                self.declare_unit(SymbolKind.PROCESS, unit.name, unit.name_at, unit, self.end_of(unit.body))
            case Never() if unit.name is not None:
                self.declare_unit(SymbolKind.CLAIM, unit.name, unit.first + 1, unit, self.end_of(unit.body))

    # -- declarations ------------------------------------------------------------------------

    def variables(self) -> None:
        for structure in self.model.types.values():
            for variable in structure.fields.values():
                self._variable(variable, structure.name)
        for variable in self.model.globals:
            self._variable(variable, "")
        for process in self.model.processes.values():
            self._process(process)
        self._references()

    def _process(self, process: ProcessNames) -> None:
        scope = self.found.shown(process.node.first, self.end_of(process.node.body))
        for variable in (*process.parameters, *process.locals):
            symbol = self._variable(variable, process.name)
            if symbol is not None:
                symbol.scope = scope
        for label in process.labels:
            if label.statement is not None:
                self.labels[label] = self.found.declare(SymbolKind.LABEL, label.name, label.at, process.name)
                self.labels[label].scope = scope
        for goto, label in process.targets.items():
            if label in self.labels:
                self.found.use(self.labels[label], goto.last, UseKind.JUMP)

    def _variable(self, variable: Variable, owner: str) -> Symbol | None:
        node = variable.declarator
        if node is None:
            return None
        kind = _kind_of(variable, owner)
        symbol = self.found.declare(kind, variable.name, variable.at, owner, (node.first, node.last))
        symbol.fact = symbol.fact or variable
        self.symbols[variable] = symbol
        return symbol

    # -- uses --------------------------------------------------------------------------------

    def _references(self) -> None:
        kinds = uses_of_references(self.nodes())
        for reference, variable in self.model.variables.items():
            symbol = self.symbols.get(variable) or self._predefined(variable)
            if symbol is not None:
                self.found.use(symbol, reference.first, kinds.get(reference, UseKind.READ))

    def _predefined(self, variable: Variable) -> Symbol | None:
        if PREDEFINED.get(variable.name) is not variable:
            return None
        own = Symbol(SymbolKind.VARIABLE, variable.name, None, fact=variable)
        return self.symbols.setdefault(variable, self.found.symbols.setdefault(variable, own))

    def node(self, node: Node) -> None:
        super().node(node)
        match node:
            case Run():
                self.use_unit(SymbolKind.PROCESS, node.proctype, node.first + 1, UseKind.RUN)
            case RemoteLabel() | RemoteVariable():
                self.use_unit(SymbolKind.PROCESS, node.proctype, node.first, UseKind.NAME)
                if isinstance(node, RemoteLabel):
                    self._remote_label(node)

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
