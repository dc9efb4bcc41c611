"""A run after which a channel holds more messages than it should."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush

from penstock.bounds.runs.search import FOLLOWED, SearchLimits
from penstock.bounds.runs.witness import Witness, steps_as_witness
from penstock.budget import Budget, check, in_time
from penstock.control import Automaton
from penstock.machine import Machine, build_machine
from penstock.machine.engine import MachineStep
from penstock.machine.explore import Path, macro_steps
from penstock.machine.runtime import CUT_OFF, State
from penstock.resolve.model import Model


@dataclass(frozen=True, slots=True)
class Exceeding:
    """The run, if one was found; `complete` if all states were seen, and there is none."""

    run: Witness | None
    states: int
    complete: bool = False


def exceeding_run(model: Model, automata: list[Automaton], channel: str, most: int, limits: SearchLimits) -> Exceeding:
    """Search for a run that puts more messages into a channel, states in which it is long first."""
    processes = [automaton for automaton in automata if automaton.kind != "never"]
    machine = build_machine(model, processes, FOLLOWED)
    search = _Search(machine, channel, most, limits)
    with Budget(limits.until):
        steps = in_time(search.run)
    run = None if not steps else steps_as_witness(automata, steps, {channel: most + 1})
    return Exceeding(run, len(search.seen), steps == ())


class _Search:
    def __init__(self, machine: Machine, channel: str, most: int, limits: SearchLimits) -> None:
        self.machine, self.channel, self.most, self.limits = machine, channel, most, limits
        self.seen = {machine.initial}
        self.ways: list[tuple[int, Path]] = [(-1, ())]

    def run(self) -> tuple[MachineStep, ...] | None:
        """The steps of a run; none if there is no such run, None if that is not known."""
        machine = self.machine
        waiting = [(0, 0, machine.initial)]
        cut_off = False
        while waiting:
            *_, number, state = heappop(waiting)
            for path in macro_steps(machine, state):
                check()
                for count, step in enumerate(path, 1):
                    if self._longest(step.state) > self.most:
                        return tuple(step for way in [*self._ways_to(number), path[:count]] for step in way)
                if path[-1].state in self.seen:
                    continue
                if self.limits.met(len(self.seen)):
                    return None
                self.seen.add(path[-1].state)
                self.ways.append((number, path))
                heappush(waiting, (-self._longest(path[-1].state), len(self.ways) - 1, path[-1].state))
            cut_off = cut_off or any(failure.text.startswith(CUT_OFF) for failure in machine.faults)
            machine.log.clear()
            machine.forget()
        return None if cut_off or machine.lengths.highest.get(self.channel, 0) > self.most else ()

    def _longest(self, state: State) -> int:
        """How long the channel is; where processes own it, the longest of all."""
        name = self.machine.lengths.name
        return max((len(q) - 1 for at, q in enumerate(state[1]) if name(state, at) == self.channel), default=0)

    def _ways_to(self, number: int) -> Iterator[Path]:
        found = []
        while number > 0:
            parent, path = self.ways[number]
            found.append(path)
            number = parent
        return reversed(found)
