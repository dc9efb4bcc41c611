"""Random open models with contracts: whatever an environment that keeps them does must be possible in the closed model.

Run as `python -m tests.judge.fuzz_contracts --count 1000 --seed 1`.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from tests.judge.closing import judge_closing
from tests.judge.random_contracts import random_contracts
from tests.judge.ranges import compare_ranges


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    kinds: Counter[str] = Counter()
    said: Counter[str] = Counter()
    events = violations = values = 0
    for seed in range(options.seed, options.seed + options.count):
        text, surrounded = random_contracts(seed)
        said.update(word for word in ("env protocol", "env byte", " where ", "timer ") if word in text)
        judgement = judge_closing(text, seed, most_places=1500, surrounded=surrounded)
        limits = compare_ranges(text, seed, runs=2)
        wrong = [*([judgement.text] if judgement.kind == "wrong" else []), *limits.wrong[:3]]
        kinds["wrong" if wrong else judgement.kind] += 1
        events += judgement.events
        violations += judgement.violations
        values += limits.values
        if wrong:
            print(f"seed {seed}: {'; '.join(wrong)}\n{text}", flush=True)
    print(
        f"{options.count} models: {dict(kinds)}; with {dict(said)}; {events} steps followed,"
        f" {violations} violated assertions found again; {values} values within their limits"
    )
    few = kinds["fine"] < options.count // 2 or events < 10 * options.count
    if few:
        print("too little was compared")
    return 1 if few or kinds["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
