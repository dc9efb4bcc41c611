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
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

MODELS = Path(__file__).parent / "programs"
ROOT = Path(__file__).parent.parent
MANY = ROOT / "tests" / "programs" / "many.pml"
LANES = ROOT / "examples" / "lanes.pml"
ROUNDS_OF_LANES = 2_000_000
CORES = (1, 2)
MESSAGES = {
    "pingpong": 400_000,
    "pipeline": 900_000,
    "fan": 300_000,
    "ring": 500_000,
    "select": 200_000,
    "many": 10_000,
}
"""How many messages are handed over, or processes begun, in one run."""
RUNTIMES = ("single", "threads", "processes")
TIMES = {"single": 20, "Go": 20}
"""Those that are fast do it so many times."""
ROUNDS = 3
BUSY = 2
"""On a busy machine so many other programs want the same processor."""


@dataclass(frozen=True, slots=True)
class Measured:
    """Seconds of the clock and of processor time, for each message."""

    clock: float
    busy: float


def built(model: Path, place: Path, runtime: str) -> Path:
    """The program of a model."""
    words = ["--runtime", runtime, "-D", f"TIMES={TIMES.get(runtime, 1)}"]
    return generated(model, place / f"{model.stem}-{runtime}", words)


def generated(model: Path, directory: Path, words: list[str]) -> Path:
    penstock = [sys.executable, "-m", "penstock", "generate", str(model), "-o", str(directory), "--quiet"]
    subprocess.run([*penstock, *words], check=True, stdout=subprocess.DEVNULL)
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
    return Measured(time.perf_counter() - begin, usage.ru_utime + usage.ru_stime)


@contextmanager
def others_on(processor: list[str], count: int) -> Iterator[None]:
    """So many programs that compute on the same processor."""
    words = [*processor, sys.executable, "-c", "while True: pass"]
    running = [subprocess.Popen(words) for _ in range(count)]
    try:
        yield
    finally:
        for program in running:
            program.kill()
            program.wait()


def compare(name: str, programs: dict[str, list[str]], pinned: list[str]) -> None:
    """One line for each program: messages a second, and processor time a message."""
    times: dict[str, list[Measured]] = {kind: [] for kind in programs}
    for _ in range(ROUNDS):
        for kind, command in programs.items():
            times[kind].append(measured([*pinned, *command]))
    count = {kind: MESSAGES[name] * TIMES.get(kind, 1) for kind in programs}
    clock = {kind: median(one.clock for one in found) / count[kind] for kind, found in times.items()}
    busy = {kind: median(one.busy for one in found) / count[kind] for kind, found in times.items()}
    print(f"  {name}")
    for kind in programs:
        line = f"    {kind:10} {1 / clock[kind]:12,.0f} messages/s"
        if kind != "processes":  # whose programs are ended before anybody can ask how busy they were
            line += f", {busy[kind] * 1e9:8,.0f} ns of processor time each"
        if "Go" in busy and kind != "Go":
            line += f"; speed over Go {clock['Go'] / clock[kind]:.2f}"
            line += f", by processor time {busy['Go'] / busy[kind]:.2f}" if kind != "processes" else ""
        print(line, flush=True)


def compare_cores(place: Path) -> None:
    """Eight pipelines that have nothing to do with each other, by one loop and by two; the system places them."""
    times: dict[int, list[Measured]] = {cores: [] for cores in CORES}
    programs = {}
    for cores in CORES:
        words = ["--cores", str(cores), "-D", f"ROUNDS={ROUNDS_OF_LANES}"]
        programs[cores] = generated(LANES, place / f"lanes-{cores}", words)
    for _ in range(ROUNDS):
        for cores, program in programs.items():
            times[cores].append(measured([str(program)]))
    clock = {cores: median(one.clock for one in found) for cores, found in times.items()}
    busy = {cores: median(one.busy for one in found) for cores, found in times.items()}
    print("\n8 independent pipelines")
    for cores in CORES:
        line = f"    {cores} loop{'s' * (cores > 1)}: {clock[cores]:.2f} s, {busy[cores]:.2f} s of processor time"
        print(line + (f"; {clock[1] / clock[cores]:.2f} times as fast" if cores > 1 else ""), flush=True)


def main() -> None:
    if shutil.which("gcc") is None or shutil.which("make") is None:
        return
    pinned = ["taskset", "-c", "0"] if shutil.which("taskset") else []
    with tempfile.TemporaryDirectory() as directory:
        place = Path(directory)
        others = by_hand(place)
        programs: dict[str, dict[str, list[str]]] = {}
        for name in MESSAGES:
            model = MODELS / f"{name}.pml"
            programs[name] = {runtime: [str(built(model, place, runtime))] for runtime in RUNTIMES}
            for kind, program in others.items():
                programs[name][kind] = [str(program), name, *([str(TIMES[kind])] if kind in TIMES else [])]
        for title, count in (("as it is", 0), (f"with {BUSY} others on the same processor", BUSY)):
            print(f"\ngenerated programs, {title}")
            with others_on(pinned, count):
                for name, words in programs.items():
                    compare(name, words, pinned)
        for runtime in ("single", "threads"):
            busy = measured([str(built(MODELS / "waiting.pch", place, runtime))]).busy
            print(f"  a second of waiting, 10 processes, {runtime}: {busy:.3f} s of processor time")
            seconds = measured([str(built(MANY, place, runtime))]).clock
            print(f"  1000 processes started and ended, {runtime}: {seconds:.2f} s")
        compare_cores(place)


if __name__ == "__main__":
    main()
