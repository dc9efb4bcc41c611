"""How often a condition of a cycle can be met if nothing else changes its variables: max_B.

max_B is at most the sum over the disjuncts of the least that one of their exit borders allows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from penstock.bounds.published.cycles import Cycle
from penstock.bounds.published.exits import IDEAL, Guard, change, exit_borders, programs, stays_in
from penstock.bounds.published.initial import InitialValues
from penstock.bounds.published.linear import Linear, Range, Term
from penstock.bounds.published.normal_form import Atom
from penstock.bounds.published.programs import Program


@dataclass(frozen=True, slots=True, eq=False)
class Limit:
    """A condition that does not hold forever; `most` is max_B, None if it is finite but not known.

    `machine` if the steps were found with the arithmetic of the machine alone; otherwise they hold
    because the variables stay within their types, from what they hold at first.
    """

    guard: Guard
    borders: Mapping[Atom, int]
    most: int | None
    programs: tuple[Program, ...]
    machine: bool


def limit_of(guard: Guard, cycles: Sequence[Cycle]) -> Limit | None:
    """What limits a condition; None if nothing was found.  `cycles` are all those of its process."""
    found = programs(guard)
    borders = exit_borders(guard, found)
    if not any(program.feasible() for program in found):
        return Limit(guard, {}, min(1, len(guard.disjuncts)), tuple(found), True)
    initial = InitialValues(guard.code, guard.cycle, cycles, guard.arc, guard.roots)
    if _leaves_all(guard, borders):
        return Limit(guard, borders, _most(guard, borders, initial), tuple(found), True)
    return _ideal_limit(guard, initial)


def _leaves_all(guard: Guard, borders: Mapping[Atom, int]) -> bool:
    """Whether every disjunct has an exit border."""
    return all(any(atom in borders for atom in disjunct) for disjunct in guard.disjuncts)


def _ideal_limit(guard: Guard, initial: InitialValues) -> Limit | None:
    """The limit if types had no limits, provided that so few rounds from the first values never reach those."""
    found = programs(guard, IDEAL)
    borders = exit_borders(guard, found)
    most = _most(guard, borders, initial) if _leaves_all(guard, borders) else _until_met(guard, found, initial)
    if most is None:
        return None
    ranges = _reached(guard, found, initial, most)
    if ranges is None or not stays_in(guard, ranges):
        return None
    return Limit(guard, borders, most, tuple(found), False)


def _until_met(guard: Guard, found: Sequence[Program], initial: InitialValues) -> int | None:
    """How often `x != 7` holds where `x` always changes by the same and so comes to be exactly 7.

    This is not in the published method, for which `x > 7` might hold forever.
    """
    atoms = [disjunct[0] for disjunct in guard.disjuncts if len(disjunct) == 1]
    if sorted(atom.comparison for atom in atoms) != ["<", ">"] or len(guard.disjuncts) != 2:
        return None
    first, second = atoms
    values, ends = initial.of(first.control), change(found, first.control)
    if (first.control, first.border) != (second.control, second.border) or values is None or ends is None:
        return None
    step = ends[0] if ends[0] == ends[1] else 0
    if not step or any((first.border - value) % step or (first.border - value) // step < 0 for value in values):
        return None
    return max((first.border - value) // step for value in values)


def _reached(guard: Guard, found: Sequence[Program], initial: InitialValues, most: int) -> dict[Term, Range] | None:
    """What the variables hold during this many rounds."""
    ranges: dict[Term, Range] = {}
    for term in guard.slice:
        alone = Linear(0, ((term, 1),))
        values, ends = initial.of(alone), change(found, alone)
        if values is None or ends is None:
            return None
        ranges[term] = min(values) + most * min(0, ends[0]), max(values) + most * max(0, ends[1])
        if ranges[term][0] < term.range[0] or ranges[term][1] > term.range[1]:
            return None
    return ranges


def _most(guard: Guard, borders: Mapping[Atom, int], initial: InitialValues) -> int | None:
    total = 0
    for disjunct in guard.disjuncts:
        counts = [times(atom, borders[atom], initial) for atom in disjunct if atom in borders]
        known = [count for count in counts if count is not None]
        if not known:
            return None
        total += min(known)
    return total


def times(atom: Atom, step: int, initial: InitialValues) -> int | None:
    """How often an (in)equality holds at most, moved by this step from the value that is farthest away."""
    if atom.comparison == "=":
        return 1
    values = initial.of(atom.control)
    if values is None:
        return None
    distance = max((atom.border - value) * (1 if step > 0 else -1) for value in values)
    return max(0, -(-distance // abs(step)))
