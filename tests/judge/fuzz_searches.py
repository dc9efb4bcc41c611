"""Searches that leave something out, on random systems: no length that a plain search meets may be missing.

Where the plain search sees everything, partial order reduction, ours and SPIN's, must find the same lengths; where
channels are forgotten, the others must be at least as long as they are.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from dataclasses import dataclass

from tests.judge.fuzz_refinement import SYSTEMS
from tests.loading import load_automata
from tests.support import load_text

from penstock.bounds.runs.heads import lengths_beside
from penstock.bounds.runs.search import SearchLimits
from penstock.control import Automaton
from penstock.machine import Options, build_machine, explore
from penstock.machine.channels import channel_cells
from penstock.machine.runtime import CUT_OFF
from penstock.resolve.model import Model
from penstock.spin.workspace import private_directory
from penstock.tasks.models import processes_of
from penstock.tasks.spin_search import SpinSearch, fitting_lengths, for_spin

MOST_STATES = 2000
MOST_BESIDE = 4000
SECONDS_FOR_SPIN = 20.0


@dataclass(frozen=True, slots=True)
class SearchJudgement:
    """What was compared, and what was wrong."""

    used: Counter[str]
    wrong: str = ""


def judge_searches(text: str, seed: int, ask_spin: bool = False) -> SearchJudgement:
    model = load_text(text)
    if not model.ok:
        return SearchJudgement(Counter())
    automata = processes_of(load_automata(model))
    share = 10 if "run" in text else 1  # states with hundreds of processes take long
    plain, everything = _plain(model, automata, MOST_STATES // share)
    limits = SearchLimits(MOST_BESIDE // share)
    used: Counter[str] = Counter()
    names = sorted(_shared(model, automata))
    dice = random.Random(seed)
    some = frozenset(name for name in names if dice.random() < 0.5)
    for forgotten in (frozenset[str](), some, frozenset(names[:1])):
        wrong = _beside(model, automata, forgotten, limits, plain, everything, used)
        if wrong:
            return SearchJudgement(used, f"without {', '.join(sorted(forgotten)) or 'nothing'}: {wrong}")
    return SearchJudgement(used, _by_spin(model, plain, everything, used) if ask_spin else "")


def _plain(model: Model, automata: list[Automaton], limit: int) -> tuple[dict[str, int], bool]:
    machine = build_machine(model, automata, Options(unlimited=True, measuring=True))
    found = explore(machine, limit=limit)
    cut_off = any(violation.text.startswith(CUT_OFF) for violation in found.violations)
    return _met(machine.lengths.highest), found.complete and not cut_off


def _shared(model: Model, automata: list[Automaton]) -> list[str]:
    program = build_machine(model, automata, Options(unlimited=True)).program
    return [cell.name for cell in channel_cells(program.globals) if not program.kinds[cell.variable].rendezvous]


def _met(lengths: dict[str, int]) -> dict[str, int]:
    return {name: length for name, length in lengths.items() if length}


def _beside(
    model: Model,
    automata: list[Automaton],
    forgotten: frozenset[str],
    limits: SearchLimits,
    plain: dict[str, int],
    everything: bool,
    used: Counter[str],
) -> str:
    reduced = lengths_beside(model, automata, forgotten, limits)
    if reduced is None or reduced.highest is None:
        return ""
    used["forgotten" if forgotten else "reduced"] += 1
    found = _met(reduced.highest)
    short = [name for name, length in plain.items() if name not in forgotten and found.get(name, 0) < length]
    if short:
        return f"{', '.join(short)} should be longer: {plain}, not {found}"
    if not forgotten:
        return "" if not everything or found == plain else f"{found} instead of {plain}"
    whole = lengths_beside(model, automata, forgotten, limits, reduced=False)
    if whole is not None and whole.highest is not None and _met(whole.highest) != found:
        return f"{found} with reduction, {_met(whole.highest)} without"
    return ""


def _by_spin(model: Model, plain: dict[str, int], everything: bool, used: Counter[str]) -> str:
    prepared = for_spin(model)
    with private_directory() as place:
        *_, last = [None, *fitting_lengths(prepared, SpinSearch().limits(place, SECONDS_FOR_SPIN))]
    if last is None:
        return ""
    used["SPIN"] += 1
    plain = {name: length for name, length in plain.items() if name in prepared.numbers}
    if last.found.trail is not None:
        impossible = everything and max(plain.values(), default=0) < 40
        return "SPIN fills a channel, but all states were seen" if impossible else ""
    found = _met({name: length for name, length in last.found.highest.items() if name in prepared.numbers})
    if everything:
        return "" if found == plain else f"SPIN finds {found}, not {plain}"
    short = [name for name, length in plain.items() if found.get(name, 0) < length]
    return f"{', '.join(short)} should be longer: {plain}, SPIN finds {found}" if short else ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--spin", type=int, default=0, help="ask SPIN about each so-manieth system, too")
    options = parser.parse_args()
    used: Counter[str] = Counter()
    wrong = 0
    for number in range(options.count):
        seed = options.seed * 1_000_003 + number
        text = SYSTEMS[number % len(SYSTEMS)](seed)
        judgement = judge_searches(text, seed, bool(options.spin) and number % options.spin == 0)
        used += judgement.used
        if judgement.wrong:
            wrong += 1
            print(f"seed {seed}: {judgement.wrong}\n{text}")
    print(f"{options.count} systems, {wrong} wrong; searches compared: {dict(used)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
