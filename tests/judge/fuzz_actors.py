"""Compares many random actor systems with their own interpreter, and both ways to let messages wait with each other.

python -m tests.judge.fuzz_actors --count 1000 --seed 1
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections import Counter

from tests.judge.actor_systems import drawn_systems, explored, judged
from tests.judge.random_actors import ActorSystem


def compare(system: ActorSystem, counts: Counter[str]) -> None:
    """Count what agrees; print what does not."""
    found = {}
    for defer in ("putback", "select"):
        expected = judged(system, defer)
        own = explored(system, defer) if expected is not None else None
        if expected is None or own is None:
            counts["too large"] += 1
            return
        if (expected.failed, expected.stuck) != (own.failed, own.stuck):
            counts["wrong"] += 1
            print(f"wrong with --defer {defer} --mailbox {system.size}:\n{system.text()}")
        found[defer] = own
    back, select = found["putback"], found["select"]
    counts["compared"] += 1
    counts["with a violation"] += bool(back.failed)
    counts["stuck"] += back.stuck
    counts["lost by select"] += not (back.failed <= select.failed and back.stuck <= select.stuck)
    counts["only with select"] += back.failed < select.failed


def run_all(count: int, number: int) -> Counter[str]:
    counts: Counter[str] = Counter()
    for system in drawn_systems(count, number):
        compare(system, counts)
    return counts


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    counts = run_all(options.count, options.seed)
    print(", ".join(f"{name}: {number}" for name, number in counts.items()))
    few = counts["compared"] < options.count // 2
    if few:
        print("too few systems were small enough to be compared")
    return 1 if few or counts["wrong"] or counts["lost by select"] else 0


if __name__ == "__main__":
    sys.exit(main())
