"""Certificates of random systems, changed at random: each is refused, or what it says is true all the same.

Whatever it contains, `recheck` never fails otherwise.  What is accepted is compared with all states of the system.
Run as `python -m tests.judge.fuzz_certificates --count 2000 --seed 1`.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from tests.judge.mutated_certificates import mutated
from tests.judge.random_counting import random_counting_system
from tests.judge.random_phases import random_phases
from tests.judge.random_systems import random_system
from tests.loading import load_automata
from tests.support import load_text

from penstock.bounds.certificates.certificate import certificate, place_keys, recheck
from penstock.bounds.certificates.claims import Claim, certificate_in
from penstock.bounds.evidence import Refused, parse_evidence
from penstock.bounds.refinement import refined
from penstock.bounds.runs.occupancy import exact_occupancy
from penstock.bounds.verdict import UNBOUNDED, BoundResult, boundedness
from penstock.budget import Budget
from penstock.control import Automaton
from penstock.machine import Options, build_machine, explore
from penstock.resolve import Model

MOST_STATES = 1000
SECONDS = 1.0
FOR_EACH = 20
"""How many changed certificates there are of each system."""
SYSTEMS: tuple[Callable[[int], str], ...] = (random_counting_system, random_system, random_phases)


@dataclass(frozen=True, slots=True)
class System:
    """A system with its certificates, with and without a search of states, and what is known about its channels."""

    model: Model
    automata: list[Automaton]
    certificates: list[dict[str, object]]
    highest: dict[str, int]
    everything: bool
    endless: frozenset[str]
    places: list[list[str]]
    """For each certificate the names of the places of its net."""

    def lengths(self, _: int) -> dict[str, int] | None:
        return self.highest if self.everything else exact_occupancy(self.model, self.automata, MOST_STATES)


def random_evidence(seed: int) -> System | None:
    """A system by its seed; None if it is no valid model."""
    text = SYSTEMS[seed % len(SYSTEMS)](seed)
    model = load_text(text)
    if not model.ok:
        return None
    automata = load_automata(model)
    first = boundedness(model, automata)
    results = [
        refined(first, automata, Budget(time.monotonic() + SECONDS), searching=searching) for searching in (True, False)
    ]
    coarse = boundedness(model, automata, coarse=True)
    limited = boundedness(model, automata, process_limit=4)
    machine = build_machine(model, automata, Options(unlimited=True, measuring=True))
    found = explore(machine, limit=200 if "do :: run" in text else MOST_STATES)
    certificates = [
        *map(certificate, results),
        certificate(coarse, coarse=True),
        certificate(limited, process_limit=4),
    ]
    places = [place_keys(result.net) for result in (*results, coarse, limited)]
    return System(model, automata, certificates, machine.lengths.highest, found.complete, _endless(results), places)


def _endless(results: list[BoundResult]) -> frozenset[str]:
    return frozenset(channel.name for result in results for channel in result.channels if channel.witness is not None)


def judge_certificate(system: System, seed: int) -> tuple[str, str]:
    """What became of a changed certificate (`refused`, `no JSON` or `accepted`), and what is wrong with that."""
    number = seed % len(system.certificates)
    others = [data for place, data in enumerate(system.certificates) if place != number]
    text = mutated(system.certificates[number], others, system.places[number], seed)
    try:
        data = parse_evidence(text)
        recheck(data, system.model, system.automata, system.lengths)
    except Refused as problem:
        return "refused", "" if len(str(problem)) < 500 else "the message is too long to be read"
    except json.JSONDecodeError:
        return "no JSON", ""
    except Exception as problem:  # the fault that is looked for
        return "failed", f"{type(problem).__name__}: {problem}"
    claimed = certificate_in(data)
    if claimed.assumptions.process_limit is not None:
        return "accepted", "nobody asked for a limit of processes"
    wrong = [reason for reason in (_wrong(system, claim) for claim in claimed.channels) if reason]
    if claimed.verdict == UNBOUNDED and all(claim.witness is None for claim in claimed.channels):
        wrong.append("unbounded without a run")
    return "accepted", ", ".join(wrong)


def _wrong(system: System, claim: Claim) -> str:
    highest = system.highest.get(claim.name, 0)
    if claim.bound is not None and highest > claim.bound:
        return f"{claim.name} holds {highest}, bound {claim.bound}"
    if (claim.bound is not None or claim.finite) and claim.name in system.endless:
        return f"{claim.name} is filled by a run"
    if claim.witness is not None and system.everything and not system.endless:
        return f"{claim.name} is said to be unbounded, but all states were seen"
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000, help="how many changed certificates")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    outcomes: Counter[str] = Counter()
    systems = wrong = 0
    for number in range(-(-options.count // FOR_EACH)):
        seed = options.seed * 1_000_003 + number
        system = random_evidence(seed)
        if system is None:
            continue
        systems += 1
        for which in range(FOR_EACH):
            outcome, problem = judge_certificate(system, seed * FOR_EACH + which)
            outcomes[outcome] += 1
            if problem:
                wrong += 1
                print(f"system {seed}, certificate {seed * FOR_EACH + which}: {outcome}: {problem}", flush=True)
    print(f"{sum(outcomes.values())} certificates of {systems} systems: {dict(outcomes)}; {wrong} wrong")
    return 1 if wrong or not outcomes["accepted"] or not outcomes["refused"] else 0


if __name__ == "__main__":
    sys.exit(main())
