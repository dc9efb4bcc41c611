"""How fast generated programs are, beside what one would write by hand: C with threads and a mutex, and Go with its
channels, where it is installed.

All do the same and run in turn, on one processor: where threads are put would decide otherwise.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

MODELS = Path(__file__).parent / "programs"
MANY = Path(__file__).parent.parent / "tests" / "programs" / "many.pml"
MESSAGES = {
    "pingpong": 400_000,
    "pipeline": 900_000,
    "fan": 300_000,
    "ring": 500_000,
    "select": 200_000,
    "many": 10_000,
}
"""How many messages are handed over in one run."""
RUNTIMES = ("single", "threads", "processes")
ROUNDS = 3
Measured = tuple[float, float]
"""Seconds by the clock, and of processor time."""


def built(model: Path, place: Path, runtime: str) -> Path:
    """The program of a model."""
    directory = place / f"{model.stem}-{runtime}"
    penstock = [sys.executable, "-m", "penstock"]
    words = ["generate", str(model), "-o", str(directory), "--runtime", runtime, "--quiet"]
    subprocess.run([*penstock, *words], check=True)
    subprocess.run(["make", "-s", "-C", str(directory)], check=True)
    return directory / model.stem


def by_hand(place: Path) -> dict[str, Path]:
    """The programs that take the name of what they are to do as a word."""
    found = {"C threads": place / "by_hand"}
    flags = ["-O2", "-std=c11", "-D_POSIX_C_SOURCE=200809L", "-pthread"]
    subprocess.run(["gcc", *flags, str(MODELS / "by_hand.c"), "-o", str(found["C threads"])], check=True)
    if shutil.which("go"):
        found["Go"] = place / "by_hand_in_go"
        subprocess.run(["go", "build", "-o", str(found["Go"]), str(MODELS / "by_hand.go")], check=True)
    return found


def measured(words: list[str]) -> Measured:
    begin = time.perf_counter()
    started = subprocess.Popen(words)
    _, status, usage = os.wait4(started.pid, 0)
    started.returncode = os.waitstatus_to_exitcode(status)
    if started.returncode != 0:
        raise subprocess.CalledProcessError(started.returncode, words)
    return time.perf_counter() - begin, usage.ru_utime + usage.ru_stime


def compare(name: str, place: Path, others: dict[str, Path]) -> None:
    """One line for each program: messages a second, and processor time a message."""
    pinned = ["taskset", "-c", "0"] if shutil.which("taskset") else []
    words = {runtime: [str(built(MODELS / f"{name}.pml", place, runtime))] for runtime in RUNTIMES}
    words |= {kind: [str(program), name] for kind, program in others.items()}
    times: dict[str, list[Measured]] = {kind: [] for kind in words}
    for _ in range(ROUNDS):
        for kind, command in words.items():
            times[kind].append(measured([*pinned, *command]))
    clock = {kind: median(seconds for seconds, _ in found) for kind, found in times.items()}
    busy = {kind: median(seconds for _, seconds in found) for kind, found in times.items()}
    print(f"  {name}")
    for kind in words:
        line = f"    {kind:10} {MESSAGES[name] / clock[kind]:12,.0f} messages/s"
        if kind != "processes":  # whose programs are ended before anybody can ask how busy they were
            line += f", {busy[kind] / MESSAGES[name] * 1e9:8,.0f} ns of processor time each"
        if "Go" in busy and kind != "Go":
            line += f"; speed over Go {clock['Go'] / clock[kind]:.2f}"
            line += f", by processor time {busy['Go'] / busy[kind]:.2f}" if kind != "processes" else ""
        print(line, flush=True)


def main() -> None:
    if shutil.which("gcc") is None or shutil.which("make") is None:
        return
    print("\ngenerated programs")
    with tempfile.TemporaryDirectory() as directory:
        place = Path(directory)
        others = by_hand(place)
        for name in MESSAGES:
            compare(name, place, others)
        for runtime in ("single", "threads"):
            _, busy = measured([str(built(MODELS / "waiting.pch", place, runtime))])
            print(f"  a second of waiting, 10 processes, {runtime}: {busy:.3f} s of processor time")
            seconds, _ = measured([str(built(MANY, place, runtime))])
            print(f"  1000 processes started and ended, {runtime}: {seconds:.2f} s")


if __name__ == "__main__":
    main()
