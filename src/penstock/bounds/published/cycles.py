"""The simple cycles of all processes, with their code and their effects on the buffers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from penstock.bounds.abstraction.graphs import Arc
from penstock.bounds.abstraction.instances import InstanceClass
from penstock.bounds.abstraction.places import Net
from penstock.bounds.published.effects import created_again, effects_of
from penstock.bounds.published.iboc import TooMany, Vector, cycles_of
from penstock.budget import check

MOST_CYCLES = 3000
MOST_EFFECTS = 500


@dataclass(frozen=True, eq=False)
class Process:
    """Processes of a class and the steps they may take; `again` if there may be any number of them."""

    owner: InstanceClass
    arcs: tuple[Arc, ...]
    again: bool

    @cached_property
    def leaving(self) -> list[list[Arc]]:
        found: list[list[Arc]] = [[] for _ in range(self.owner.plan.graph.locations)]
        for arc in self.arcs:
            found[arc.source].append(arc)
        return found

    @cached_property
    def arriving(self) -> list[list[Arc]]:
        found: list[list[Arc]] = [[] for _ in range(self.owner.plan.graph.locations)]
        for arc in self.arcs:
            found[arc.target].append(arc)
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Cycle:
    """A simple cycle.  It has several effects if its messages may be of several types.

    In a process that is created again and again it may also be the way of a new process: `returns` is
    False then.
    """

    number: int
    process: Process
    arcs: tuple[Arc, ...]
    effects: tuple[Vector, ...]
    returns: bool = True

    @property
    def name(self) -> str:
        return f"c{self.number}"

    @property
    def locations(self) -> frozenset[int]:
        return frozenset(arc.source for arc in self.arcs)

    def from_arc(self, first: Arc) -> tuple[Arc, ...]:
        """The steps of one round that begins with this one."""
        place = self.arcs.index(first)
        return self.arcs[place:] + self.arcs[:place]


def neighbours(first: Cycle, second: Cycle) -> bool:
    """Whether two cycles share a location."""
    check()
    return first.process is second.process and bool(first.locations & second.locations)


def find_cycles(net: Net) -> list[Cycle]:
    """All simple cycles; raises TooMany."""
    effects: dict[InstanceClass, dict[Arc, set[Vector]]] = {owner: {} for owner in net.analysis.classes}
    for transition, effect in effects_of(net):
        effects[transition.owner].setdefault(transition.arc, set()).add(effect)
    again = created_again(net.analysis.classes)
    found: list[Cycle] = []
    for owner, by_arc in effects.items():
        process = Process(owner, tuple(sorted(by_arc, key=lambda arc: arc.number)), owner in again)
        for steps in cycles_of(_ways(process), owner.name, MOST_CYCLES):
            arcs = tuple(step for step in steps if step is not None)
            summed = _sums([by_arc[arc] for arc in arcs], len(net.message_places), owner.name)
            found.append(Cycle(len(found) + 1, process, arcs, summed, len(arcs) == len(steps)))
            if len(found) > MOST_CYCLES:
                raise TooMany(f"more than {MOST_CYCLES} simple cycles")
    return found


def _ways(process: Process) -> list[list[tuple[int, Arc | None]]]:
    """Where steps lead; a process that may be created again also leads back to its start."""
    found: list[list[tuple[int, Arc | None]]] = [[(arc.target, arc) for arc in arcs] for arcs in process.leaving]
    if process.again:
        for location in {arc.target for arc in process.arcs} - {0}:
            found[location].append((0, None))
    return found


def _sums(choices: Sequence[set[Vector]], width: int, name: str) -> tuple[Vector, ...]:
    """What a cycle may do in all, if each of its steps may do one of several things."""
    found: set[Vector] = {(0,) * width}
    for effects in choices:
        check()
        found = {tuple(map(int.__add__, sofar, effect)) for sofar in found for effect in effects}
        if len(found) > MOST_EFFECTS:
            raise TooMany(f"a cycle in {name} with more than {MOST_EFFECTS} effects")
    return tuple(sorted(found, reverse=True))
