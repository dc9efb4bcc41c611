"""Values that can no longer matter, found as SPIN's verifier finds them.

A local variable is dead at a place if every way on from there sets it before it is read.  SPIN sets
it to 0 in the step that used it last, so that states which differ in nothing else are one.  The rules
here are SPIN's to the letter, since the number of states depends on them: only scalars that are used
without an index; after a read only in conditions and receives; never inside a `d_step`.
"""

from __future__ import annotations

from collections.abc import Iterable

from penstock.budget import check
from penstock.control import Automaton, Edge
from penstock.control.flat import Place, flat_steps
from penstock.graphs import descend, grouped
from penstock.resolve import Model
from penstock.resolve.symbols import PREDEFINED, Variable
from penstock.syntax.nodes import (
    Assert,
    Assignment,
    CExpression,
    Condition,
    Constant,
    Eval,
    InlineCall,
    Node,
    Poll,
    Print,
    PrintMtype,
    Receive,
    Reference,
    RemoteLabel,
    RemoteVariable,
    Send,
    SetPriority,
)
from penstock.syntax.walk import children, indices


def dead_after(model: Model, automaton: Automaton) -> dict[Edge, tuple[Variable, ...]]:
    """For each edge the locals that SPIN resets in it."""
    uses = {edge: _Uses(model, edge) for edge in automaton.edges}
    live = _live_places(model, automaton)
    resets: dict[Edge, tuple[Variable, ...]] = {}
    for edge, use in uses.items():
        alive = live.get((0, edge.target), set())
        resets[edge] = tuple(variable for variable in use.resettable(edge) if variable not in alive)
    return resets


class _Uses:
    """The scalar locals that a statement reads and writes."""

    def __init__(self, model: Model, edge: Edge) -> None:
        check()
        self.model = model
        self.read: dict[Variable, None] = {}
        self.written: dict[Variable, None] = {}
        if edge.inner is None:
            self._statement(edge.statement)

    def resettable(self, edge: Edge) -> list[Variable]:
        found: dict[Variable, None] = {}
        statement = edge.statement
        if isinstance(statement, Condition | Receive):
            found.update(self.read)
        zero = (
            isinstance(statement, Assignment) and isinstance(statement.value, Constant) and statement.value.value == 0
        )
        if not zero:
            found.update(self.written)
        return list(found)

    def _statement(self, statement: Node) -> None:
        match statement:
            case Assignment():
                self._note(statement.target, self.written)
                self._read(statement.value)
            case Receive():
                self._read(statement.channel)
                for pattern in statement.patterns:
                    if isinstance(pattern, Reference):
                        self._note(pattern, self.written)
                    elif isinstance(pattern, Eval):
                        self._read(pattern.value)
            case Send() | Condition() | Print() | PrintMtype() | Assert() | SetPriority():
                for child in children(statement):
                    self._read(child)

    def _read(self, value: Node) -> None:
        if isinstance(value, Reference):
            self._note(value, self.read)
        elif isinstance(value, Poll):
            self._read(value.channel)
            for pattern in value.patterns:
                if isinstance(pattern, Eval):
                    self._read(pattern.value)
        elif isinstance(value, RemoteVariable):
            if value.process is not None:
                self._read(value.process)
        elif not isinstance(value, RemoteLabel):
            for child in children(value):
                self._read(child)

    def _note(self, reference: Reference, uses: dict[Variable, None]) -> None:
        for index in indices(reference):
            self._read(index)
        variable = self.model.variables[reference]
        scalar = reference.index is None and variable.structure is None and variable.type != "chan"
        if scalar and variable.owner is not None:
            uses[variable] = None


def _live_places(model: Model, automaton: Automaton) -> dict[Place, set[Variable]]:
    """The variables whose value may still be read, for each place: backwards, until nothing changes."""
    steps = [
        (source, target, _Uses(model, edge) if edge is not None else None)
        for source, target, edge in flat_steps(automaton)
    ]
    before = grouped((target, (source, use)) for source, target, use in steps)
    live: dict[Place, set[Variable]] = {}
    for source, target, use in steps:
        live.setdefault(source, set()).update(use.read if use is not None else ())
        live.setdefault(target, set())
    waiting = list(live)
    while waiting:
        place = waiting.pop()
        check()
        for source, use in before.get(place, ()):
            through = live[place] - set(use.written) if use is not None else live[place]
            if not through <= live[source]:
                live[source] |= through
                waiting.append(source)
    return live


def unread_globals(model: Model) -> set[Variable]:
    """Global variables of a number type that nothing reads but `printf`: SPIN leaves them out of the state."""
    if model.nodes.has(CExpression):
        return set()
    units: tuple[Node, ...] = model.syntax.program.units
    nodes = (node for unit in units for node in descend(unit, _read_below))
    read = {model.variables[node] for node in nodes if isinstance(node, Reference) and node in model.variables}
    unread = {variable for variable in model.globals if variable.structure is None and variable.type != "chan"}
    return unread - read - set(PREDEFINED.values())


def _read_below(node: Node) -> Iterable[Node]:
    """What SPIN counts as read in a part of a model: not what is printed, and of a target only the indices."""
    match node:
        case Print():
            return ()
        case PrintMtype() if isinstance(node.value, Reference):
            return indices(node.value)
        case Assignment():
            return [*indices(node.target), *([node.value] if node.shorthand is None else ())]
        case InlineCall():
            return [node.body, *node.arguments]
        case _:
            return children(node)
