"""How often closed models violate assertions that no environment process violates, by method.

Run as `python -m tests.judge.false_alarms --count 1000 --seed 1`.  A model counts where all states with the environment
process are known; nothing that this process finds may be lost.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from tests.judge.closing import OTHERS, closed_machine, violated
from tests.judge.random_components import random_component

MOST_STATES = 30_000


def compared(text: str) -> dict[str, tuple[set[int], set[int], int]] | None:
    """For each method the lines of false alarms, of lost violations, and how many states; None if not known."""
    reference = closed_machine(text, "process")
    if reference is None:
        return None
    real, complete = violated(reference, MOST_STATES)
    if not complete:
        return None
    found = {}
    for method in OTHERS:
        machine = closed_machine(text, method)
        if machine is None:
            return None
        lines, whole = violated(machine, MOST_STATES)
        found[method] = lines - real, (real - lines if whole else set()), len(real)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    alarms: Counter[str] = Counter()
    models: Counter[str] = Counter()
    judged = lost = real = 0
    for number, seed in enumerate(range(options.seed, options.seed + options.count), 1):
        found = compared(random_component(seed))
        if found is not None:
            judged += 1
            real += max(count for _, _, count in found.values())
            for method, (false, missed, _) in found.items():
                alarms[method] += len(false)
                models[method] += bool(false)
                lost += len(missed)
                if missed:
                    print(f"seed {seed}: {method} does not violate lines {sorted(missed)}", flush=True)
        if number % 100 == 0 or number == options.count:
            told = ", ".join(f"{method} {alarms[method]} in {models[method]} models" for method in OTHERS)
            print(
                f"{number} models, {judged} compared, {real} real violations, {lost} lost; false alarms: {told}",
                flush=True,
            )
    return 1 if lost or not judged else 0


if __name__ == "__main__":
    sys.exit(main())
