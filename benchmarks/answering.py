"""Small models: how soon `penstock verify` answers, with nothing compiled before, beside `spin -run`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

ROUNDS = 7
EXAMPLES = Path(__file__).parent.parent / "examples"
MODELS = ("pingpong.pml", "leader.pml", "crossing.pml")
"""42 states; 1154 and two formulas; one where processes wait for each other."""
GOAL, GOAL_BEYOND = 0.5, 0.15
START = "import penstock.reading.reading, penstock.faces.cli.verbs.verify"
"""Python, and all that the command consists of."""


def cost(command: list[str], place: Path) -> tuple[float, float]:
    """Seconds on the clock and of all processors, the median of some rounds."""
    rounds = [_once(command, place) for _ in range(ROUNDS)]
    return median(clock for clock, _ in rounds), median(work for _, work in rounds)


def _once(command: list[str], place: Path) -> tuple[float, float]:
    begin, work = time.perf_counter(), _work()
    subprocess.run(command, cwd=place, capture_output=True, check=False)
    return time.perf_counter() - begin, _work() - work


def _work() -> float:
    times = os.times()
    return times.children_user + times.children_system


def main() -> None:
    if shutil.which("spin") is None or shutil.which("gcc") is None:
        print("SPIN and gcc are not installed: no comparison of small models")
        return
    penstock = str(Path(sys.executable).with_name("penstock"))
    quick = "tcc" if shutil.which("tcc") else "gcc -O0"
    print(f"\nverification of small models, nothing compiled before, first by {quick}; clock (processors)")
    print(f"  goal: {GOAL} s, and {GOAL_BEYOND} s beyond start-up")
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        start, start_work = cost([sys.executable, "-c", START], place)
        print(f"  {'start-up':14} {start:5.2f} s ({start_work:4.2f})")
        for model in MODELS:
            shutil.copy(EXAMPLES / model, place)
            ours, ours_work = cost([penstock, "verify", "--no-cache", model], place)
            theirs, theirs_work = cost(["spin", "-run", model], place)
            print(
                f"  {model:14} {ours:5.2f} s ({ours_work:4.2f}), {ours - start:5.2f} s beyond start-up;"
                f"  spin -run {theirs:5.2f} s ({theirs_work:4.2f})"
            )


if __name__ == "__main__":
    main()
