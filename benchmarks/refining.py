"""How long refinement takes on two protocols: each round, all together, and how much memory."""

from __future__ import annotations

import resource
import sys
import time
from pathlib import Path

from tests.loading import load_automata, load_model

from penstock.bounds.refinement import refined
from penstock.bounds.verdict import boundedness
from penstock.budget import Budget, Watch

EXAMPLES = Path(__file__).parent.parent / "examples"
SECONDS = 30.0


def main() -> None:
    print("\nbound with refinement, without SPIN")
    for name in ("broker.pml", "groupware.pml"):
        _measure(EXAMPLES / name)


def _measure(path: Path) -> None:
    model = load_model(str(path))
    automata = load_automata(model)
    begin = time.perf_counter()
    first = boundedness(model, automata)
    rounds: list[tuple[str, float]] = [("the first test", begin)]
    watch = Watch(lambda told: rounds.append((told.activity.value, time.perf_counter())))
    budget = Budget(time.monotonic() + SECONDS, watch)
    result = refined(first, automata, budget)
    end = time.perf_counter()
    print(
        f"  {path.name}: {first.verdict}, then {result.verdict} in {end - begin:.2f} s, {_megabytes():.0f} MB at most"
    )
    for (text, start), (_, stop) in zip(rounds, [*rounds[1:], ("", end)], strict=True):
        print(f"    {stop - start:7.2f} s  {text}")


def _megabytes() -> float:
    """The most memory that this program had so far."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1 << 20 if sys.platform == "darwin" else 1 << 10)
