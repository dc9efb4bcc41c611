"""States from which nothing that matters can happen any more, whatever the other processes do.

Time may pass there, and an environment may fill queues: that is no prospect for a component that waits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

from penstock.budget import Activity, Progress, in_time, present
from penstock.machine.build import Machine
from penstock.machine.engine import MachineStep
from penstock.machine.explore import Exploration, macro_steps
from penstock.machine.runtime import State

Matters = Callable[[State, MachineStep], bool]
"""Whether a step, taken in a state, is one of those that are waited for."""
_LOOKS = 1024
_FIRST, _GROWTH = 2000, 8


@dataclass(slots=True)
class Prospects:
    """States in the order of their distance; those that are `hopeful` can come to a step that matters.

    What was not looked at is taken for hopeful.
    """

    found: Exploration
    hopeful: set[int] = field(default_factory=set)

    def hopeless(self) -> list[int]:
        """The states without prospects, nearest first."""
        return [number for number in range(len(self.found.order)) if number not in self.hopeful]


def look_ahead(machine: Machine, matters: Matters, most_states: int) -> Iterator[Prospects]:
    """What is known after visiting some states, then more; at last all, or as many as budget and limit allow."""
    search, limit = _Search(machine, matters), min(_FIRST, most_states)
    while True:
        complete = in_time(partial(search.run, limit))
        search.found.complete = bool(complete)
        search.found.states = len(search.found.order)
        yield search.prospects()
        if complete is not False or limit == most_states:
            return
        limit = min(limit * _GROWTH, most_states)


class _Search:
    def __init__(self, machine: Machine, matters: Matters) -> None:
        self.machine, self.matters = machine, matters
        self.found = Exploration(machine, order=[machine.initial], parents=[-1])
        self.numbers = {machine.initial: 0}
        self.before: list[list[int]] = [[]]
        self.hopeful: set[int] = set()
        self.visited = 0

    def run(self, limit: int) -> bool:
        """Whether all states were visited; not if there are more than the limit."""
        while self.visited < len(self.found.order):
            if len(self.found.order) > limit:
                return False
            present().check()
            if not self.visited % _LOOKS:
                present().tell(Progress(Activity.EXPLORING, (), len(self.found.order), self.found.transitions))
            self._visit(self.visited)
            self.visited += 1
        return True

    def _visit(self, number: int) -> None:
        machine, state = self.machine, self.found.order[number]
        machine.forget()
        for path in macro_steps(machine, state):
            self.found.transitions += 1
            earlier = state
            for step in path:
                if self.matters(earlier, step):
                    self.hopeful.add(number)
                earlier = step.state
            self._reach(number, earlier)
        if machine.faults:  # an error at run time is not what is looked for
            self.hopeful.add(number)

    def _reach(self, source: int, state: State) -> None:
        if state not in self.numbers:
            self.numbers[state] = len(self.found.order)
            self.found.order.append(state)
            self.found.parents.append(source)
            self.before.append([])
        self.before[self.numbers[state]].append(source)

    def prospects(self) -> Prospects:
        hopeful = self.hopeful | set(range(self.visited, len(self.found.order)))
        waiting = list(hopeful)
        while waiting:
            fresh = [one for one in self.before[waiting.pop()] if one not in hopeful]
            hopeful.update(fresh)
            waiting.extend(fresh)
        return Prospects(self.found, hopeful)
