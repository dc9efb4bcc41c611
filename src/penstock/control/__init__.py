"""One control-flow automaton per process."""

from __future__ import annotations

from penstock.control.build import Builder
from penstock.control.graph import Automaton, Edge
from penstock.control.options import as_tried, begins_with_else, waited_for, waits
from penstock.resolve.model import Model
from penstock.syntax.nodes import RemoteLabel

__all__ = ["Automaton", "Edge", "as_tried", "begins_with_else", "build_automata", "waited_for", "waits"]


def build_automata(model: Model) -> list[Automaton]:
    """The automata of all processes, in the order of the text."""
    referred = frozenset(f"{node.proctype}@{node.label}" for node in model.nodes.of(RemoteLabel))
    found = []
    for process in model.processes.values():
        own = frozenset(name.partition("@")[2] for name in referred if name.startswith(process.name + "@"))
        found.append(Builder(model, process, own).run())
    return found
