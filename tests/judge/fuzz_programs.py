"""Writes random models, or takes SPIN's examples, builds programs from them, runs these and follows their traces.

Run as `python -m tests.judge.fuzz_programs --count 300 --seed 1`, or with `--examples`.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.judge.examples import example_models, read_model
from tests.judge.programs import judge_program
from tests.judge.random_models import random_model

SEEDS_PER_RUN = 1_000_003
RUNS = (("first", 1), ("random", 1), ("random", 2), ("random", 3), ("fair", 1))


def _models(arguments: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """Names and texts."""
    if arguments.examples:
        yield from ((path.stem, read_model(path)) for path in example_models())
        return
    for number in range(arguments.count):
        seed = arguments.seed * SEEDS_PER_RUN + number
        yield f"seed {seed}", random_model(seed)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--make", nargs="*", default=["CFLAGS=-O0"])
    parser.add_argument("--examples", action="store_true")
    parser.add_argument("--runtime", default="threads")
    arguments = parser.parse_args()
    found: Counter[str] = Counter()
    begin = time.monotonic()
    for name, text in _models(arguments):
        with tempfile.TemporaryDirectory(prefix="program-") as place:
            problem = judge_program(text, Path(place), RUNS, arguments.make, arguments.runtime)
        kind = problem if problem.startswith("skipped") else "wrong" if problem else "fine"
        found[kind] += 1
        if kind == "wrong":
            print(f"{name}: {problem[:1500]}\n", flush=True)
            if arguments.keep is not None:
                arguments.keep.mkdir(parents=True, exist_ok=True)
                (arguments.keep / f"{name}.pml").write_text(text)
    print(f"{found.total()} models in {time.monotonic() - begin:.0f} s: {dict(found)}")
    return 1 if found["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
