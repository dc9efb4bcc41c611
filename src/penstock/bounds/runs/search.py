"""A search through the states of a model whose channels have no limit, for runs that fill a channel without end.

It drives the suspected channels up, and looks back whenever it comes to the same places and variables with more
messages.  If it comes to an end without that, it has seen everything: then no channel ever gets longer.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from math import inf

from penstock.bounds.proofs.growth import Round
from penstock.bounds.runs.crowds import Crowd
from penstock.bounds.runs.guidance import Guide
from penstock.bounds.runs.pumping import Pumps
from penstock.budget import Budget, check, in_time, memory_used
from penstock.control import Automaton
from penstock.machine import Machine, Options, build_machine
from penstock.machine.engine import MachineStep
from penstock.machine.explore import Path, macro_steps
from penstock.machine.runtime import CUT_OFF, State
from penstock.resolve.model import Model
from penstock.syntax.nodes import Run

MOST_LOOKS_BACK = 40
"""How many earlier states with the same places and variables are compared with a new one."""
MOST_CROWDS = 3
"""How many of them, the last ones, where there are more processes now."""
FOLLOWED = Options(unlimited=True, reset_dead=True, tracing=True, measuring=True)


@dataclass(frozen=True, slots=True)
class Pump:
    """Steps that lead somewhere, and steps that can be repeated from there forever.

    `growth` tells for each channel, by name, how many messages a round adds; with a `crowd` it leaves more processes.
    """

    stem: tuple[MachineStep, ...]
    loop: tuple[MachineStep, ...]
    growth: dict[str, int]
    crowd: Crowd | None = None


@dataclass(frozen=True, slots=True)
class Searched:
    """What a search found; `highest` are the largest lengths if all states were seen."""

    pump: Pump | None
    states: int
    highest: dict[str, int] | None = None


@dataclass(frozen=True, slots=True)
class SearchLimits:
    states: int
    until: float = inf
    """A time of the monotonic clock."""
    memory_mb: int = 1 << 20

    def met(self, states: int) -> bool:
        """Whether so many states are too many, or take too much memory."""
        return states >= self.states or (not states & 1023 and memory_used() > self.memory_mb)


class RunSearch:
    """One model; each search begins anew with other suspects."""

    def __init__(self, model: Model, automata: list[Automaton]) -> None:
        processes = [automaton for automaton in automata if automaton.kind != "never"]
        self.machine: Machine = build_machine(model, processes, FOLLOWED)
        self.pumps = Pumps(self.machine)
        self.starting = self.pumps.crowded and model.nodes.has(Run)
        """Whether processes are started, so that there may be more and more of them."""

    def run(self, suspects: Sequence[str], limits: SearchLimits, toward: Iterable[Round] = ()) -> Searched:
        """Look for a way to fill one of the suspected channels; all are suspected if none is named.

        States whose processes are near to the cycles in `toward` come first, then those with many messages.
        """
        return _Run(self, frozenset(suspects), limits, Guide(self.machine, toward)).run()


class _Run:
    def __init__(self, search: RunSearch, suspects: frozenset[str], limits: SearchLimits, guide: Guide) -> None:
        self.machine = search.machine
        self.guide = guide
        self.search = search
        self.suspects = suspects
        shared = self.machine.lengths.shared
        self.places = [place for place, name in enumerate(shared) if not suspects or name in suspects]
        # The channels of processes come and go: all of them are driven up if one is suspected.
        self.others = len(shared) if not suspects <= set(shared) or not suspects else None
        self.limits = limits
        self.cut_off = False
        self.states: list[State] = [self.machine.initial]
        self.parents = [-1]
        self.paths: list[Path] = [()]
        self.messages = [self._messages(self.machine.initial)]
        self.groups: dict[object, list[int]] = {_control(self.machine.initial): [0]}
        self.crowds: dict[object, list[int]] = {}

    def run(self) -> Searched:
        """What is found until all is seen, there are too many states, or time runs out."""
        seen = {self.machine.initial}
        with Budget(self.limits.until):
            return in_time(lambda: self._look(seen)) or Searched(None, len(seen))

    def _look(self, seen: set[State]) -> Searched:
        machine = self.machine
        machine.lengths.highest.clear()
        waiting = [(0, 0, 0, 0)]
        while waiting:
            *_, number = heappop(waiting)
            for path in macro_steps(machine, self.states[number]):
                state = path[-1].state
                if state in seen:
                    continue
                check()
                if self.limits.met(len(seen)):
                    return Searched(None, len(seen))
                seen.add(state)
                new = self._add(state, number, path)
                pump = self._look_back(new)
                if pump is not None:
                    return Searched(pump, len(seen))
                heappush(waiting, (*self._promise(new), new))
            self._tidy()
        return Searched(None, len(seen), None if self.cut_off else dict(machine.lengths.highest))

    def _tidy(self) -> None:
        """Forget what the machine noted; after a step that is too much for it, not everything is seen."""
        machine = self.machine
        self.cut_off = self.cut_off or any(failure.text.startswith(CUT_OFF) for failure in machine.faults)
        machine.log.clear()
        machine.forget()

    def _add(self, state: State, parent: int, path: Path) -> int:
        self.states.append(state)
        self.parents.append(parent)
        self.paths.append(path)
        self.messages.append(self._messages(state))
        return len(self.states) - 1

    def _promise(self, number: int) -> tuple[int, int, int]:
        """What is less is looked at first: processes, and messages where none are looked for, only make more states."""
        state = self.states[number]
        distance = self.guide.distance(state)
        return distance, 0 if distance else -self.messages[number], sum(map(len, state[1])) + len(state)

    def _messages(self, state: State) -> int:
        """How many messages there are where they are looked for."""
        queues = state[1]
        wanted = [queues[place] for place in self.places]
        if self.others is not None:
            wanted += queues[self.others :]
        return sum(map(len, wanted)) - len(wanted)

    def _look_back(self, number: int) -> Pump | None:
        """Whether the way from an earlier state with the same control to this one can be repeated."""
        state = self.states[number]
        group = self.groups.setdefault(_control(state), [])
        candidates = [earlier for earlier in group[-MOST_LOOKS_BACK:] if self._has_grown(earlier, number)]
        group.append(number)
        fewer = self._fewer_alike(number) if self.search.starting else []
        if not candidates and not fewer:
            return None
        earlier_ones = [*self._ancestors(number, candidates), *self._ancestors(number, fewer)[:MOST_CROWDS]]
        for earlier in earlier_ones:
            pump = self._pump(earlier, number)
            if pump is not None:
                return pump
        return None

    def _fewer_alike(self, number: int) -> list[int]:
        """Earlier states with fewer messages, and fewer processes of those that are here."""
        group = self.crowds.setdefault(self.search.pumps.alike(self.states[number]), [])
        count, messages = len(self.states[number]), self.messages[number]
        found = [
            earlier
            for earlier in group[-MOST_LOOKS_BACK:]
            if len(self.states[earlier]) < count and self.messages[earlier] < messages
        ]
        group.append(number)
        return found

    def _has_grown(self, earlier: int, number: int) -> bool:
        """Whether no channel is shorter than in an earlier state, and some suspected one longer."""
        old, new = self.states[earlier][1], self.states[number][1]
        if self.messages[earlier] >= self.messages[number] or len(old) != len(new):
            return False
        return all(len(one) <= len(other) for one, other in zip(old, new, strict=True))

    def _ancestors(self, number: int, candidates: Collection[int]) -> list[int]:
        """Those that are on the way to a state, the last first."""
        least = min(candidates, default=number)
        found = []
        while number > least:
            number = self.parents[number]
            if number in candidates:
                found.append(number)
        return found

    def _pump(self, earlier: int, number: int) -> Pump | None:
        paths = self._paths(number, earlier)
        growth = self.search.pumps.growth(self.states[earlier], paths)
        if growth is None:
            return None
        name = self.machine.lengths.name
        grown = {name(self.states[number], place): more for place, more in growth.channels.items()}
        if self.suspects and self.suspects.isdisjoint(grown):
            return None
        stem = tuple(step for path in self._paths(earlier, 0) for step in path)
        loop = tuple(step for path in paths for step in path)
        return Pump(stem, loop, grown, growth.crowd)

    def _paths(self, number: int, ancestor: int) -> list[Path]:
        found = []
        while number != ancestor:
            found.append(self.paths[number])
            number = self.parents[number]
        return found[::-1]


def _control(state: State) -> object:
    return state[0], state[2:]
