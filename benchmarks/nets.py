"""The same nets, three ways: our bounds by linear programs, the published method, and the coverability graph of pm4py.

A coverability graph says exactly how full each channel gets in the net, so that our bounds can be compared with it; it
has as many nodes as there are states.  Where pm4py is not installed, its column is empty.
"""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from tests.loading import load_automata
from tests.support import load_text

from benchmarks.bounding import served
from penstock.bounds.abstraction.pnml import pnml
from penstock.bounds.published.comparison import compare
from penstock.bounds.published.iboc import TooMany
from penstock.bounds.verdict import BoundResult, boundedness

ROOT = Path(__file__).parent.parent
MODELS = ("granting", "pingpong", "retry", "crossing", "leader", "broker")
CLIENTS = (2, 3, 4, 6, 8)
SECONDS = 60
Bounds = list[int | None] | str
"""For each channel, None where none was found; or why there are none."""
Found = TypeVar("Found")


def main() -> None:
    print("\nbounds of the same nets: ours, published, and the net's own maxima by pm4py's coverability graph")
    if importlib.util.find_spec("pm4py") is None:
        print("  (pm4py is not installed)")
    print(f"  {'net':12} {'places':>6} {'steps':>6}   ours            published       pm4py")
    texts = {name: (ROOT / "examples" / f"{name}.pml").read_text() for name in MODELS}
    for name, text in {**texts, **{f"{n} clients": served(n) for n in CLIENTS}}.items():
        print(f"  {name:12} {_row(text)}", flush=True)


def _row(text: str) -> str:
    model = load_text(text)
    automata = load_automata(model)
    result, ours = _timed(lambda: boundedness(model, automata))
    found, published = _timed(lambda: _published(result))
    theirs, coverability = _timed(lambda: _coverability(result))
    bounds = [channel.bound for channel in result.channels]
    size = f"{len(result.net.places):6} {len(result.net.transitions):6}"
    return f"{size}   {ours} {_shown(bounds):8} {published} {_shown(found):8} {coverability} {_shown(theirs)}"


def _timed(work: Callable[[], Found]) -> tuple[Found, str]:
    begin = time.perf_counter()
    found = work()
    return found, f"{time.perf_counter() - begin:6.2f} s"


def _published(result: BoundResult) -> Bounds:
    try:
        found = compare(result, refining=False).bounds
    except TooMany:
        return "gives up"
    return [found[channel.name] for channel in result.channels]


def _coverability(result: BoundResult) -> Bounds:
    if importlib.util.find_spec("pm4py") is None:
        return ""
    groups = [result.net.messages_of(queue) for channel in result.channels for queue in channel.queues[:1]]
    with tempfile.NamedTemporaryFile("w", suffix=".pnml") as file:
        file.write(pnml(result.net))
        file.flush()
        command = [sys.executable, "-m", "benchmarks.coverability", file.name]
        try:
            done = subprocess.run(
                command, input=json.dumps(groups), capture_output=True, text=True, cwd=ROOT, timeout=SECONDS, check=True
            )
        except subprocess.TimeoutExpired:
            return f"more than {SECONDS} s"
    found: list[int | None] = json.loads(done.stdout)
    return found


def _shown(bounds: Bounds) -> str:
    if isinstance(bounds, str):
        return bounds
    known = sorted({bound for bound in bounds if bound is not None})
    numbers = [str(known[0]), *([str(known[-1])] if len(known) > 1 else [])] if known else []
    return "..".join(numbers) + (" -" if None in bounds else "")


if __name__ == "__main__":
    main()
