"""Random models as programs of a processor whose `int` has 16 bits: an emulated ATmega2560.

Run as `python -m tests.judge.on_avr --judged 50 --seed 1`.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from itertools import count
from pathlib import Path

from tests.judge.fuzz_programs import random_program
from tests.judge.programs import Program, Ran
from tests.judge.random_shapes import random_shapes

PORT = Path(__file__).parent.parent / "embedded" / "port_avr.c"
MACHINE = "atmega2560"
MEMORY = 7_000
"""So many bytes may variables take of the 8192."""
SEEDS_PER_RUN = 1_000_003
CUT = "~"
"""At the end of a line that is none: something else came between."""
CHOICES = ("FIRST", "RANDOM")
_LINE = re.compile(r"(?:\x1b\[\d*m)*([0-9]) (.*?)\.(?:\x1b\[0m)?$")


class AvrProgram(Program):
    """A program as it is built for the other processor."""

    def __init__(self, text: str, directory: Path, choice: str) -> None:
        runtime = directory / "runtime"
        runtime.mkdir(parents=True)
        shutil.copy(PORT, runtime)
        flags = ["PORT=avr", "CC=avr-gcc", f"MACHINE=-mmcu={MACHINE}", f"CPPFLAGS=-DPS_AVR_CHOICE=PS_CHOOSE_{choice}"]
        flags.append(
            "WARNINGS=-Wall -Wextra -Werror -pedantic"
        )  # this old compiler suspects conversions that are written
        super().__init__(text, directory, flags, "small")

    @property
    def memory(self) -> int:
        shown = subprocess.run(["avr-size", self.directory / "model"], capture_output=True, text=True, check=True)
        _, data, bss, *_ = map(int, shown.stdout.splitlines()[1].split()[:3])
        return data + bss

    def emulated(self, seconds: float = 20.0) -> Ran:
        command = ["simavr", "-m", MACHINE, "-f", "16000000", str(self.directory / "model")]
        try:
            ran = subprocess.run(command, capture_output=True, timeout=seconds, check=False)
        except subprocess.TimeoutExpired:
            return Ran(-1, "", "", b"", "", timed_out=True)
        streams = {str(number): "" for number in range(10)}
        for line in (ran.stdout + ran.stderr).decode("latin-1").splitlines():
            found = _LINE.match(line)
            if found is not None:
                streams[found[1]] += found[2].removesuffix(CUT) + "\n" * (not found[2].endswith(CUT))
        status = int(streams["9"]) if streams["9"].strip() else -1
        return Ran(status, streams["0"], streams["1"], streams["2"].encode("latin-1"), streams["3"])


def judge_on_avr(text: str, directory: Path, choice: str) -> str:
    """What is wrong, or `skipped: ...`, or nothing."""
    program = AvrProgram(text, directory, choice)
    if program.problem:
        return f"skipped: {program.problem}"
    if "is not within region `data'" in program.built.stderr:
        return "skipped: too large"
    if program.built.returncode != 0:
        return f"does not build:\n{program.built.stdout}{program.built.stderr}"
    if program.memory > MEMORY:
        return "skipped: too large"
    ran = program.emulated()
    if ran.timed_out:
        return "it hangs"
    return program.follow(ran) if ran.status >= 0 else f"it does not end: {ran.errors}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--judged", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    found: Counter[str] = Counter()
    for number in count():
        seed = arguments.seed * SEEDS_PER_RUN + number
        text = random_program(seed) + (random_shapes(seed) if number % 2 else "")
        with tempfile.TemporaryDirectory(prefix="avr-") as place:
            problem = judge_on_avr(text, Path(place), CHOICES[number // 2 % 2])
        kind = problem if problem.startswith("skipped") else "wrong" if problem else "fine"
        found[kind] += 1
        if kind == "wrong":
            print(f"seed {seed}: {problem[:1500]}\n", flush=True)
        if found["fine"] + found["wrong"] == arguments.judged:
            break
    print(dict(found))
    return 1 if found["wrong"] or not found["fine"] else 0


if __name__ == "__main__":
    sys.exit(main())
