"""What `bound` says about examples, ours, in many styles, and SPIN's: how it found bounds, in which time and memory.

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
from threading import Event, Thread
from typing import Any

from tests.judge.examples import example_models

EXAMPLES = Path(__file__).parent.parent / "examples"
STYLES = sorted((EXAMPLES.parent / "tests" / "models" / "styles").glob("*.pml"))
FORMS = {".pml", ".apml", ".pch"}
BUDGET = 30.0
PAUSE = 0.1
PAGE = os.sysconf("SC_PAGE_SIZE") / (1 << 20)


@dataclass(frozen=True, slots=True)
class Decided:
    """An answer as data, and what it cost; memory is that of all its processes together."""

    answer: dict[str, Any]
    seconds: float
    processor: float
    megabytes: float


def main(files: list[Path] | None = None, budget: float = BUDGET) -> None:
    print(f"\nbound, at most {budget:.0f} s for each example with buffered channels")
    print(f"  {'model':34} {'verdict':10} {'channels':>8} {'largest':>7} {'s':>6} {'CPU s':>6} {'MB':>5}  how")
    verdicts: Counter[str] = Counter()
    costs = []
    for path in files or [*_ours(), *STYLES, *example_models()]:
        found = decided(path, budget)
        if found is not None and found.answer["channels"]:
            verdicts[found.answer["verdict"]] += 1
            costs.append((found.seconds, found.megabytes))
            print(f"  {_row(path, found)}", flush=True)
    total = verdicts.total()
    print(f"  {total - verdicts['UNKNOWN']} of {total} decided: {dict(verdicts)}")
    if costs:
        seconds, megabytes = zip(*costs, strict=True)
        print(f"  the latest answer after {max(seconds):.1f} s, the largest took {max(megabytes):.0f} MB")


def _ours() -> list[Path]:
    return sorted(path for path in EXAMPLES.rglob("*") if path.suffix in FORMS)


def decided(path: Path, budget: float) -> Decided | None:
    """What a process of its own says; None if the model cannot be read, or has C code."""
    command = [sys.executable, "-m", "penstock", "bound", str(path), "--format", "json", "--budget", str(budget)]
    with tempfile.TemporaryFile() as said:
        begin = time.perf_counter()
        process = subprocess.Popen(command, stdout=said, stderr=subprocess.DEVNULL, start_new_session=True)
        ended, most = Event(), [0.0]
        watching = Thread(target=_watch, args=(process.pid, ended, most))
        watching.start()
        _, _, used = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - begin
        ended.set()
        watching.join()
        process.returncode = 0  # it was waited for
        said.seek(0)
        text = said.read()
    answer = json.loads(text) if text.startswith(b"{") else {}
    if "channels" not in answer:
        return None
    return Decided(answer, seconds, used.ru_utime + used.ru_stime, max(most[0], used.ru_maxrss / 1024))


def _watch(session: int, ended: Event, most: list[float]) -> None:
    """How much memory the processes of a session have together, at most: those that SPIN runs in, too."""
    while not ended.wait(PAUSE):
        most[0] = max(most[0], sum(_pages(path, session) for path in Path("/proc").glob("[0-9]*/stat")) * PAGE)


def _pages(path: Path, session: int) -> int:
    try:
        fields = path.read_text().rpartition(")")[2].split()
    except (OSError, ValueError):
        return 0  # it has ended
    return int(fields[21]) if int(fields[3]) == session else 0


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
