"""Writes random models full of jumps and compares what SPIN and Penstock read, and the states that they find.

Run as `python -m tests.judge.fuzz_control --count 500 --seed 1 --jobs 2`.
"""

from __future__ import annotations

import argparse
import multiprocessing
import re
import sys
from collections import Counter
from dataclasses import dataclass

from tests.judge.comparing_states import compare_states
from tests.judge.random_models import control_model
from tests.judge.verdict import penstock_verdict

SEEDS_PER_RUN = 1_000_003
MOST_STATES = 20_000


@dataclass(frozen=True, slots=True)
class Result:
    """What came out for one seed: `states` and `refused` are comparisons, `difference` is empty where both agree."""

    seed: int
    kind: str
    difference: str = ""


def judge(seed: int) -> Result:
    """Compare one model: its states, or that both refuse it."""
    text = control_model(seed)
    comparison = compare_states(text, seconds=2.0, most=MOST_STATES)
    if comparison.skipped.startswith("spin:"):
        accepted, _ = penstock_verdict(text, "model.pml")
        return Result(seed, "refused", comparison.skipped[:200] if accepted else "")
    if comparison.skipped:
        return Result(seed, "skipped: " + re.sub(r"\d+", "N", comparison.skipped.splitlines()[0]))
    return Result(seed, "states", comparison.difference)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    base = options.seed * SEEDS_PER_RUN
    with multiprocessing.get_context("spawn").Pool(options.jobs) as pool:
        results = list(pool.imap_unordered(judge, range(base, base + options.count)))
    for kind, count in Counter(result.kind for result in results).most_common():
        print(f"{count:5d}  {kind}")
    differing = [result for result in results if result.difference]
    for result in differing:
        print(f"seed {result.seed}: {result.difference}")
    print(f"{len(results)} models, {len(differing)} disagreements")
    return 1 if differing or not any(result.kind == "states" for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
