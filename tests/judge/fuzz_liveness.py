"""Compares what `verify` says about runs that repeat themselves, fairness and empty reasons with independent judges.

Run as `python -m tests.judge.fuzz_liveness --count 300 --seed 1 --jobs 2`.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from collections import Counter

from tests.judge.judging_liveness import COMPARISONS

SEEDS_PER_RUN = 1_000_003


def judge(asked: tuple[str, int]) -> tuple[str, int, str]:
    name, seed = asked
    return name, seed, COMPARISONS[name](seed)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    base = options.seed * SEEDS_PER_RUN
    asked = [(name, seed) for seed in range(base, base + options.count) for name in COMPARISONS]
    differing: Counter[str] = Counter()
    with multiprocessing.get_context("spawn").Pool(options.jobs) as pool:
        for name, seed, difference in pool.imap_unordered(judge, asked):
            if difference:
                differing[name] += 1
                print(f"{name}, seed {seed}: {difference}")
    for name in COMPARISONS:
        print(f"{name}: {options.count} models, {differing[name]} disagreements")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
