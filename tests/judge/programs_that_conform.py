"""Random models in other languages than plain Promela, as programs whose traces are followed.

That is actors, and specifications with timers.

Run as `python -m tests.judge.programs_that_conform --count 50 --seed 1`.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

from tests.building import make
from tests.judge.actor_systems import drawn_systems
from tests.judge.random_timers import promela, random_system

from penstock.faces.cli.main import main as penstock

LONGEST_TRACE, RUN_LIMIT = 300, 60.0
RUNTIMES = ("single", "threads", "processes")
RUNS = (("first", 1, "text"), ("random", 2, "binary"), ("random", 3, "text"), ("fair", 4, "binary"))
PIECES = (
    "c_code_IS { acts++; }",
    "c_code_IS { if (acts > 2) for (int i = 0; i < 3; i++) acts += more(i); }",
    "promela_MS { if :: x = 0 :: x = 1 fi; }; c_code_IS { x = more(acts) % 2; acts++; }",
    "atomic { promela_MS { y = 1; }; c_code_IS { y = 1; }; }",
)
DECLARED = """c_decl_IS { extern int acts; int more(int); };
c_code_IS { int acts; int more(int i) { return i < 0 ? 0 : i % 3; } };
"""


def timed_specification(seed: int) -> str:
    """A random system with timers, with C here and there."""
    random = Random(seed)

    def with_c(found: re.Match[str]) -> str:
        return f"; {random.choice(PIECES)}{found[0]}" if random.random() < 0.4 else found[0]

    return DECLARED + re.sub(r"; goto", with_c, promela(random_system(seed)))


def judge_conformance(path: Path, directory: Path, runtime: str, seen: Counter[str]) -> str:
    """Generate, build, run, follow: what is wrong, or nothing; `seen` counts what ended how."""
    if penstock(["generate", str(path), "-o", str(directory), "--quiet", "--runtime", runtime]) != 0:
        return "it is refused"
    built = make(directory, "TRACE=1", "CFLAGS=-O0")
    if built.returncode != 0:
        return f"it does not build:\n{built.stdout}{built.stderr}"
    trace = directory / "trace"
    for choice, seed, form in RUNS:
        wishes = {"PENSTOCK_CHOICE": choice, "PENSTOCK_SEED": str(seed), "PENSTOCK_TRACE_FORM": form}
        wishes |= {"PENSTOCK_TICK": "0", "PENSTOCK_LIMIT": str(LONGEST_TRACE), "PENSTOCK_TRACE": str(trace)}
        program = [str(directory / path.stem)]
        try:
            ran = subprocess.run(
                program, env=os.environ | wishes, capture_output=True, timeout=RUN_LIMIT, check=False, cwd=directory
            )
        except subprocess.TimeoutExpired:
            return f"{choice} {seed}: it hangs"
        seen[f"status {ran.returncode}"] += 1
        status = penstock(["conform", str(trace), str(path), "--quiet"])
        if status != 0:
            return f"{choice} {seed}: status {status}; the program: {ran.returncode} {ran.stderr[-300:]!r}"
    return ""


def judged(language: str, seed: int, place: Path, runtime: str, seen: Counter[str]) -> tuple[str, str]:
    """A random model in a language, and what is wrong with its program."""
    if language == "pch":
        text = timed_specification(seed)
    else:
        [system] = drawn_systems(1, seed)
        text = replace(system, tested=None).text()
    path = place / f"model.{language}"
    path.write_text(text)
    return text, judge_conformance(path, place / "out", runtime, seen)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--language", choices=("apml", "pch"), default="pch")
    arguments = parser.parse_args()
    wrong, seen = 0, Counter[str]()
    for number in range(arguments.count):
        seed = arguments.seed * 1_000_003 + number
        with tempfile.TemporaryDirectory(prefix="conform-") as place:
            runtime = RUNTIMES[number % len(RUNTIMES)]
            text, problem = judged(arguments.language, seed, Path(place), runtime, seen)
        if problem:
            wrong += 1
            print(f"seed {seed}, {runtime}: {problem}\n{text}", flush=True)
    print(f"{arguments.count} models, {wrong} wrong; programs ended with {dict(seen)}")
    return 1 if wrong or not seen else 0


if __name__ == "__main__":
    sys.exit(main())
