"""Guards that are never true: what keeps every run from a statement.

:: seen > 5 -> other = 1; assert(answered)

If no run comes to the assertion, the statements before it are followed back to the places where runs do come: what
leads on from there is a guard that was false whenever a process stood before it.
"""

from __future__ import annotations

from collections.abc import Iterator

from penstock.budget import check
from penstock.control import Automaton, Edge
from penstock.machine.build import Machine
from penstock.machine.explore import macro_steps
from penstock.machine.runtime import FIRST_PROCESS, State
from penstock.syntax.nodes import Condition

_Standing = dict[tuple[Automaton, int], list[tuple[State, int]]]


class KnownGuards:
    """What is known about them after all states were visited."""

    def __init__(self, machine: Machine, states: list[State]) -> None:
        self.machine = machine
        self._standing = _standing(machine, states)

    def comes_to(self, automaton: Automaton, step: Edge) -> bool:
        """Whether a process can stand before a step."""
        return (automaton, step.source) in self._standing

    def before(self, automaton: Automaton, wanted: Edge) -> tuple[Edge, ...]:
        """The guards that keep every run from a step of a process; none if anything else does."""
        found: list[Edge] = []
        waiting, seen = [wanted], {wanted}
        while waiting:
            edge = waiting.pop()
            if self.comes_to(automaton, edge):
                if not self._is_never_true(automaton, edge):
                    return ()
                found.append(edge)
                continue
            before = [one for one in automaton.edges if one.target == edge.source and one not in seen]
            waiting += before
            seen.update(before)
        return tuple(found)

    def _is_never_true(self, automaton: Automaton, edge: Edge) -> bool:
        if not isinstance(edge.statement, Condition):
            return False
        ask = self.machine.question(automaton.process, edge.statement.expression)
        return not any(ask(state, at) for state, at in self._standing[automaton, edge.source])


def _standing(machine: Machine, states: list[State]) -> _Standing:
    """Where processes can stand, and in which states."""
    found: _Standing = {}
    for state in dict.fromkeys(_moments(machine, states)):
        for at, row in enumerate(state[FIRST_PROCESS:], FIRST_PROCESS):
            place = machine.places[row[0]]
            found.setdefault((place.automaton, place.state), []).append((state, at))
    return found


def _moments(machine: Machine, states: list[State]) -> Iterator[State]:
    """All states, those inside atomic sequences, too."""
    for state in states:
        check()
        yield state
        for path in macro_steps(machine, state):
            yield from (step.state for step in path[:-1])
