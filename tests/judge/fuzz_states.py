"""Writes random models and compares the states that SPIN and Penstock find.

Run as `python -m tests.judge.fuzz_states --count 1000 --seed 1 --jobs 2 --keep DIR`.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.judge.comparing_states import Comparison, compare_states
from tests.judge.random_models import random_model

SEEDS_PER_RUN = 1_000_003
"""Model n of run s has the seed s * this + n: no two runs share models."""
REPORT_EVERY = 50
MOST_STATES = 20_000
"""Larger models take long and show nothing new."""


@dataclass(frozen=True, slots=True)
class Result:
    """What both found in the model of one seed."""

    seed: int
    comparison: Comparison

    @property
    def refused(self) -> bool:
        """Whether SPIN or the C compiler found the model wrong: a random model should not be."""
        return self.comparison.skipped.startswith(("spin:", "gcc:", "pan:"))


def judge(seed: int) -> Result:
    """Compare the model that belongs to `seed`."""
    return Result(seed, compare_states(random_model(seed), seconds=1.0, most=MOST_STATES))


def judge_all(seeds: Iterable[int], jobs: int) -> Iterator[Result]:
    """Compare many, in no particular order."""
    if jobs == 1:
        yield from map(judge, seeds)
        return
    # A process that has judged some is replaced: nothing that one model left behind reaches another.
    with multiprocessing.get_context("spawn").Pool(jobs, maxtasksperchild=200) as pool:
        yield from pool.imap_unordered(judge, seeds)


def summary(results: list[Result]) -> str:
    compared = [result.comparison for result in results if not result.comparison.skipped]
    sizes = Counter(_size(comparison.spin.stored) for comparison in compared)
    skipped = Counter(result.comparison.skipped.splitlines()[0] for result in results if result.comparison.skipped)
    lines = [
        f"{len(results)} models, {len(compared)} compared, "
        f"{sum(not comparison.agreed for comparison in compared)} disagreements",
        "states: " + ", ".join(f"{size} {sizes[size]}" for size in sorted(sizes, key=_SIZES.index)),
        f"with deadlocks {sum(comparison.spin.deadlock for comparison in compared)}, "
        f"with violated assertions {sum(comparison.spin.assertion for comparison in compared)}",
        *(f"skipped {count}: {reason}" for reason, count in skipped.most_common()),
    ]
    return "\n".join(lines)


_SIZES = ("below 20", "below 100", "below 1000", "below 5000", "more")


def _size(states: int) -> str:
    return next((size for size in _SIZES[:-1] if states < int(size.split()[1])), _SIZES[-1])


def keep(result: Result, directory: Path) -> None:
    """Write down a model and what is wrong with it."""
    directory.mkdir(parents=True, exist_ok=True)
    reason = (result.comparison.difference or result.comparison.skipped).replace("\n", "\n// ")
    (directory / f"{result.seed}.pml").write_text(f"// {reason}\n{random_model(result.seed)}")


def fuzz(seeds: Iterable[int], jobs: int, directory: Path | None, seconds: float | None) -> list[Result]:
    """Compare one model after the other until there are no more seeds or no more time."""
    end = None if seconds is None else time.monotonic() + seconds
    results = []
    for result in judge_all(seeds, jobs):
        results.append(result)
        if not result.comparison.agreed or result.refused:
            print(f"{result.seed}: {result.comparison.difference or result.comparison.skipped}", flush=True)
            if directory is not None:
                keep(result, directory)
        if len(results) % REPORT_EVERY == 0:
            print(f"... {len(results)} models", flush=True)
        if end is not None and time.monotonic() > end:
            break
    return results


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, help="stop after this time")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", type=Path, help="where to write the models with disagreements")
    options = parser.parse_args(arguments)
    first = options.seed * SEEDS_PER_RUN
    results = fuzz(range(first, first + options.count), options.jobs, options.keep, options.seconds)
    print(summary(results))
    return 0 if all(result.comparison.agreed for result in results) else 1


if __name__ == "__main__":
    sys.exit(main())
