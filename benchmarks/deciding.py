"""What `bound` says about every example, ours and SPIN's: how it found each bound, in which time and memory.

python -m benchmarks.deciding [--budget SECONDS] [FILE ...]
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.judge.examples import example_models

EXAMPLES = Path(__file__).parent.parent / "examples"
FORMS = {".pml", ".apml", ".pch"}
BUDGET = 30.0


@dataclass(frozen=True, slots=True)
class Decided:
    """An answer as data, and what it cost."""

    answer: dict[str, Any]
    seconds: float
    processor: float
    megabytes: float


def main(files: list[Path] | None = None, budget: float = BUDGET) -> None:
    print(f"\nbound, at most {budget:.0f} s for each example with buffered channels")
    print(f"  {'model':34} {'verdict':10} {'channels':>8} {'largest':>7} {'s':>6} {'CPU s':>6} {'MB':>5}  how")
    verdicts: Counter[str] = Counter()
    for path in files or [*_ours(), *example_models()]:
        found = decided(path, budget)
        if found is not None and found.answer["channels"]:
            verdicts[found.answer["verdict"]] += 1
            print(f"  {_row(path, found)}", flush=True)
    total = verdicts.total()
    print(f"  {total - verdicts['UNKNOWN']} of {total} decided: {dict(verdicts)}")


def _ours() -> list[Path]:
    return sorted(path for path in EXAMPLES.rglob("*") if path.suffix in FORMS)


def decided(path: Path, budget: float) -> Decided | None:
    """What a process of its own says; None if the model cannot be read, or has C code."""
    command = [sys.executable, "-m", "penstock", "bound", str(path), "--format", "json", "--budget", str(budget)]
    with tempfile.TemporaryFile() as said:
        begin = time.perf_counter()
        process = subprocess.Popen(command, stdout=said, stderr=subprocess.DEVNULL)
        _, _, used = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - begin
        process.returncode = 0  # it was waited for
        said.seek(0)
        text = said.read()
    answer = json.loads(text) if text.startswith(b"{") else {}
    if "channels" not in answer:
        return None
    return Decided(answer, seconds, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def _row(path: Path, found: Decided) -> str:
    channels = found.answer["channels"]
    ways = Counter(channel["proof"] or "open" for channel in channels)
    how = ", ".join(f"{way} {count}" for way, count in ways.most_common())
    largest = max((channel["bound"] for channel in channels if channel["bound"] is not None), default="-")
    cost = f"{found.seconds:6.1f} {found.processor:6.1f} {found.megabytes:5.0f}"
    return f"{_name(path):34} {found.answer['verdict']:10} {len(channels):8} {largest:>7} {cost}  {how}"


def _name(path: Path) -> str:
    return "/".join(path.parts[-2:])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--budget", type=float, default=BUDGET)
    parser.add_argument("files", nargs="*", type=Path)
    given = parser.parse_args()
    main(given.files, given.budget)
