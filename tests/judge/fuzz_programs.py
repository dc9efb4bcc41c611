"""Writes random models, or takes SPIN's examples, builds programs from them, runs these and follows their traces.

Run as `python -m tests.judge.fuzz_programs --judged 300 --seed 1`, or with `--examples`.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from tests.judge.examples import example_models, read_model
from tests.judge.programs import judge_program
from tests.judge.random_models import random_model
from tests.judge.random_shapes import random_shapes

SEEDS_PER_RUN = 1_000_003
RUNS = (("first", 1), ("first", 2), ("first", 3), ("random", 1), ("random", 2), ("fair", 2))

REFUSED = ("remote", "enabled", "last", "priorities")
TOPICS: tuple[tuple[str, ...], ...] = (
    ("deciding",),
    ("rendezvous", "atomic", "inviting"),
    ("provided", "run", "brief"),
    ("rendezvous", "atomic", "inviting", "goto", "structures", "records", "identity", "deciding"),
)
SIGNS = {
    "no buffer": r"\[0\] of",
    "atomic": r"\batomic\b",
    "a jump into atomic": r"goto within",
    "a d_step that begins with a selection": r"d_step \{\s*if\b",
    "else": r"\belse\b",
    "provided": r"\bprovided\b",
    "unless": r"\bunless\b",
    "goto": r"\bgoto\b",
    "structures in messages": r"\bboxes\[?",
    "_pid": r"\b_pid\b",
}
"""What models that were judged have, by what is written in them."""


def random_program(seed: int) -> str:
    """A model without what programs cannot have; in turn about anything, or for sure about something."""
    return random_model(seed, TOPICS[seed % len(TOPICS)], REFUSED)


def _models(arguments: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """Names and texts."""
    if arguments.examples:
        yield from ((path.stem, read_model(path)) for path in example_models())
        return
    for number in count() if arguments.judged else range(arguments.count):
        seed = arguments.seed * SEEDS_PER_RUN + number
        shapes = random_shapes(seed) if arguments.shapes and number % 2 else ""
        yield f"seed {seed}", random_program(seed) + shapes


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--spin", type=int, default=0, help="how many last states SPIN must reach, too")
    parser.add_argument("--judged", type=int, default=0, help="go on until so many models were not skipped")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--make", nargs="*", default=["CFLAGS=-O0"])
    parser.add_argument("--examples", action="store_true")
    parser.add_argument("--runtime", default="single")
    parser.add_argument("--shapes", action="store_true", help="every other model has shapes that C easily gets wrong")
    arguments = parser.parse_args()
    found: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    features: Counter[str] = Counter()
    asked: list[bool | None] = []
    begin = time.monotonic()
    for name, text in _models(arguments):
        with tempfile.TemporaryDirectory(prefix="program-") as place:
            ask = asked if asked.count(True) < arguments.spin else None
            problem = judge_program(text, Path(place), RUNS, arguments.make, arguments.runtime, ask, seen)
        kind = problem if problem.startswith("skipped") else "wrong" if problem else "fine"
        found[kind] += 1
        if kind in ("fine", "wrong"):
            features.update(name for name, sign in SIGNS.items() if re.search(sign, text))
        if kind == "wrong":
            print(f"{name}: {problem[:1500]}\n", flush=True)
            if arguments.keep is not None:
                arguments.keep.mkdir(parents=True, exist_ok=True)
                (arguments.keep / f"{name}.pml").write_text(text)
        if found["fine"] + found["wrong"] == arguments.judged > 0:
            break
    spent = time.monotonic() - begin
    print(f"{found.total()} models in {spent:.0f} s: {dict(found)}; {asked.count(True)} last states also by SPIN")
    print(f"followed: {dict(seen)}")
    print(f"models with: {dict(features)}")
    return 1 if found["wrong"] or not found["fine"] else 0


if __name__ == "__main__":
    sys.exit(main())
