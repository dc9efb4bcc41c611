"""How many processes of each type there can be: each `run` counts as often as its step can be taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from penstock.control import Automaton, Edge
from penstock.graphs import components
from penstock.resolve import Model
from penstock.resolve.constants import constant_value
from penstock.resolve.processes import instance_count
from penstock.resolve.symbols import ProcessNames
from penstock.syntax.nodes import (
    Assignment,
    CCode,
    Do,
    For,
    ForEach,
    Goto,
    Init,
    Node,
    Proctype,
    Receive,
    Reference,
    Run,
    Select,
)
from penstock.syntax.walk import children, final, runs_in, walk


def most_processes(model: Model, automata: Iterable[Automaton]) -> dict[str, int] | None:
    """By the name of a process type how many processes of it are ever started; nothing if no limit is seen."""
    creators: dict[str, Counter[str]] = {}
    for automaton in automata:
        runs = _creations(automaton)
        runs = _written(model, automaton) if runs is None else runs
        if runs is None:
            return None
        creators[automaton.name] = runs
    groups = components(creators, lambda name: creators[name])
    if any(groups[name] == groups[other] for name, runs in creators.items() for other in runs):
        return None  # processes that start others of their own kind, directly or not
    begun = {automaton.name: from_the_start(model, automaton) for automaton in automata}
    counts = begun
    for _ in creators:  # as often as processes can be started by processes that were started
        counts = {
            name: begun[name] + sum(counts[other] * runs[name] for other, runs in creators.items()) for name in begun
        }
    return counts


def from_the_start(model: Model, automaton: Automaton) -> int:
    """How many processes of a type there are at the beginning."""
    node = automaton.process.node
    if isinstance(node, Proctype):
        return instance_count(model, node)
    return 1 if isinstance(node, Init) else 0


def _creations(automaton: Automaton) -> Counter[str] | None:
    """How often a process starts others at most, by their type; nothing if that may go on and on."""
    following: dict[int, list[int]] = {}
    for edge in automaton.edges:
        following.setdefault(edge.source, []).append(edge.target)
    groups = components(range(automaton.states), lambda state: following.get(state, ()))
    found: Counter[str] = Counter()
    for edge in automaton.edges:
        runs = _runs(edge)
        if runs is None or (runs and groups[edge.source] == groups[edge.target]):
            return None
        found.update(runs)
    return found


def _runs(edge: Edge) -> Counter[str] | None:
    if edge.inner is not None:
        return _creations(edge.inner)
    return Counter(node.proctype for node in walk(edge.statement) if isinstance(node, Run))


# -- loops that are counted: `for (i : 1 .. 3) { run P(i) }` ------------------------------------------


def _written(model: Model, automaton: Automaton) -> Counter[str] | None:
    """The same as it is written, where no jump enters or repeats anything."""
    node = automaton.process.node
    jumps = any(isinstance(found, Goto | CCode) for found in walk(node))
    return None if jumps else _times(model, automaton.process, node.body)


def _times(model: Model, process: ProcessNames, node: Node) -> Counter[str] | None:
    found: Counter[str] = Counter()
    if isinstance(node, Run):
        found[node.proctype] += 1
    for child in children(node):
        if not any(runs_in(child)):
            continue
        inner = _times(model, process, child)
        if inner is None:
            return None
        found.update(inner)
    if not found or not isinstance(node, Do | For | ForEach):
        return found
    times = _rounds(model, process, node) if isinstance(node, For) else None
    return None if times is None else Counter({name: count * times for name, count in found.items()})


def _rounds(model: Model, process: ProcessNames, loop: For) -> int | None:
    """How often a loop goes round: its limits are known, and only it changes its variable, which nobody else sees."""
    low, high = constant_value(loop.low), constant_value(loop.high)
    variable = model.variables[final(loop.variable)]
    if low is None or high is None or variable not in process.locals or high >= variable.range[1]:
        return None
    written = [node.target for node in walk(loop.body) if isinstance(node, Assignment)]
    written += [node.variable for node in walk(loop.body) if isinstance(node, For | ForEach | Select)]
    for node in walk(loop.body):
        written += (
            [field for field in node.patterns if isinstance(field, Reference)] if isinstance(node, Receive) else []
        )
    if any(model.variables[final(target)] is variable for target in written):
        return None
    return max(high - low + 1, 0)
