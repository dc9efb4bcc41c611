"""How a round of a cycle changes the control expressions of a condition, and which of its borders are crossed.

A border is an exit border if every round moves the control expression towards it, by at least one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from penstock.bounds.abstraction.graphs import Arc
from penstock.bounds.published.cycles import Cycle
from penstock.bounds.published.linear import Linear, Range, Term
from penstock.bounds.published.normal_form import Atom, Disjunct
from penstock.bounds.published.programs import Arithmetic, StepConstraints
from penstock.bounds.published.slices import Code
from penstock.resolve.symbols import Variable

MOST_COMBINATIONS = 64
MACHINE = Arithmetic(exact=False, ranges={})
IDEAL = Arithmetic(exact=True, ranges={})


@dataclass(frozen=True, slots=True, eq=False)
class Guard:
    """A condition statement of a cycle, with the terms that its variables are computed from there."""

    cycle: Cycle
    arc: Arc
    code: Code
    disjuncts: tuple[Disjunct, ...]
    slice: tuple[Term, ...]

    @property
    def roots(self) -> frozenset[Variable]:
        return frozenset(term.root for term in self.slice)

    @property
    def atoms(self) -> tuple[Atom, ...]:
        return tuple(dict.fromkeys(atom for disjunct in self.disjuncts for atom in disjunct))


def guards_of(code: Code, cycle: Cycle) -> list[Guard]:
    """The condition statements of a cycle."""
    found = []
    for arc in cycle.arcs:
        disjuncts = code.guard(arc)
        if disjuncts is not None:
            terms = dict.fromkeys(term for disjunct in disjuncts for atom in disjunct for term in atom.terms)
            found.append(Guard(cycle, arc, code, tuple(disjuncts), code.slice(cycle.arcs, terms)))
    return found


def programs(guard: Guard, arithmetic: Arithmetic = MACHINE) -> list[StepConstraints]:
    """One for each disjunct of the condition, and for each choice of disjuncts in other conditions of the round."""
    return list(rounds(guard.code, guard.cycle.from_arc(guard.arc), guard.slice, arithmetic, guard.disjuncts))


def rounds(
    code: Code,
    arcs: Sequence[Arc],
    terms: tuple[Term, ...],
    arithmetic: Arithmetic,
    first: Sequence[Disjunct] | None = None,
) -> Iterator[StepConstraints]:
    """The programs of steps in a row; `first` is the condition of the first step, if it is known already."""
    choices = [_choices(code, arc, terms) for arc in arcs]
    if first is not None:
        choices[0] = list(first)
    if prod(map(len, choices)) > MOST_COMBINATIONS:
        choices[1:] = [[None]] * (len(choices) - 1)
    for chosen in product(*choices):
        program = StepConstraints(code, terms, arithmetic)
        for arc, disjunct in zip(arcs, chosen, strict=True):
            program.step(arc, disjunct)
        yield program


def _choices(code: Code, arc: Arc, terms: tuple[Term, ...]) -> list[Disjunct | None]:
    """The disjuncts of a condition on the way, as far as they speak of these terms."""
    found = code.guard(arc)
    if found is None:
        return [None]
    inside = [tuple(atom for atom in disjunct if set(atom.terms) <= set(terms)) for disjunct in found]
    return list(dict.fromkeys(inside)) if all(inside) else [None]


def change(found: Sequence[StepConstraints], control: Linear) -> Range | None:
    """The least and the greatest change of an expression in a round; None if there is no round."""
    extremes = [ends for ends in (program.extremes(control) for program in found) if ends is not None]
    if not extremes:
        return None
    return min(low for low, _ in extremes), max(high for _, high in extremes)


def step_value(ends: Range) -> int:
    """The slowest move in one direction; 0 if there is none."""
    low, high = ends
    return low if low > 0 else min(high, 0)


def exit_borders(guard: Guard, found: Sequence[StepConstraints]) -> dict[Atom, int]:
    """The (in)equalities that define exit borders, with the step values of their control expressions."""
    borders: dict[Atom, int] = {}
    steps: dict[Linear, Range | None] = {}
    for atom in guard.atoms:
        if atom.control not in steps:
            steps[atom.control] = change(found, atom.control)
        ends = steps[atom.control]
        step = 0 if ends is None else step_value(ends)
        if step and (atom.comparison == "=" or (atom.comparison == "<") == (step > 0)):
            borders[atom] = step
    return borders


def stays_in(guard: Guard, ranges: Mapping[Term, Range]) -> bool:
    """Whether nothing is cut in a round that begins with variables in these ranges."""
    return not any(program.cut for program in programs(guard, Arithmetic(exact=False, ranges=ranges)))
