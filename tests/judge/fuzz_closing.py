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
    events = violations = asked = values = 0
    for seed in range(options.seed, options.seed + options.count):
        text = random_open(seed)
        judgement = judge_closing(text, seed)
        if judgement.violations and asked < options.spin and judgement.kind != "wrong":
            asked += 1
            wrong = judge_by_spin(text)
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
        f"{options.count} models: {dict(kinds)}; {events} steps followed, {violations} violated assertions found again,"
        f" {asked} by SPIN, {values} values within their limits"
    )
    return 1 if kinds["wrong"] or compared_nothing(kinds, events, values, options.spin, asked) else 0


def compared_nothing(kinds: Counter[str], events: int, values: int, wanted: int, asked: int) -> bool:
    """Whether the run says nothing: no model was followed, no value looked at, or SPIN asked about none."""
    return not kinds["fine"] or not events or not values or (wanted > 0 and not asked)


if __name__ == "__main__":
    sys.exit(main())
