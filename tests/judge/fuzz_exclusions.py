"""Steps that are said never to be taken, against all markings of the net.

No marking has the tokens that are never there at the same time, every step that can be taken is still there, and bounds
proved without the others hold in all markings.
Run as `python -m tests.judge.fuzz_exclusions --count 4000 --seed 1`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass

from tests.judge.net_markings import markings, most_messages, steps_taken
from tests.judge.random_channels import random_channels
from tests.judge.random_counting import random_counting_system
from tests.judge.random_phases import random_phases
from tests.judge.random_systems import random_system
from tests.loading import load_automata
from tests.support import load_text

from penstock.bounds.abstraction.analysis import Analysis
from penstock.bounds.abstraction.net import build_net
from penstock.bounds.abstraction.places import Net
from penstock.bounds.proofs.exclusions import Exclusion, exclusions, remaining
from penstock.bounds.proofs.invariants import Weigher
from penstock.tasks.models import processes_of

MOST_MARKINGS = 4000
SYSTEMS: tuple[Callable[[int], str], ...] = (random_system, random_channels, random_counting_system, random_phases)


@dataclass(frozen=True, slots=True)
class Judgement:
    """How many exclusions there are, how many steps are left out, what is wrong."""

    exclusions: int = 0
    steps: int = 0
    wrong: str = ""


def judge_exclusions(text: str) -> Judgement:
    model = load_text(text)
    if not model.ok:
        return Judgement()
    net = build_net(Analysis(model, processes_of(load_automata(model))))
    found = exclusions(net)
    if not found:
        return Judgement()
    lasting = remaining(net, found)
    left_out = len(net.transitions) - len(lasting.transitions)
    return Judgement(len(found), left_out, _wrong(net, found, lasting))


def _wrong(net: Net, found: tuple[Exclusion, ...], lasting: Net) -> str:
    reached = markings(net, MOST_MARKINGS)
    if reached is None:
        return ""
    for exclusion in found:
        if any(all(marking[place] >= tokens for place, tokens in exclusion.places) for marking in reached):
            return "tokens are there at the same time"
    if not {id(net.transitions[number]) for number in steps_taken(net, reached)} <= set(map(id, lasting.transitions)):
        return "a step that can be taken is left out"
    weigher = Weigher(lasting)
    for queue, most in most_messages(net, reached).items():
        proof = weigher.prove(net.messages_of(queue))
        if proof is not None and proof.bound < most:
            return f"queue {queue} holds {most}, bound {proof.bound}"
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    systems = found = steps = wrong = 0
    for number in range(options.count):
        seed = options.seed * 1_000_003 + number
        system = SYSTEMS[number % len(SYSTEMS)]
        judgement = judge_exclusions(system(seed))
        systems += judgement.exclusions > 0
        found += judgement.exclusions
        steps += judgement.steps
        if judgement.wrong:
            wrong += 1
            print(f"{system.__name__} {seed}: {judgement.wrong}", flush=True)
    print(f"{options.count} systems: {found} exclusions in {systems} of them leave out {steps} steps; {wrong} wrong")
    return 1 if wrong or not found else 0


if __name__ == "__main__":
    sys.exit(main())
