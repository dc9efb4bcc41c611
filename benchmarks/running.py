"""How fast generated programs are, beside hand-written C that does the same with a mutex and condition variables."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

MODELS = Path(__file__).parent / "programs"
MANY = Path(__file__).parent.parent / "tests" / "programs" / "many.pml"
MESSAGES = {"pingpong": 400_000, "pipeline": 900_000}
"""How many messages are handed over in one run."""
ROUNDS = 5


def built(model: Path, place: Path) -> Path:
    """The program of a model."""
    directory = place / model.stem
    penstock = [sys.executable, "-m", "penstock"]
    subprocess.run([*penstock, "generate", str(model), "-o", str(directory), "--quiet"], check=True)
    subprocess.run(["make", "-s", "-C", str(directory)], check=True)
    return directory / model.stem


def by_hand(place: Path) -> Path:
    program = place / "by_hand"
    flags = ["-O2", "-std=c11", "-D_POSIX_C_SOURCE=200809L", "-pthread"]
    subprocess.run(["gcc", *flags, str(MODELS / "by_hand.c"), "-o", str(program)], check=True)
    return program


def seconds(words: list[str]) -> float:
    begin = time.perf_counter()
    subprocess.run(words, check=True)
    return time.perf_counter() - begin


def processor_time(program: Path) -> float:
    """Seconds that a program keeps a processor busy."""
    started = subprocess.Popen([str(program)])
    usage = os.wait4(started.pid, 0)[2]
    return usage.ru_utime + usage.ru_stime


def compare(name: str, place: Path, hand: Path) -> None:
    """Runs in turn, all on one processor: where threads are put would decide otherwise."""
    program = built(MODELS / f"{name}.pml", place)
    pinned = ["taskset", "-c", "0"] if shutil.which("taskset") else []
    times: dict[str, list[float]] = {"generated": [], "by hand": []}
    for _ in range(ROUNDS):
        times["generated"].append(seconds([*pinned, str(program)]))
        times["by hand"].append(seconds([*pinned, str(hand), name]))
    medians = {kind: sorted(found)[ROUNDS // 2] for kind, found in times.items()}
    rates = {kind: MESSAGES[name] / found for kind, found in medians.items()}
    ratio = rates["generated"] / rates["by hand"]
    print(f"  {name:10} {rates['generated']:10,.0f} messages/s, by hand {rates['by hand']:10,.0f}, ratio {ratio:4.2f}")


def main() -> None:
    if shutil.which("gcc") is None or shutil.which("make") is None:
        return
    print("\ngenerated programs")
    with tempfile.TemporaryDirectory() as directory:
        place = Path(directory)
        hand = by_hand(place)
        for name in MESSAGES:
            compare(name, place, hand)
        busy = processor_time(built(MODELS / "waiting.pch", place))
        print(f"  a second of waiting, 10 processes: {busy:.3f} s of processor time")
        print(f"  1000 processes started and ended: {seconds([str(built(MANY, place))]):.2f} s")


if __name__ == "__main__":
    main()
