"""The published refinement against all states: what it calls bounded must not grow forever.

A search that meets all states settles it.  Where there are too many, a long random run must not fill a channel with
more messages than the counters of these systems allow.
Run as `python -m tests.judge.fuzz_published --count 2000 --seed 1`.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from tests.judge.random_counting import random_counting_system
from tests.loading import load_automata
from tests.support import load_text

from penstock.bounds.published.iboc import TooMany
from penstock.bounds.published.refine import Refined, refine
from penstock.bounds.verdict import BOUNDED, UNKNOWN, boundedness
from penstock.machine import Machine, Options, build_machine, explore

MOST_STATES = 4000
SECONDS = 10.0
STEPS = 20_000
MOST_MESSAGES = 2000
LARGE = ("short", "int")
Refinement = Callable[..., Refined]


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict; whether it took a refinement; whether all states were seen; what was wrong."""

    verdict: str
    refined: bool = False
    complete: bool = False
    wrong: str = ""


def judge_published(text: str, most_states: int = MOST_STATES, refinement: Refinement = refine) -> Judgement:
    model = load_text(text)
    if not model.ok:
        return Judgement("refused")
    automata = load_automata(model)
    try:
        found = refinement(boundedness(model, automata).net, seconds=SECONDS)
    except TooMany:
        return Judgement(UNKNOWN)
    if not found.bounded or not found.counterexamples:
        # What is bounded without a refinement is judged elsewhere.
        return Judgement(BOUNDED if found.bounded else UNKNOWN)
    machine = build_machine(model, automata, Options(unlimited=True, measuring=True))
    if explore(machine, limit=most_states).complete:
        return Judgement(BOUNDED, True, True)
    if any(variable.type in LARGE for process in model.processes.values() for variable in process.locals):
        return Judgement(BOUNDED, True)  # it may be bounded by millions
    _run(machine, len(text))
    grown = [f"{name} grew to {length}" for name, length in machine.lengths.highest.items() if length > MOST_MESSAGES]
    return Judgement(BOUNDED, True, wrong=", ".join(grown))


def _run(machine: Machine, seed: int) -> None:
    """A random run, whose lengths the machine measures."""
    chance = Random(seed)
    state = machine.initial
    for _ in range(STEPS):
        steps = list(machine.steps(state))
        if not steps:
            break
        state = chance.choice(steps).state


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    verdicts: Counter[str] = Counter()
    refined = complete = wrong = 0
    for number in range(options.count):
        seed = options.seed * 1_000_003 + number
        judgement = judge_published(random_counting_system(seed))
        verdicts[str(judgement.verdict)] += 1
        refined += judgement.refined
        complete += judgement.complete
        if judgement.wrong:
            wrong += 1
            print(f"seed {seed}: {judgement.wrong}")
    print(f"{options.count} systems: {dict(verdicts)}; {refined} bounded by refinement,")
    print(f"{complete} of them explored completely; {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
