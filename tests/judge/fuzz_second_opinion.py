"""`scripts/confirm-bounds` on random systems: it confirms proofs, and never a bound that is too small.

What is claimed is made too small by one, with the weights as they are and with weights changed at random: all states of
the system say that this is wrong, so it must not be confirmed.  For some systems the lengths that there are, and one
less, are left to the script's own search of all states.  A proof that is not confirmed is no fault, but counted.
Run as `python -m tests.judge.fuzz_second_opinion --count 200 --seed 1`.
"""

from __future__ import annotations

import argparse
import copy
import importlib.util
import random
import sys
import tempfile
from collections import Counter
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any

from tests.judge.random_counting import random_counting_system
from tests.judge.random_phases import random_phases
from tests.judge.random_systems import random_system
from tests.loading import load_automata
from tests.support import load_text

from penstock.bounds.certificates.certificate import certificate
from penstock.bounds.declared import declared_channels
from penstock.bounds.refinement import refined
from penstock.bounds.runs.occupancy import exact_occupancy
from penstock.bounds.verdict import boundedness
from penstock.budget import Budget

SCRIPT = Path(__file__).parent.parent.parent / "scripts" / "confirm-bounds"
SYSTEMS = random_counting_system, random_system, random_phases
MOST_STATES = 2_000
STATES_EVERY = 4
CHANGED = 3
"""How often the weights of each proof are changed."""


def loaded() -> ModuleType:
    """The script as a module."""
    loader = SourceFileLoader("confirm_bounds", str(SCRIPT))
    spec = importlib.util.spec_from_loader("confirm_bounds", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


def opinions(seed: int, checker: ModuleType) -> Counter[str]:
    """What is said about the proofs of one system; `wrong` is a bound that is confirmed though it is too small."""
    text = SYSTEMS[seed % len(SYSTEMS)](seed)
    model = load_text(text)
    automata = load_automata(model)
    highest = exact_occupancy(model, automata, MOST_STATES)
    if highest is None:
        return Counter(["too large"])
    result = refined(boundedness(model, automata), automata, Budget(1.0), searching=False)
    claims = [claim for claim in certificate(result)["channels"] if claim["proofs"]]
    with tempfile.TemporaryDirectory() as place:
        path = Path(place, "model.pml")
        path.write_text(text)
        try:
            read = checker.Model(path, [])
        except checker.Beyond:
            return Counter(["refused by SPIN"])
    names = {claim["name"] for claim in certificate(result)["channels"]}
    told: Counter[str] = Counter()
    for claim in claims:
        told[opinion(checker, read, claim, names)] += 1
        for wrong in too_small(claim, highest.get(claim["name"], 0), random.Random(seed)):
            if opinion(checker, read, wrong, names) == "confirmed":
                told["wrong"] += 1
    return told


def visited(seed: int, checker: ModuleType) -> Counter[str]:
    """What SPIN's search of all states says about the true lengths, and about one less; `wrong` if it errs."""
    text = SYSTEMS[seed % len(SYSTEMS)](seed)
    model = load_text(text)
    highest = exact_occupancy(model, load_automata(model), MOST_STATES)
    if highest is None or not any(highest.values()):
        return Counter(["too large, or nothing is sent"])
    lengths = {name: highest.get(name, 0) for name, _ in declared_channels(model, load_automata(model))}
    lowered = random.Random(seed).choice([name for name, length in lengths.items() if length])
    told: Counter[str] = Counter()
    for known in lengths, {**lengths, lowered: lengths[lowered] - 1}:
        claimed = [{"name": name, "bound": length} for name, length in known.items()]
        with tempfile.TemporaryDirectory() as place:
            path = Path(place, "model.pml")
            path.write_text(text)
            try:
                checker.all_states(path, [], claimed, 60)
                said = "holds"
            except checker.Fails:
                said = "fails"
            except checker.Beyond:
                said = "beyond"
        told[said] += 1
        told["wrong"] += said == ("fails" if known is lengths else "holds")
    return told


def opinion(checker: ModuleType, model: Any, claim: dict[str, Any], names: set[str]) -> str:
    try:
        checker.confirm(model, claim, names, {})
    except checker.Beyond:
        return "beyond"
    except checker.Fails:
        return "not confirmed"
    return "confirmed"


def too_small(claim: dict[str, Any], highest: int, choices: random.Random) -> list[dict[str, Any]]:
    """The claim with a bound that is exceeded, as it is and with other weights."""
    if highest == 0:
        return []
    found = [{**copy.deepcopy(claim), "bound": highest - 1} for _ in range(1 + CHANGED)]
    for wrong in found[1:]:
        for proof in wrong["proofs"]:
            messages = [key for key in proof["weights"] if not key.startswith("location")]
            for key in choices.sample(messages, min(2, len(messages))):
                proof["weights"][key] = choices.choice([0, 1, 2, 3, 5])
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    told: Counter[str] = Counter()
    checker = loaded()
    for seed in range(given.seed, given.seed + given.count):
        found = opinions(seed, checker) + (visited(seed, checker) if seed % STATES_EVERY == 0 else Counter())
        if found["wrong"]:
            print(f"seed {seed}: a bound that is too small is confirmed, or a right one refused")
        told += found
    print(dict(told))
    return int(told["wrong"] > 0)


if __name__ == "__main__":
    sys.exit(main())
