"""One engine for flow problems: equations between facts, solved with a worklist.

An equation tells what holds at a place, given what holds at the places it reads.  Started from the least fact, the
engine finds the least solution (what may be); started from the greatest, the greatest (what must be).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

Place = TypeVar("Place", bound=Hashable)
Fact = TypeVar("Fact")


@dataclass(frozen=True, slots=True)
class Equation(Generic[Place, Fact]):
    """`value` computes the fact from those at the places in `reads`; it must be monotone."""

    reads: frozenset[Place]
    value: Callable[[Callable[[Place], Fact]], Fact]


def solve(equations: Mapping[Place, Equation[Place, Fact]], start: Fact) -> Callable[[Place], Fact]:
    """The fact at each place; a place without an equation keeps `start`."""
    readers: defaultdict[Place, list[Place]] = defaultdict(list)
    for place, equation in equations.items():
        for read in equation.reads:
            readers[read].append(place)
    facts: dict[Place, Fact] = {}

    def look(place: Place) -> Fact:
        return facts.get(place, start)

    waiting = dict.fromkeys(equations)
    while waiting:
        place, _ = waiting.popitem()
        fact = equations[place].value(look)
        if fact != look(place):
            facts[place] = fact
            waiting.update(dict.fromkeys(readers[place]))
    return look


Choices = Iterable[frozenset[Place]]
"""For each way to come to a place, the places that what is there is made of."""


def may_equation(choices: Choices[Place]) -> Equation[Place, bool]:
    """True if, on some way, something that it is made of is true."""
    known = list(choices)
    return Equation(frozenset().union(*known), lambda look: any(any(map(look, made_of)) for made_of in known))


def must_equation(choices: Choices[Place]) -> Equation[Place, bool]:
    """True if, on every way, something that it is made of is true."""
    known = list(choices)
    return Equation(frozenset().union(*known), lambda look: all(any(map(look, made_of)) for made_of in known))
