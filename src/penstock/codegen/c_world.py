"""All C of a program: what its pieces outside processes declare, and which of its variables several processes share.

One process at a time has the turn; C that only its own process notices runs outside the turns, because it may wait for
the outside world.  A variable that one process writes and another one touches is contested: code that writes it keeps
the turn, code that only reads it takes a copy along.  A function that reads it cannot: if it has several writers, the
turn is kept for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from penstock.codegen.c_access import Access, access_of, with_calls
from penstock.codegen.c_units import CVariable, Unit, UnitReader
from penstock.codegen.fragments import statements_in
from penstock.codegen.naming import c_name
from penstock.resolve import Model
from penstock.resolve.processes import instance_count
from penstock.resolve.symbols import ProcessNames
from penstock.syntax.nodes import (
    Assignment,
    CCode,
    CExpression,
    Do,
    For,
    ForEach,
    Goto,
    Init,
    Node,
    Proctype,
    Reference,
    Run,
)
from penstock.syntax.walk import runs_in, walk


@dataclass(eq=False)
class CWorld:
    """`units` are with the node that they come from; `touching` says for a variable which processes touch it."""

    units: list[tuple[CCode, Unit]]
    variables: dict[str, CVariable]
    functions: dict[str, Access]
    types: frozenset[str]
    macros: Mapping[str, frozenset[str]]
    touching: dict[str, frozenset[str]] = field(default_factory=dict)
    contested: frozenset[str] = frozenset()
    rivalled: frozenset[str] = frozenset()
    """Those among the contested variables that several processes write."""
    begun: frozenset[str] = frozenset()
    """What is written while initial values are computed, before the processes start."""

    def access(self, text: str) -> Access:
        """What a piece of C in a process does, with all that it calls."""
        own = self._own_access(text)
        kept = frozenset(f"block.{name}" for name in own.kept)
        return with_calls(Access(own.reads, own.writes, own.calls, kept), self.functions)

    def _own_access(self, text: str) -> Access:
        arrays = frozenset(name for name, found in self.variables.items() if not found.like)
        return access_of(statements_in(text, self.types), text, arrays)

    def keeps_turn(self, text: str) -> bool:
        """Whether a piece of C may do what other processes would notice while it runs."""
        access = self.access(text)
        if (access.writes | access.kept) & self.contested:
            return True
        taken = {variable.name for variable in self.taken_along(text)}
        return bool((access.reads & self.rivalled) - taken)

    def taken_along(self, text: str) -> list[CVariable]:
        """Contested variables whose values a piece of C can take along: it names them itself, and only reads."""
        own = self._own_access(text)
        called = with_calls(Access(calls=own.calls), self.functions)
        names = (own.reads & self.contested) - own.writes - called.reads - called.writes
        return [self.variables[name] for name in sorted(names) if self.variables[name].like]


def c_world(model: Model) -> CWorld:
    reader = UnitReader(map(c_name, model.types), (c_name(variable.name) for variable in model.globals))
    units = [
        (node, unit)
        for node in model.syntax.program.units
        if isinstance(node, CCode)
        for unit in reader.read(node.text)
    ]
    variables = {variable.name: variable for _, unit in units for variable in unit.variables}
    arrays = frozenset(name for name, found in variables.items() if not found.like)
    functions = {name: access_of(*found, arrays) for _, unit in units for name, found in unit.functions.items()}
    for _, unit in units:
        unit.drop_announced(functions)
    world = CWorld(units, variables, functions, frozenset(reader.types), reader.macros)
    _note_sharing(model, world)
    world.begun = _begun(world)
    return world


def _note_sharing(model: Model, world: CWorld) -> None:
    """Find out who touches which variable, and which ones are contested."""
    touched: dict[str, set[str]] = {}
    writers: dict[str, set[str]] = {}
    for process in model.processes.values():
        if not isinstance(process.node, Proctype | Init):
            continue
        access = _of_process(process, world)
        instances = [process.name, f"{process.name} again"] if _is_several(model, process) else [process.name]
        for name in access.reads | access.writes | access.kept:
            touched.setdefault(name, set()).update(instances)
        for name in access.writes | access.kept:
            writers.setdefault(name, set()).update(instances)
    known = set(world.variables) | {name for name in writers if "." in name}
    world.touching = {name: frozenset(found) for name, found in touched.items() if name in known}
    world.contested = frozenset(name for name, found in world.touching.items() if name in writers and len(found) > 1)
    world.rivalled = frozenset(name for name in world.contested if len(writers[name]) > 1)


def _begun(world: CWorld) -> frozenset[str]:
    texts = [text for _, unit in world.units for text in unit.begin if not text.startswith("#")]
    found = [world.access(text) for text in texts]
    return frozenset(name for access in found for name in access.writes | access.kept)


def _of_process(process: ProcessNames, world: CWorld) -> Access:
    access = Access()
    for node in walk(process.node):
        if isinstance(node, CCode | CExpression):
            access |= world.access(node.text)
        elif isinstance(node, Assignment):
            access |= Access(writes=frozenset((node.target.name,)))
        elif isinstance(node, Reference):
            access |= Access(reads=frozenset((node.name,)))
    return access


def _is_several(model: Model, process: ProcessNames) -> bool:
    """Whether there may be more than one process of a type."""
    if not isinstance(process.node, Proctype):
        return False
    count = instance_count(model, process.node)
    for unit in model.syntax.program.units:
        again = 1 if isinstance(unit, Init) else 2
        if any(isinstance(node, Goto) for node in walk(unit)):
            again = 2
        loops = [node for node in walk(unit) if isinstance(node, Do | For | ForEach)]
        repeated = {id(run) for loop in loops for run in _runs(loop, process.name)}
        count += sum(2 if id(run) in repeated else again for run in _runs(unit, process.name))
    return count > 1


def _runs(node: Node, name: str) -> Iterable[Run]:
    return (found for found in runs_in(node) if found.proctype == name)
