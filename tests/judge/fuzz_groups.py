"""Random systems of several groups of processes, built with several loops, run, and their traces followed.

Run as `python -m tests.judge.fuzz_groups --count 50 --seed 1`; `--make CFLAGS=-fsanitize=thread` finds races.
"""

from __future__ import annotations

import argparse
import shlex
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.judge.random_groups import judged


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--make", default="CFLAGS=-O1", help="words for make")
    parser.add_argument("--spin", action="store_true", help="ask SPIN about last states, too")
    arguments = parser.parse_args()
    wrong, seen = 0, Counter[str]()
    for number in range(arguments.count):
        seed = arguments.seed * 1_000_003 + number
        with tempfile.TemporaryDirectory(prefix="groups-") as place:
            words = tuple(shlex.split(arguments.make))
            text, problem = judged(seed, Path(place), seen, words, arguments.spin)
        if problem:
            wrong += 1
            print(f"seed {seed}: {problem}\n{text}", flush=True)
    print(f"{arguments.count} models, {wrong} wrong; {dict(seen)}")
    return 1 if wrong or not seen else 0


if __name__ == "__main__":
    sys.exit(main())
