"""The names of an actor model: types, methods, variables and labels."""

from __future__ import annotations

from penstock.dialects.actors.nodes import (
    ActorType,
    Create,
    Looked,
    Method,
    Monitor,
    NetworkDeclaration,
    Observed,
    PassedBy,
    Tell,
    Test,
)
from penstock.dialects.actors.system import Body, Declared, Location, System
from penstock.insight.collecting import Collector
from penstock.insight.symbols import Symbol, SymbolKind, TextStretch, UseKind
from penstock.insight.unit_names import UnitNames, with_arguments
from penstock.insight.using import uses_of_references
from penstock.syntax.nodes import (
    Goto,
    Labelled,
    Ltl,
    Node,
    Reference,
    RemoteLabel,
    RemoteVariable,
    VariableDeclaration,
)


class ActorNames(UnitNames):
    def __init__(self, system: System, collector: Collector) -> None:
        super().__init__(system.program, collector)
        self.system = system
        self.symbols: dict[Location, Symbol] = {}
        self.labels: dict[tuple[str, str, str], Symbol] = {}

    def unit(self, unit: Node) -> None:
        super().unit(unit)
        if isinstance(unit, ActorType):
            self.declare_unit(SymbolKind.ACTOR, unit.name, unit.name_at, unit, unit.last)
            for method in unit.handlers:
                self._method(unit, method)
            self._states(unit)
        elif isinstance(unit, Monitor):
            self.declare_unit(SymbolKind.MONITOR, unit.name, unit.name_at, unit, unit.last)
            self._states(unit)
        elif isinstance(unit, Test):
            self.declare_unit(SymbolKind.TEST, unit.name, unit.name_at, unit, unit.last)

    def _states(self, unit: ActorType | Monitor) -> None:
        for state in unit.states:
            symbol = self.found.declare(
                SymbolKind.STATE, state.name, state.name_at, unit.name, (state.first, state.last)
            )
            symbol.scope = self.found.shown(unit.first, unit.last)
            self.labels[unit.name, "", state.name] = symbol

    def _method(self, owner: ActorType, method: Method) -> None:
        """A message may be for any actor: methods of the same name are one."""
        known = self.units.get((SymbolKind.METHOD, method.name))
        if known is not None:
            self.found.use(known, method.name_at, UseKind.DECLARATION)
            return
        symbol = self.declare_unit(SymbolKind.METHOD, method.name, method.name_at, method, method.body.last)
        symbol.owner = owner.name

    # -- declarations ------------------------------------------------------------------------

    def variables(self) -> None:
        parameters = {
            declarator.first
            for body in self.system.bodies
            for declaration in (body.method.parameters if body.method is not None else ())
            for declarator in declaration.variables
        }
        for declarator, location in self.system.declared.items():
            declared = self.system.variables[location]
            kind = _kind_of(location, declared, declarator.first in parameters)
            owner = location[1] if location[0] == "." else location[0]
            symbol = self.found.declare(kind, location[2], declarator.first, owner, (declarator.first, declarator.last))
            symbol.fact = declared
            self.symbols.setdefault(location, symbol)
        for body in self.system.bodies:
            self._body(body)
        outside = [unit for unit in self.program.units if isinstance(unit, VariableDeclaration | Ltl)]
        self._references(None, [node for unit in outside for node in with_arguments(unit)])

    def _body(self, body: Body) -> None:
        scope = self._scope(body)
        for location, symbol in self.symbols.items():
            if location[:2] == body.key or (location[0], location[1].rstrip("'")) == body.key:
                symbol.scope = scope
            elif body.owner is not None and location[:2] == (body.owner.name, ""):
                symbol.scope = self.found.shown(body.owner.first, body.owner.last)
        inside = [node for root in body.roots for node in with_arguments(root)]
        self._references(body, inside)
        self._labels(body, inside, scope)

    def _scope(self, body: Body) -> TextStretch:
        first = body.method.first if body.method is not None else body.sequence.first
        return self.found.shown(first, body.sequence.last)

    def _references(self, body: Body | None, nodes: list[Node]) -> None:
        kinds = uses_of_references(nodes)
        members = {node.member for node in nodes if isinstance(node, Reference) and node.member is not None}
        members |= {node.variable for node in nodes if isinstance(node, RemoteVariable)}
        for node in nodes:
            part: Reference | None = node if isinstance(node, Reference) and node not in members else None
            places = self.system.places(body, part) if part is not None else []
            for place in places:
                if part is not None and place is not None and place in self.symbols:
                    self.found.use(self.symbols[place], part.first, kinds.get(part, UseKind.READ))
                part = part.member if part is not None else None

    def _labels(self, body: Body, nodes: list[Node], scope: TextStretch) -> None:
        for node in nodes:
            if isinstance(node, Labelled):
                symbol = self.found.declare(SymbolKind.LABEL, node.label, node.first, body.key[0])
                symbol.scope = scope
                self.labels[(*body.key, node.label)] = symbol
        for node in nodes:
            if isinstance(node, Goto):
                goal = self.labels.get((*body.key, node.label)) or self.labels.get((body.key[0], "", node.label))
                if goal is not None:
                    self.found.use(goal, node.last, UseKind.JUMP)

    # -- uses --------------------------------------------------------------------------------

    def node(self, node: Node) -> None:
        super().node(node)
        match node:
            case Create():
                self.use_unit(SymbolKind.ACTOR, node.type, node.type_at, UseKind.RUN)
            case Tell():
                self.use_unit(SymbolKind.METHOD, node.method, node.method_at, UseKind.SEND)
            case PassedBy():
                self.use_unit(SymbolKind.METHOD, node.name, node.first, UseKind.NAME)
            case Observed():
                self.use_unit(SymbolKind.ACTOR, node.type, node.first, UseKind.NAME)
                self.use_unit(SymbolKind.METHOD, node.name, node.last, UseKind.NAME)
            case Monitor():
                for state in node.states:
                    for handler in state.handlers:
                        self.use_unit(SymbolKind.METHOD, handler.name, handler.name_at, UseKind.NAME)
            case NetworkDeclaration():
                for message in node.messages:
                    self.use_unit(SymbolKind.METHOD, message.text, message.first, UseKind.NAME)
            case Looked():
                for kind in (SymbolKind.MONITOR, SymbolKind.FORMULA):
                    self.use_unit(kind, node.name, node.first, UseKind.NAME)
            case RemoteLabel():
                self.use_unit(SymbolKind.ACTOR, node.proctype, node.first, UseKind.NAME)
                for (owner, _, name), symbol in self.labels.items():
                    if (owner, name) == (node.proctype, node.label):
                        self.found.use(symbol, node.last, UseKind.NAME)
            case RemoteVariable():
                self.use_unit(SymbolKind.ACTOR, node.proctype, node.first, UseKind.NAME)
                self._remote(node)

    def _remote(self, node: RemoteVariable) -> None:
        for location, symbol in self.symbols.items():
            if (location[0], location[2]) == (node.proctype, node.variable.name):
                self.found.use(symbol, node.variable.first, UseKind.READ)

    def subtype(self, name: str, subtype: str, first: int, last: int) -> None:
        at = self.token(subtype, first, last)
        if name != "actor":
            super().subtype(name, subtype, first, last)
        elif at is not None:
            self.use_unit(SymbolKind.ACTOR, subtype, at, UseKind.NAME)


def _kind_of(location: Location, declared: Declared, parameter: bool) -> SymbolKind:
    if location[0] == ".":
        return SymbolKind.FIELD
    if parameter:
        return SymbolKind.PARAMETER
    return SymbolKind.CHANNEL if declared.type == "chan" else SymbolKind.VARIABLE
