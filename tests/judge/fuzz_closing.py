"""Random open models: what the component does with an environment process must be possible however it is closed.

Run as `python -m tests.judge.fuzz_closing --count 2000 --seed 1 --spin 50`.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import replace

from tests.judge.closing import judge_closing
from tests.judge.closing_by_spin import judge_by_spin
from tests.judge.random_open import random_open
from tests.judge.ranges import compare_ranges


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--spin", type=int, default=0, help="how many models SPIN judges, too")
    options = parser.parse_args()
    kinds: Counter[str] = Counter()
    events = violations = asked = compared = values = 0
    for seed in range(options.seed, options.seed + options.count):
        text = random_open(seed)
        judgement = judge_closing(text, seed)
        if judgement.violations and asked < options.spin and judgement.kind != "wrong":
            asked += 1
            wrong = judge_by_spin(text)
            compared += wrong is not None
            judgement = replace(judgement, kind="wrong", text=wrong) if wrong else judgement
        limits = compare_ranges(text, seed, runs=2)
        values += limits.values
        if limits.wrong:
            judgement = replace(judgement, kind="wrong", text="; ".join(limits.wrong[:3]))
        kinds[judgement.kind] += 1
        events += judgement.events
        violations += judgement.violations
        if judgement.kind == "wrong":
            print(f"seed {seed}: {judgement.text}\n{text}", flush=True)
    print(
        f"{options.count} models: {dict(kinds)}; {events} steps followed, {violations} violated assertions found again;"
        f" SPIN compared {compared} of {asked}; {values} values within their limits"
    )
    few = kinds["fine"] < options.count // 2 or events < 10 * options.count or not values or compared < asked // 2
    if few:
        print("too little was compared")
    return 1 if few or kinds["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
