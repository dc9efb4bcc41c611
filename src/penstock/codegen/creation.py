"""How many processes of each type there can be: each `run` counts as often as its step can be taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from penstock.control import Automaton, Edge
from penstock.graphs import components
from penstock.resolve import Model
from penstock.resolve.processes import instance_count
from penstock.syntax.nodes import Init, Proctype, Run
from penstock.syntax.walk import walk


def most_processes(model: Model, automata: Iterable[Automaton]) -> dict[str, int] | None:
    """By the name of a process type how many processes of it are ever started; nothing if no limit is seen."""
    made = {automaton.name: _creations(automaton) for automaton in automata}
    if any(one is None for one in made.values()):
        return None
    creators = {name: runs or Counter() for name, runs in made.items()}
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
