"""Rounds that start processes: whatever is said to be repeated forever is replayed as often as SPIN has room for it.

Run as `python -m tests.judge.fuzz_crowds --count 20000 --seed 1`.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from tests.judge.random_crowds import random_crowds
from tests.loading import load_automata
from tests.support import load_text

from penstock.bounds.runs.search import RunSearch, SearchLimits
from penstock.bounds.runs.witness import Refused, recheck_witness, witness_of
from penstock.tasks.models import processes_of

MOST_STATES = 400
ROUNDS = 60


def judge_crowds(text: str, most_states: int = MOST_STATES) -> tuple[str, str]:
    """What kind of run was found in a system, and what is wrong with it."""
    model = load_text(text)
    if not model.ok:
        return "refused", ""
    automata = processes_of(load_automata(model))
    pump = RunSearch(model, automata).run([], SearchLimits(most_states)).pump
    if pump is None:
        return "none", ""
    starts = any(len(step.state) > len(pump.loop[-1].state) for step in pump.loop)
    kind = "processes left" if pump.crowd else "processes come and go" if starts else "the same processes"
    if pump.crowd and pump.crowd.moved:
        kind = "processes left, by others in each round"
    try:
        recheck_witness(model, automata, witness_of(automata, pump), (ROUNDS,))
    except Refused as problem:
        return kind, str(problem)
    return kind, ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    kinds: Counter[str] = Counter()
    wrong = 0
    for number in range(options.count):
        seed = options.seed * 1_000_003 + number
        kind, problem = judge_crowds(random_crowds(seed))
        kinds[kind] += 1
        if problem:
            wrong += 1
            print(f"{seed}: {problem}", flush=True)
    print(f"{options.count} systems: {dict(kinds)}; {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
