"""How fast `explore` visits states: transitions per second, and how time grows with the number of states."""

from __future__ import annotations

import math
import time
from pathlib import Path

from tests.judge.examples import example_models
from tests.loading import load_automata, load_model

from penstock.machine import Exploration, Options, build_machine, explore

OWN = Path(__file__).parent.parent / "examples" / "leader.pml"
REPETITIONS = 3


def main() -> None:
    print("\nexplore: transitions per second (best of three runs)")
    packaged = [path for path in example_models() if path.name == "leader0.pml"]
    for path in [OWN, *packaged]:
        found, seconds = _measured(path, ())
        rate = found.transitions / seconds
        print(f"  {path.name:12} {found.states:8} states {found.transitions:8} transitions {rate:10,.0f} per second")
    print("the same election with more nodes: time against states")
    sizes = []
    for nodes in (4, 5, 6):
        found, seconds = _measured(OWN, (f"NODES={nodes}",))
        sizes.append((found.states, seconds))
        print(f"  {nodes} nodes {found.states:8} states {seconds:8.3f} s")
    (small, quick), (large, slow) = sizes[0], sizes[-1]
    print(f"  exponent {math.log(slow / quick) / math.log(large / small):.2f} (1 is linear)")


def _measured(path: Path, definitions: tuple[str, ...]) -> tuple[Exploration, float]:
    model = load_model(str(path), definitions)
    automata = [automaton for automaton in load_automata(model) if automaton.kind != "never"]
    best = math.inf
    for _ in range(REPETITIONS):
        machine = build_machine(model, automata, Options(reset_dead=True))
        started = time.perf_counter()
        found = explore(machine)
        best = min(best, time.perf_counter() - started)
    return found, best
