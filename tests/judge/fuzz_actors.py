"""Compares many random actor systems with their own interpreter, and both ways to let messages wait with each other.

In each of them a name is made wrong, too, which must be told.

python -m tests.judge.fuzz_actors --count 1000 --seed 1
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections import Counter

from tests.judge.actor_faults import is_told, undeclared
from tests.judge.actor_formats import is_kept
from tests.judge.actor_systems import drawn_systems, explored, judged
from tests.judge.random_actors import ActorSystem
from tests.judge.scrambling import scramble

WORTH_WHILE = 0.8
"""The part of the systems that must be small enough to be compared."""


def compare(system: ActorSystem, counts: Counter[str]) -> None:
    """Count what agrees; print what does not."""
    _spoil(system, counts)
    _reformat(system, counts)
    found = {}
    for defer in ways(system):
        expected = judged(system, defer)
        own = explored(system, defer) if expected is not None else None
        if expected is None or own is None:
            counts["too large"] += 1
            return
        if (expected.failed, expected.stuck) != (own.failed, own.stuck):
            counts["wrong"] += 1
            print(f"wrong with --defer {defer} --mailbox {system.size}:\n{system.text()}")
        found[defer] = own
    back, select = found["putback"], found.get("select", found["ordered"])
    counts["compared"] += 1
    counts["timed"] += "after(" in system.text()
    counts["crashing"] += system.crash is not None
    counts["with a violation"] += bool(back.failed)
    counts["stuck"] += back.stuck
    if system.timed:
        return  # where time passes, messages are not put back
    counts["lost by select"] += not (back.failed <= select.failed and back.stuck <= select.stuck)
    counts["only with select"] += back.failed < select.failed


def _reformat(system: ActorSystem, counts: Counter[str]) -> None:
    """The formatter keeps what a text means, in whatever layout it is written."""
    counts["formatted"] += 1
    text = scramble(system.text(), counts["formatted"])
    if not (is_kept(system.text()) and is_kept(text)):
        counts["wrong"] += 1
        print(f"changed by formatting:\n{text}")


def ways(system: ActorSystem) -> list[str]:
    """Time would never pass where messages are put back again and again to look at their parameters."""
    restless = system.timed and any(kind.looks(name) for kind in system.types for name, _ in system.names)
    return ["putback", *([] if restless else ["select"]), "ordered"]


def _spoil(system: ActorSystem, counts: Counter[str]) -> None:
    faults = list(undeclared(system.text()))
    fault = faults[len(system.text()) % len(faults)]
    counts["wrong names"] += 1
    if not is_told(fault):
        counts["not told"] += 1
        print(f"nothing is said about {fault.what} in line {fault.line}:\n{fault.text}")


def is_good(counts: Counter[str], count: int) -> bool:
    """Whether enough was compared, and nothing was wrong."""
    wrong = counts["wrong"] + counts["lost by select"] + counts["not told"]
    return not wrong and counts["wrong names"] > 0 and counts["compared"] >= WORTH_WHILE * count


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
    return 0 if is_good(counts, options.count) else 1


if __name__ == "__main__":
    sys.exit(main())
