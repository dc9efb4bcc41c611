"""The way to a counterexample: how many steps its processes are away from its cycles, as far as control flow tells."""

from __future__ import annotations

from collections.abc import Iterable

from penstock.bounds.proofs.growth import Round
from penstock.control import Automaton
from penstock.graphs import distances, grouped
from penstock.machine import Machine
from penstock.machine.runtime import FIRST_PROCESS, State

FAR = 1000
"""The distance where there is no way at all, or no process."""


class Guide:
    """Distances to the cycles of one counterexample."""

    def __init__(self, machine: Machine, rounds: Iterable[Round]) -> None:
        goals: dict[Automaton, set[int]] = {}
        for part in rounds:
            automaton = part.owner.plan.graph.automaton
            goals.setdefault(automaton, set()).update(arc.source for arc in part.arcs)
        self._tables = [_table(machine, automaton, states) for automaton, states in goals.items()]

    def distance(self, state: State) -> int:
        """The sum over all kinds of processes that take part; of several processes of a kind the nearest counts."""
        standing = [row[0] for row in state[FIRST_PROCESS:]]
        return sum(min((table[place] for place in standing), default=FAR) for table in self._tables)


def _table(machine: Machine, automaton: Automaton, goals: set[int]) -> list[int]:
    """For each place of the machine how far it is from the goals, if it belongs to this automaton."""
    away = _distances(automaton, goals)
    return [away.get(place.state, FAR) if place.automaton.name == automaton.name else FAR for place in machine.places]


def _distances(automaton: Automaton, goals: set[int]) -> dict[int, int]:
    entering = grouped((edge.target, edge.source) for edge in automaton.edges)
    return distances(goals, lambda state: entering.get(state, ()))
