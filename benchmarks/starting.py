"""How long the command line takes from the user's point of view."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.reading import generated_model

ROUNDS = 7


def wall_time(words: list[str]) -> float:
    """The median of several runs."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        subprocess.run(words, capture_output=True, check=False)
        times.append(time.perf_counter() - start)
    return sorted(times)[ROUNDS // 2]


def main() -> None:
    penstock = str(Path(sys.executable).with_name("penstock"))
    with tempfile.TemporaryDirectory() as place:
        model = Path(place) / "model.pml"
        model.write_text(generated_model(700))
        commands = {
            "python -c pass": [sys.executable, "-c", "pass"],
            "penstock --version": [penstock, "--version"],
            "penstock check, 700 lines": [penstock, "check", str(model)],
            "penstock automata, 700 lines": [penstock, "automata", str(model)],
        }
        print("\nwall time of a command")
        for name, words in commands.items():
            print(f"  {name:30} {wall_time(words):6.3f} s")
