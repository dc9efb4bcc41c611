"""How time and memory of the boundedness test grow with the size of the net, and many counters that have nothing to do
with each other.

Each size is measured in a process of its own, by the processor time that it takes.  Run alone as
`python -m benchmarks.large_nets`.  More than a hundred pairs would share their channels, and so their steps: larger
nets have a hundred pairs whose processes are longer.  A text of a million choices in one process is refused.
"""

from __future__ import annotations

import json
import math
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

from tests.loading import load_automata, load_text

from benchmarks.bounding import diamonds, several
from penstock.bounds.refinement import refined
from penstock.bounds.verdict import boundedness
from penstock.budget import Budget

SIZES = (1000, 10_000, 100_000)
MOST_PAIRS = 100
LONGER = (100_000, 300_000, 1_000_000)
EDGES_OF_ROUND = 13


def longer(edges: int) -> str:
    """A hundred pairs of processes with so many edges in all."""
    return several(MOST_PAIRS, max(1, edges // (MOST_PAIRS * EDGES_OF_ROUND)))


FAMILIES: dict[str, tuple[str, Callable[[int], str], int]] = {
    "pairs": ("n pairs of processes, each with channels of its own", several, 350),
    "longer pairs": (f"{MOST_PAIRS} pairs of processes that are longer and longer", longer, 1),
    "choices": ("one process that makes n choices in each round", diamonds, 4),
}
"""What they are called, their texts, and how many edges there are for each n."""
COUNTERS = 100
SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Measured:
    edges: int
    seconds: float
    megabytes: float
    verdict: str


def main() -> None:
    for family, (title, _, _) in FAMILIES.items():
        print(f"\nbound, {title}: processor time and memory, reading included")
        rows = [_apart(family, size) for size in (LONGER if family == "longer pairs" else SIZES)]
        for row in rows:
            print(f"  {row.edges:9} edges  {row.seconds:8.2f} s  {row.megabytes:7.0f} MB  {row.verdict}", flush=True)
        time_, memory = (_exponent(rows[1], rows[-1], what) for what in ("seconds", "megabytes"))
        print(f"  exponents above {rows[1].edges} edges: time {time_:.2f}, memory {memory:.2f} (1 is linear)")
    row = _apart("counters", COUNTERS)
    print(f"bound, {COUNTERS} counters to {COUNTERS}: {row.verdict} in {row.seconds:.2f} s with {row.edges} edges")


def counters(n: int, most: int) -> str:
    """n processes that count to a limit, each with a variable and a channel of its own."""
    return "".join(
        f"chan q{k} = [1] of {{ byte }};\n"
        f"active proctype P{k}() {{ byte i; do :: i < {most} -> q{k}!1; i++ :: else -> break od }}\n"
        for k in range(n)
    )


def _exponent(small: Measured, large: Measured, what: str) -> float:
    return math.log(getattr(large, what) / getattr(small, what)) / math.log(large.edges / small.edges)


def _apart(family: str, size: int) -> Measured:
    """The same in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.large_nets", family, str(size)]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return Measured(**json.loads(told))


def _measured(family: str, size: int) -> Measured:
    sys.setrecursionlimit(100_000)
    started = time.process_time()
    if family == "counters":
        text = counters(size, size)
    else:
        _, text_of, edges = FAMILIES[family]
        text = text_of(max(1, size // edges))
    model = load_text(text, "model.pml", (), lambda *_: None)
    assert model.ok, model.diagnostics.records[0].message
    automata = load_automata(model)
    result = boundedness(model, automata)
    if family == "counters":
        result = refined(result, automata, Budget(time.monotonic() + SECONDS))
    seconds = time.process_time() - started
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
    return Measured(len(result.net.transitions), seconds, megabytes, result.verdict)


if __name__ == "__main__":
    if sys.argv[1:]:
        found = _measured(sys.argv[1], int(sys.argv[2]))
        print(json.dumps({name: getattr(found, name) for name in Measured.__slots__}))
    else:
        main()
