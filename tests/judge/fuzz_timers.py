"""Draws random systems with timers and compares three opinions: the rules of discrete time, Penstock, and SPIN.

Time passes tick by tick, and then from one expiry to the next: deadlocks and violations must be the same.

Run as `python -m tests.judge.fuzz_timers --count 5000 --seed 1 --spin 500`: SPIN looks at the first 500.
"""

from __future__ import annotations

import argparse
import sys
from statistics import median

from tests.judge.comparing_states import compare_states
from tests.judge.random_timers import System, Truth, promela, random_system, truth
from tests.loading import load_automata, load_text

from penstock.machine import Options, build_machine, explore

MOST_STATES = 3000
SEEDS_PER_RUN = 1_000_003


def disagreement(seed: int, with_spin: bool, ratios: list[float] | None = None) -> str | None:
    """What differs in the system of a seed; nothing if all agree, None if it is too large."""
    system = random_system(seed)
    ticking = truth(system, MOST_STATES)
    jumping = ticking if system.sees_ticks else truth(system, MOST_STATES, at_once=True)
    if ticking is None or jumping is None:
        return None
    if (ticking.deadlocks, ticking.violated) != (jumping.deadlocks, jumping.violated):
        return "ticks that pass at once change what happens"
    if ratios is not None:
        ratios.append(ticking.states / jumping.states)
    found = _differs(system, ticking, with_spin, every_tick=True)
    return found or _differs(system, jumping, with_spin, every_tick=False)


def _differs(system: System, wanted: Truth, with_spin: bool, every_tick: bool) -> str:
    model = load_text(promela(system), "model.pml", choices={"every_tick": every_tick})
    automata = load_automata(model)
    if not model.ok or model.syntax.translation is None:
        return "; ".join(record.message for record in model.diagnostics.sorted()) or "it was not translated"
    found = explore(build_machine(model, automata, Options(reset_dead=True)), limit=2 * MOST_STATES)
    own = found.states, found.deadlocks, any(violation.kind == "assertion" for violation in found.violations)
    rules = wanted.states, wanted.deadlocks, wanted.violated
    if own != rules:
        return f"states, deadlocks, assertions: {own}, by the rules {rules}"
    if not with_spin:
        return ""
    comparison = compare_states(model.syntax.translation.text)
    return comparison.skipped or comparison.difference


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--spin", type=int, default=100)
    options = parser.parse_args(arguments)
    first = options.seed * SEEDS_PER_RUN
    compared = wrong = 0
    ratios: list[float] = []
    for number in range(options.count):
        found = disagreement(first + number, number < options.spin, ratios)
        compared += found is not None
        if found:
            wrong += 1
            print(f"{first + number}: {found}", flush=True)
    print(f"{options.count} systems, {compared} compared, {wrong} disagreements")
    if ratios:
        print(f"states tick by tick, over those with jumps: median {median(ratios):.2f}, most {max(ratios):.1f}")
    return 1 if wrong or not compared else 0


if __name__ == "__main__":
    sys.exit(main())
