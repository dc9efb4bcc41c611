"""Writes random specifications with C declarations, builds their programs without a warning, looks at what they print.

Run as `python -m tests.judge.fuzz_specifications --count 20 --seed 1`; all runtimes by turns.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.building import make
from tests.judge.random_specifications import Specification, random_specification

from penstock.faces.cli.main import main as penstock

SEEDS_PER_RUN = 1_000_003
BUILD_LIMIT, RUN_LIMIT = 300.0, 60.0
RUNTIMES = ("threads", "single", "processes")


def judge_specification(found: Specification, directory: Path, runtime: str, compiler: str = "gcc") -> str:
    """Build and run: what is wrong, or nothing."""
    path = directory / "model.pch"
    path.write_text(found.text)
    for name, text in found.included.items():
        (directory / name).write_text(text)
    out = directory / runtime
    if penstock(["generate", str(path), "-o", str(out), "--quiet", "--runtime", runtime]) != 0:
        return "it is refused"
    built = make(out, "CFLAGS=-O0", f"CC={compiler}", limit=BUILD_LIMIT)
    if built.returncode != 0 or built.stderr:
        return f"it does not build:\n{built.stderr}"
    program = [str(out / "model")]
    ran = subprocess.run(program, capture_output=True, text=True, timeout=RUN_LIMIT, check=False, cwd=out)
    if ran.returncode != 0:
        return f"status {ran.returncode}\n{ran.stderr}"
    said = sorted(ran.stdout.splitlines())
    return "" if said == sorted(found.expected) else f"it printed {said}, not {sorted(found.expected)}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=0.0, help="stop after so long; 0: never")
    parser.add_argument("--compiler", default="gcc")
    arguments = parser.parse_args()
    begin = time.monotonic()
    features: Counter[str] = Counter()
    wrong = compared = 0
    for number in range(arguments.count):
        if 0 < arguments.seconds < time.monotonic() - begin:
            break
        seed = arguments.seed * SEEDS_PER_RUN + number
        found = random_specification(seed)
        with tempfile.TemporaryDirectory(prefix="specification-") as place:
            problem = judge_specification(found, Path(place), RUNTIMES[number % len(RUNTIMES)], arguments.compiler)
        compared += len(found.expected)
        features.update(found.features)
        if problem:
            wrong += 1
            print(f"seed {seed}: {problem[:2000]}\n{found.text}", flush=True)
    spent = time.monotonic() - begin
    built = min(number + 1, arguments.count)
    print(f"{built} specifications in {spent:.0f} s, {compared} lines compared, {wrong} wrong; {dict(features)}")
    return 1 if wrong or not compared else 0


if __name__ == "__main__":
    sys.exit(main())
