"""Which other cycles must be taken if a cycle with a limited condition is taken forever.

Between two rounds that the limit separates, the process leaves the cycle (a neighbouring cycle), and
something else changes the variables of the condition (a supplementary cycle).  One round of such a
cycle may do so several times: it counts as often.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from penstock.bounds.abstraction.graphs import Arc
from penstock.bounds.published.cycles import Cycle, neighbours
from penstock.bounds.published.exits import MACHINE, Guard, change, rounds
from penstock.bounds.published.limits import Limit
from penstock.bounds.published.slices import modifies
from penstock.graphs import reachable
from penstock.resolve.symbols import Variable

Counted = tuple[tuple[Cycle, int], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Companions:
    """Neighbouring and supplementary cycles, each with how often a round of it counts."""

    neighbours: Counted
    supplementary: Counted


def entries_of(cycle: Cycle) -> set[int]:
    """Where a process that begins its run can come upon a cycle first."""
    locations, leaving = cycle.locations, cycle.process.leaving
    outside = reachable([0], lambda at: () if at in locations else [arc.target for arc in leaving[at]])
    return outside & locations


def companions_of(limit: Limit, cycles: Sequence[Cycle]) -> Companions:
    guard = limit.guard
    others = [other for other in cycles if other.process is guard.cycle.process and other is not guard.cycle]
    beside = tuple((other, _exits(guard.cycle, other)) for other in others if neighbours(guard.cycle, other))
    changing = [other for other in others if _changes(guard, other)]
    finer = limit.machine and _finer_applies(limit)
    kept = [other for other in changing if not (finer and _harmless(limit, other, others))]
    return Companions(beside, tuple((other, _changes(guard, other)) for other in kept))


def _exits(cycle: Cycle, other: Cycle) -> int:
    """How often a round of another cycle leaves this one."""
    return sum(arc.source in cycle.locations and arc not in cycle.arcs for arc in other.arcs)


def _changes(guard: Guard, other: Cycle) -> int:
    """How often a round of another cycle changes what the condition depends on; changes in a row count once."""
    changing = {arc for arc in other.arcs if modifies(guard.code.model, arc, guard.roots)}
    return sum(not _follows(arc, changing, other) for arc in changing)


def _follows(arc: Arc, changing: set[Arc], cycle: Cycle) -> bool:
    """Whether an earlier change leads straight to this one, so that nothing can happen between them."""
    for before in reversed(cycle.from_arc(arc)[1:]):
        location = before.target
        if len(cycle.process.arriving[location]) > 1 or len(cycle.process.leaving[location]) > 1:
            return False
        if before in changing:
            return True
    return False


# -- the finer rule ----------------------------------------------------------------------------------
# A cycle that only moves the control expressions on towards their exit borders, or not at all, does not make
# the condition true again.  Its steps are looked at as one round from the entry to the entry.  That is right
# because the entry is passed on every way to its locations: only a cycle without the entry can come between.
# (The publication asks that all control expressions be moved in one direction; those with exit borders suffice.)


def _finer_applies(limit: Limit) -> bool:
    guard = limit.guard
    entry = min(entries_of(guard.cycle))
    before = _until(_from(guard.cycle, entry), guard.arc)
    untouched = not any(modifies(guard.code.model, arc, guard.roots) for arc in before)
    return untouched and bool(limit.borders)


def _harmless(limit: Limit, other: Cycle, others: Sequence[Cycle]) -> bool:
    guard = limit.guard
    entry = min(entries_of(guard.cycle))
    if entries_of(other) != {entry}:
        return False
    wanted = dict.fromkeys(term for atom in limit.borders for term in atom.terms)
    terms = guard.code.slice(other.arcs, wanted)
    roots = guard.roots | {term.root for term in terms}
    if any(_interrupts(guard, another, other, entry, roots) for another in others):
        return False
    found = list(rounds(guard.code, _from(other, entry), terms, MACHINE))
    for atom, step in limit.borders.items():
        ends = change(found, atom.control)
        if ends is not None and (ends[0] < 0 if step > 0 else ends[1] > 0):
            return False
    return True


def _interrupts(guard: Guard, another: Cycle, other: Cycle, entry: int, roots: frozenset[Variable]) -> bool:
    """Whether a further cycle may change variables in the middle of a round of the other."""
    if entry in another.locations or not another.locations & other.locations:
        return False
    return any(modifies(guard.code.model, arc, roots) for arc in another.arcs)


def _from(cycle: Cycle, entry: int) -> tuple[Arc, ...]:
    return cycle.from_arc(next(arc for arc in cycle.arcs if arc.source == entry))


def _until(arcs: Sequence[Arc], last: Arc) -> Sequence[Arc]:
    return arcs[: arcs.index(last)]
