"""What `penstock verify` costs beside the three commands by hand, on a search of some seconds."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROUNDS = 3
MODEL = """byte count[3];

active [3] proctype Counter() {
    do
    :: count[_pid] < 110 -> count[_pid]++;
    :: else -> break;
    od;
}
"""


def by_hand(place: Path) -> tuple[float, float]:
    """Spin, gcc and the verifier."""
    commands = [["spin", "-a", "model.pml"], ["gcc", "-O2", "-w", "-o", "pan", "pan.c"], ["./pan"]]
    return _cost(commands, place)


def by_penstock(place: Path) -> tuple[float, float]:
    """`penstock verify`, which must compile as well."""
    penstock = str(Path(sys.executable).with_name("penstock"))
    return _cost([[penstock, "verify", "--no-cache", "model.pml"]], place)


def _cost(commands: list[list[str]], place: Path) -> tuple[float, float]:
    """Seconds on the clock, and seconds of work: on a busy machine only these can be compared."""
    begin, work = time.perf_counter(), _work()
    for command in commands:
        subprocess.run(command, cwd=place, capture_output=True, check=True)
    return time.perf_counter() - begin, _work() - work


def _work() -> float:
    times = os.times()
    return times.children_user + times.children_system


def main() -> None:
    if shutil.which("spin") is None or shutil.which("gcc") is None:
        print("SPIN and gcc are not installed: no comparison of verification times")
        return
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        (place / "model.pml").write_text(MODEL)
        rounds = [(by_hand(place), by_penstock(place)) for _ in range(ROUNDS)]
    print(f"\nverification, {ROUNDS} rounds by turns")
    for title, index in (("on the clock", 0), ("of work", 1)):
        hand, ours = min(hand[index] for hand, _ in rounds), min(ours[index] for _, ours in rounds)
        print(f"  seconds {title:12}  by hand {hand:6.2f}  penstock verify {ours:6.2f}  ratio {ours / hand:5.3f}")


if __name__ == "__main__":
    main()
