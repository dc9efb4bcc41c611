"""Formulas for any number of processes, against all states with 1 to 5 of them.

Run as `python -m tests.judge.fuzz_families --count 2000 --seed 1`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass

from tests.judge.random_counting import random_counting_system
from tests.judge.random_phases import random_phases
from tests.judge.random_systems import random_system
from tests.loading import load_automata
from tests.support import load_text

from penstock.bounds.abstraction.places import Place, Standing
from penstock.bounds.proofs.families import Family
from penstock.bounds.runs.occupancy import lengths_near_the_start
from penstock.bounds.tightening import with_families
from penstock.bounds.verdict import boundedness
from penstock.tasks.models import processes_of

MOST_STATES = 1000
MOST_PROCESSES = 5
SYSTEMS: tuple[Callable[[int], str], ...] = (random_system, random_counting_system, random_phases)
VARIED = "active proctype P0()"


@dataclass(frozen=True, slots=True)
class Judgement:
    """How many formulas were compared, how often the most there is was reached, what is wrong."""

    compared: int = 0
    reached: int = 0
    wrong: str = ""


def judge_families(text: str) -> Judgement:
    """The formulas are found with two processes P0; no number of them exceeds what they say."""
    model = load_text(text.replace(VARIED, "active [2] proctype P0()"))
    if not model.ok or VARIED not in text:
        return Judgement()
    result = with_families(boundedness(model, processes_of(load_automata(model))))
    names = {queue.number: queue.name for queue in result.net.analysis.queues}
    places = result.net.places
    found = {names[family.queue]: family for family in result.families if _is_varied(places[family.place])}
    compared = reached = 0
    for n in range(1, MOST_PROCESSES + 1) if found else ():
        for name, most in _lengths(text, n).items():
            if name in found:
                compared += 1
                reached += most == found[name].bound(n)
                if most > found[name].bound(n):
                    return Judgement(compared, reached, f"{name} holds {most} with n = {n}: {_shown(found[name])}")
    return Judgement(compared, reached)


def _is_varied(place: Place) -> bool:
    return isinstance(place, Standing) and place.owner.name.startswith("P0")


def _lengths(text: str, n: int) -> dict[str, int]:
    model = load_text(text.replace(VARIED, f"active [{n}] proctype P0()"))
    return lengths_near_the_start(model, processes_of(load_automata(model)), MOST_STATES)


def _shown(family: Family) -> str:
    return f"({family.constant} + {family.slope} n) / {family.unit}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    compared = reached = wrong = 0
    for number in range(options.count):
        seed = options.seed * 1_000_003 + number
        system = SYSTEMS[number % len(SYSTEMS)]
        judgement = judge_families(system(seed))
        compared += judgement.compared
        reached += judgement.reached
        if judgement.wrong:
            wrong += 1
            print(f"{system.__name__} {seed}: {judgement.wrong}", flush=True)
    print(
        f"{options.count} systems: {compared} lengths compared with formulas, {reached} of them reached; {wrong} wrong"
    )
    return 1 if wrong or not reached else 0


if __name__ == "__main__":
    sys.exit(main())
