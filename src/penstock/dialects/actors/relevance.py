"""Values that decide something: what happens, or whether an assertion or formula holds.

A value that is only stored, handed on and printed decides nothing.  Messages that differ in such values only are alike
for every property, so that it does not matter which of them is handled first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from penstock.dialects.actors.inference import Inference
from penstock.dialects.actors.nodes import Create, Method, Tell
from penstock.dialects.actors.system import Body, Location, System, parameters_of
from penstock.graphs import reachable
from penstock.syntax.nodes import (
    Assert,
    Assignment,
    Binary,
    Condition,
    Conditional,
    Expression,
    For,
    Ltl,
    Node,
    Receive,
    Reference,
    RemoteVariable,
    Select,
    Send,
    SetPriority,
    SetTimer,
    VariableDeclaration,
)
from penstock.syntax.walk import walk

Flow = tuple[Location, tuple[Location, ...]]
"""A variable, and those that its value may come from."""


def relevant_variables(system: System, inference: Inference) -> set[Location]:
    """The variables whose values decide something, directly or after being handed on."""
    found = set(_claimed(system))
    sources: defaultdict[Location, list[Location]] = defaultdict(list)
    for body in system.bodies:
        for clause in body.method.clauses if body.method is not None else ():
            found.update(_read(system, body, clause.condition))
        for node in body.nodes:
            found.update(_decisive(system, body, node))
            for target, read in _flows(system, inference, body, node):
                sources[target].extend(read)
    for target, source in system.observations:
        sources[target].append(source)
    return reachable(found, sources.__getitem__)


def _read(system: System, body: Body | None, node: Node | Expression) -> Iterator[Location]:
    for inner in walk(node):
        if isinstance(inner, RemoteVariable):
            yield from system.remote(inner)
        elif isinstance(inner, Reference) and (location := system.location(body, inner)) is not None:
            yield location


def _claimed(system: System) -> Iterator[Location]:
    """What formulas look at."""
    for unit in system.program.units:
        if isinstance(unit, Ltl):
            yield from _read(system, None, unit)


def _decisive(system: System, body: Body, node: Node) -> Iterable[Location]:
    """The variables that a node looks at in order to decide."""
    match node:
        case Condition() | Assert() | Select() | Send() | Receive() | SetPriority() | SetTimer():
            return _read(system, body, node)
        case For():
            return [place for part in (node.low, node.high) for place in _read(system, body, part)]
        case Tell():
            decisive = [node.target, *([node.delay] if node.delay is not None else [])]
            return [place for part in decisive for place in _read(system, body, part)]
        case Conditional():
            return _read(system, body, node.condition)
        case Binary(operator="/" | "%" | "<<" | ">>"):
            return _read(system, body, node.right)  # it may be wrong to divide by it
        case Reference() if node.index is not None:
            return _read(system, body, node.index)
        case _:
            return ()


def _flows(system: System, inference: Inference, body: Body, node: Node) -> Iterator[Flow]:
    match node:
        case Assignment():
            if (target := system.location(body, node.target)) is not None:
                yield target, tuple(_read(system, body, node.value))
        case VariableDeclaration():
            for variable in node.variables:
                if variable.initial is not None:
                    yield system.declared[variable], tuple(_read(system, body, variable.initial))
        case Create():
            owner = system.types.get(node.type)
            if owner is not None:
                yield from _passed(system, body, (owner.name, "init"), owner.init, node.arguments)
        case Tell():
            for owner_name, method in inference.handlers(body, node):
                yield from _passed(system, body, (owner_name, method.key), method, node.arguments)


def _passed(
    system: System, body: Body, scope: tuple[str, str], method: Method | None, arguments: tuple[Expression, ...]
) -> Iterator[Flow]:
    for (_, name, _), argument in zip(parameters_of(method), arguments, strict=False):
        yield (*scope, name), tuple(_read(system, body, argument))
