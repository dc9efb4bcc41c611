"""The refinement as a loop: a program over cycles, its solution as a counterexample, why it is spurious, again.

Why it is sound: in a system that is not bounded some run makes a buffer grow forever.  Each of its processes
repeats some cycles forever, and between two late moments of that run the numbers of their rounds solve the
program.  So what is required of cycles that are repeated forever may be added to it.  It is shown only for
processes of which there is a fixed number: a new process begins with new variables, at a new place.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from penstock.bounds.abstraction.places import Net
from penstock.bounds.published.companions import Companions, companions_of, entries_of
from penstock.bounds.published.cycles import Cycle, find_cycles
from penstock.bounds.published.exits import Guard, guards_of
from penstock.bounds.published.limits import Limit, limit_of
from penstock.bounds.published.reasons import Knowledge, limited_reason, separated_reason, undecided_reason
from penstock.bounds.published.requirements import (
    Absent,
    Growth,
    Limited,
    Present,
    Requirement,
    Requirements,
    find_growth,
)
from penstock.bounds.published.slices import Code, code_of
from penstock.bounds.published.structure import separated, split_by_sets, split_in_four
from penstock.bounds.story import CycleStatus
from penstock.budget import Budget, in_time

MOST_PROGRAMS = 400
MOST_UNDECIDED = 8
SECONDS = 60.0
LARGEST = 1000
"""A greater max_B is no better than none, and a solver that computes with floating point takes it for infinite."""


@dataclass(frozen=True, slots=True)
class Found:
    """A counterexample, what was decided about it, and why."""

    growth: Growth
    status: CycleStatus
    reason: str


@dataclass(frozen=True, slots=True)
class Refined:
    """The answer: `programs` lists what was required in each program that was solved."""

    bounded: bool
    counterexamples: tuple[Found, ...]
    programs: tuple[Requirements, ...]
    cycles: tuple[Cycle, ...]
    complete: bool
    seconds: float


@dataclass(slots=True)
class _Search:
    waiting: list[Requirements] = field(default_factory=lambda: [()])
    solved: list[Requirements] = field(default_factory=list)
    found: list[Found] = field(default_factory=list)
    undecided: int = 0


def refine(net: Net, four: bool = False, seconds: float = SECONDS) -> Refined:
    """Look for growth, refine, and look again; raises TooMany, and TimeOver if not even the cycles were found."""
    begin = time.perf_counter()
    cycles = find_cycles(net)
    search = _Search()
    with Budget(time.monotonic() + seconds):
        complete = bool(in_time(lambda: _looked(search, cycles, Refiner(net, cycles, four))))
    bounded = complete and not search.undecided
    used = time.perf_counter() - begin
    return Refined(bounded, tuple(search.found), tuple(search.solved), tuple(cycles), complete, used)


def _looked(search: _Search, cycles: list[Cycle], refiner: Refiner) -> bool:
    """Look at one program after another; whether all were decided."""
    while search.waiting and len(search.solved) < MOST_PROGRAMS and search.undecided < MOST_UNDECIDED:
        requirements = search.waiting.pop(0)
        search.solved.append(requirements)
        growth = find_growth(cycles, requirements)
        if growth is not None:
            _continue(search, refiner, requirements, growth)
    return not search.waiting


def _continue(search: _Search, refiner: Refiner, requirements: Requirements, growth: Growth) -> None:
    """What follows from a counterexample."""
    refinement = refiner.refinement(growth.rounds, requirements)
    if refinement is not None:
        ways, reason = refinement
        search.found.append(Found(growth, CycleStatus.SPURIOUS, reason))
        search.waiting += [(*requirements, *way) for way in ways]
        return
    search.undecided += 1
    search.found.append(Found(growth, CycleStatus.UNDECIDED, undecided_reason(refiner.knowledge, growth.rounds)))
    # There may be others beside it: go on without the cycle that adds most.
    adding = max(growth.rounds, key=lambda cycle: max(map(sum, cycle.effects)))
    search.waiting.append((*requirements, Absent(adding)))


Refinement = tuple[list[Requirements], str]


class Refiner:
    """Decides about counterexamples; what was found out about a cycle is kept."""

    def __init__(self, net: Net, cycles: list[Cycle], four: bool) -> None:
        self.model = net.analysis.model
        self.cycles = cycles
        self.four = four
        self._codes: dict[object, Code] = {}
        self._limits: dict[Cycle, list[tuple[Limit, Companions]]] = {}

    def refinement(self, rounds: dict[Cycle, int], known: Requirements = ()) -> Refinement | None:
        """The programs that replace the one with this solution, and why it is spurious; None if it may be real."""
        for cycle in rounds:
            for limit, companions in self.limits(cycle):
                found = _violated(limit, companions, rounds)
                # What is required already was kept, but for rounding.
                if found is not None and not any(set(way) <= set(known) for way in found):
                    return found, limited_reason(self.model, limit, companions, rounds)
        pair = separated(rounds)
        if pair is None:
            return None
        return self._split(*pair), separated_reason(self.model, *pair)

    def _split(self, first: Cycle, second: Cycle) -> list[Requirements]:
        same = self._same(first)
        found = None if self.four else split_by_sets(first, second, same)
        return split_in_four(first, second, same) if found is None else found

    def limits(self, cycle: Cycle) -> list[tuple[Limit, Companions]]:
        """The conditions of a cycle that cannot hold forever, with the cycles that this requires."""
        if cycle not in self._limits:
            same = self._same(cycle)
            found = [limit_of(guard, same) for guard in self.guards(cycle)] if usable(cycle) else []
            self._limits[cycle] = [(one, companions_of(one, same)) for one in found if one is not None]
        return self._limits[cycle]

    def knowledge(self, cycle: Cycle) -> Knowledge:
        """What is known about the conditions of a cycle."""
        limits = {limit.guard.arc: (limit, companions) for limit, companions in self.limits(cycle)}
        return [(guard, limits.get(guard.arc)) for guard in self.guards(cycle)]

    def _same(self, cycle: Cycle) -> list[Cycle]:
        """The cycles of the same process."""
        return [other for other in self.cycles if other.process is cycle.process]

    def guards(self, cycle: Cycle) -> list[Guard]:
        return guards_of(self._code(cycle), cycle)

    def _code(self, cycle: Cycle) -> Code:
        if cycle.process not in self._codes:
            self._codes[cycle.process] = code_of(self.model, cycle.process.owner)
        return self._codes[cycle.process]


def usable(cycle: Cycle) -> bool:
    """Whether conditions of a cycle say anything about how often it is taken.

    Not if processes of its kind can be created again and again, since each begins anew.  Not if it can be
    entered in several places: its rounds may then begin anywhere, and one is not like the other.
    """
    return not cycle.process.again and len(entries_of(cycle)) == 1


def _violated(limit: Limit, companions: Companions, rounds: dict[Cycle, int]) -> list[Requirements] | None:
    """What a limit requires, if these rounds do not keep to it."""
    cycle = limit.guard.cycle
    groups = (companions.neighbours, companions.supplementary)
    if limit.most is not None and limit.most <= LARGEST:
        required: tuple[Requirement, ...] = tuple(Limited(cycle, limit.most, group) for group in groups)
        sums = [limit.most * sum(times * rounds.get(other, 0) for other, times in group) for group in groups]
        return [required] if rounds[cycle] > min(sums) else None
    if all(any(other in rounds for other, _ in group) for group in groups):
        return None
    present = tuple(Present(tuple(other for other, _ in group)) for group in groups)
    return [(Absent(cycle),), (Present((cycle,)), *present)]
