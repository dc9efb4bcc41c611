"""Every bound that is claimed, against all states of the model with channels that have no limit.

The proofs are also tried as `penstock bound` tries them, which must find nothing.  For a sample of the bounded systems
SPIN says how long the channels get, each of them one larger than its bound.
Run as `python -m tests.judge.fuzz_bounds --count 20000 --seed 1 --spin 200`.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from tests.judge.random_channels import random_channels
from tests.judge.random_numbers import random_numbers
from tests.judge.random_systems import random_system
from tests.loading import load_automata
from tests.support import load_text

from penstock.bounds.certificates.trial import WrongProof, tried
from penstock.bounds.verdict import BOUNDED, BoundResult, boundedness
from penstock.machine import Options, build_machine, explore
from penstock.tasks.exact_lengths import exact_by_spin
from penstock.tasks.models import processes_of

MOST_STATES = 4000
SECONDS_FOR_SPIN = 60.0


@dataclass(frozen=True, slots=True)
class Judgement:
    """What became of one system: its verdict, whether all its states were seen, and what was wrong."""

    verdict: str
    complete: bool
    bounds: int
    wrong: str = ""
    by_spin: bool = False
    steps: int = 0
    """On how many steps the proofs were tried."""


SYSTEMS: tuple[Callable[[int], str], ...] = (random_system, random_channels, random_numbers)


def judge_bounds(text: str, most_states: int = MOST_STATES, ask_spin: bool = False) -> Judgement:
    model = load_text(text)
    if not model.ok:
        return Judgement("refused", False, 0)
    automata = processes_of(load_automata(model))
    result = boundedness(model, automata)
    machine = build_machine(model, automata, Options(unlimited=True, measuring=True))
    found = explore(machine, limit=most_states)
    wrong = _wrong(result, machine.lengths.highest)
    steps = 0
    try:
        trial = tried(result, automata).trial
        steps = trial.steps if trial is not None else 0
    except WrongProof as problem:
        wrong = wrong or str(problem)
    # SPIN's verifier ends at an error of the model, such as a send to no channel.
    faulty = any(violation.kind == "error" for violation in found.violations)
    asked = ask_spin and found.complete and not faulty and result.verdict == BOUNDED
    if asked and not wrong:
        wrong = _different(result, machine.lengths.highest)
    return Judgement(result.verdict, found.complete, _bounds(result), wrong, asked, steps)


def _different(result: BoundResult, highest: dict[str, int]) -> str:
    """Whether SPIN sees other lengths than we do."""
    told = exact_by_spin(result, seconds=SECONDS_FOR_SPIN)
    if told is None:
        return "SPIN does not come to an end"
    names = [channel.name for channel in result.channels]
    wrong = [f"{name}: {told[name]} (SPIN), {highest.get(name, 0)}" for name in names]
    return ", ".join(wrong) if any(told[name] != highest.get(name, 0) for name in names) else ""


def _bounds(result: BoundResult) -> int:
    return sum(channel.bound is not None for channel in result.channels)


def _wrong(result: BoundResult, highest: dict[str, int]) -> str:
    wrong = [
        f"{channel.name} holds {highest[channel.name]}, bound {channel.bound}"
        for channel in result.channels
        if channel.bound is not None and highest.get(channel.name, 0) > channel.bound
    ]
    return ", ".join(wrong)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--spin", type=int, default=0, help="how many bounded systems SPIN judges, too")
    options = parser.parse_args()
    verdicts: Counter[str] = Counter()
    channels = complete = wrong = by_spin = steps = 0
    for number in range(options.count):
        seed = options.seed * 1_000_003 + number
        system = SYSTEMS[number % len(SYSTEMS)]
        judgement = judge_bounds(system(seed), ask_spin=by_spin * options.count < options.spin * (number + 1))
        verdicts[str(judgement.verdict)] += 1
        channels += judgement.bounds
        by_spin += judgement.by_spin
        steps += judgement.steps
        complete += judgement.complete and judgement.verdict == BOUNDED
        if judgement.wrong:
            wrong += 1
            print(f"{system.__name__} {seed}: {judgement.wrong}", flush=True)
    print(f"{options.count} systems: {dict(verdicts)}; {channels} bounds for channels, tried in {steps} steps;")
    print(f"{complete} of the bounded systems were explored completely, {by_spin} by SPIN, too; {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
