"""Both answers of the refined test, on random systems that count, remember and look at what they receive.

Every bound is compared with all states of the system (as far as they are seen).  Every run that is said to fill a
channel forever is replayed for many rounds; a system all of whose states were seen has none.  For a sample SPIN is
asked, too.
Run as `python -m tests.judge.fuzz_refinement --count 20000 --seed 1 --spin 100`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from tests.judge.random_channels import random_channels
from tests.judge.random_counting import random_counting_system
from tests.judge.random_crowds import random_crowds
from tests.judge.random_floods import random_floods
from tests.judge.random_order import random_order
from tests.judge.random_phases import random_phases
from tests.judge.random_systems import random_system
from tests.loading import load_automata
from tests.support import load_text

from penstock.bounds.certificates.certificate import certificate, recheck
from penstock.bounds.certificates.trial import WrongProof
from penstock.bounds.refinement import refined
from penstock.bounds.runs.witness import Refused, recheck_witness
from penstock.bounds.story import Tightened
from penstock.bounds.tightening import tightened
from penstock.bounds.verdict import BOUNDED, UNBOUNDED, BoundResult, boundedness
from penstock.budget import Budget
from penstock.control import Automaton
from penstock.machine import Exploration, Options, build_machine, explore
from penstock.machine.runtime import CUT_OFF
from penstock.spin.workspace import private_directory
from penstock.tasks.models import processes_of
from penstock.tasks.spin_search import SpinSearch, fitting_lengths, for_spin

MOST_STATES = 2000
SECONDS = 1.0
ROUNDS = 50
SECONDS_FOR_SPIN = 60.0
SYSTEMS: tuple[Callable[[int], str], ...] = (
    *(random_counting_system,) * 5,
    *(random_system,) * 2,
    random_phases,
    *(random_channels,) * 2,
    random_floods,
    random_order,
    random_crowds,
)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What became of one system: verdict, proofs by kind, what was wrong, whether SPIN was asked."""

    verdict: str
    proofs: Counter[str]
    wrong: str = ""
    by_spin: bool = False


def judge_refinement(text: str, most_states: int = MOST_STATES, ask_spin: bool = False) -> Judgement:
    model = load_text(text)
    if not model.ok:
        return Judgement("refused", Counter())
    automata = processes_of(load_automata(model))
    first = boundedness(model, automata)
    decided = refined(first, automata, Budget(time.monotonic() + SECONDS))
    with Budget(time.monotonic() + SECONDS):
        result = tightened(decided, automata)
    proved = refined(first, automata, Budget(time.monotonic() + SECONDS), searching=False)
    machine = build_machine(model, automata, Options(unlimited=True, measuring=True))
    found = explore(machine, limit=_limit(text, result, most_states))
    wrong = _wrong(result, automata, machine.lengths.highest, _everything(found)) or _contradiction(proved, result)
    wrong = wrong or _wrong(proved, automata, machine.lengths.highest, _everything(found))
    asked = ask_spin and result.verdict in (BOUNDED, UNBOUNDED)
    if asked and not wrong:
        wrong = _asked(result)
    return Judgement(result.verdict, _proofs(first, result) + _further(proved) + _smaller(result), wrong, asked)


def _limit(text: str, result: BoundResult, most_states: int) -> int:
    """States with hundreds of processes take long; where there is no end, a few states are enough to see that."""
    if "run " in text:
        return 200
    return most_states if result.verdict != UNBOUNDED else most_states // 4


def _everything(found: Exploration) -> bool:
    return found.complete and not any(violation.text.startswith(CUT_OFF) for violation in found.violations)


def _proofs(first: BoundResult, result: BoundResult) -> Counter[str]:
    known = {channel.name for channel in first.channels if channel.bound is not None}
    found: Counter[str] = Counter()
    for channel in result.channels:
        if channel.witness is not None:
            found["runs that leave processes" if channel.witness.crowd else "runs"] += 1
        elif channel.states is not None:
            found["by states, some forgotten" if channel.beside else "by states"] += 1
        elif channel.finite:
            found["finite"] += 1
        elif channel.order is not None:
            found["by order"] += 1
        elif channel.bound is not None:
            found["at once" if channel.name in known else "by refinement"] += 1
        else:
            found["open"] += 1
    return found


def _further(proved: BoundResult) -> Counter[str]:
    """Proofs that are seen only where no states are looked at."""
    return Counter(
        tests=sum(bool(channel.tests) for channel in proved.channels),
        structure=sum(channel.finite for channel in proved.channels),
    )


def _smaller(result: BoundResult) -> Counter[str]:
    """By which means bounds became smaller."""
    events = [event for event in result.story if isinstance(event, Tightened)]
    by_values = [event for event in events if event.variables and not event.steps]
    by_steps = [event for event in events if event.steps]
    return Counter({"smaller by values": len(by_values), "smaller without some steps": len(by_steps)})


def _contradiction(proved: BoundResult, result: BoundResult) -> str:
    """Channels that one proof calls bounded although a run fills them."""
    endless = {channel.name for channel in result.channels if channel.witness is not None}
    both = [channel.name for channel in proved.channels if channel.verdict == BOUNDED and channel.name in endless]
    return f"bounded, but filled by a run: {', '.join(both)}" if both else ""


def _wrong(result: BoundResult, automata: list[Automaton], highest: dict[str, int], everything: bool) -> str:
    for channel in result.channels:
        if channel.bound is not None and highest.get(channel.name, 0) > channel.bound:
            return f"{channel.name} holds {highest[channel.name]}, bound {channel.bound}"
        if channel.witness is not None and everything:
            return f"{channel.name} is said to be unbounded, but all states were seen"
        if channel.witness is not None:
            try:
                recheck_witness(result.model, automata, channel.witness, (ROUNDS,))
            except Refused as problem:
                return f"{channel.name}: {problem}"
    try:
        recheck(certificate(result), result.model, automata, lambda _: highest if everything else _bounds(result))
    except Refused as problem:
        return f"the certificate is refused: {problem}"
    except WrongProof as problem:
        return str(problem)
    return ""


def _bounds(result: BoundResult) -> dict[str, int]:
    return {channel.name: channel.bound for channel in result.channels if channel.bound is not None}


def _asked(result: BoundResult) -> str:
    """SPIN sees no channel beyond its bound; where one is unbounded, SPIN can fill a channel far."""
    prepared = for_spin(result.model)
    with private_directory() as place:
        *_, last = [None, *fitting_lengths(prepared, SpinSearch().limits(place, SECONDS_FOR_SPIN))]
    if last is None:
        return ""
    found = last.found
    if result.verdict == UNBOUNDED:
        return "" if found.trail is not None else "unbounded, but SPIN fills no channel"
    if found.trail is not None:
        return "" if max(_bounds(result).values(), default=40) >= 40 else "bounded, but SPIN fills a channel"
    over = [name for name, bound in _bounds(result).items() if found.highest.get(name, 0) > bound]
    return f"SPIN exceeds the bounds of {', '.join(over)}" if over else ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--spin", type=int, default=0, help="how many systems SPIN judges, too")
    options = parser.parse_args()
    verdicts: Counter[str] = Counter()
    proofs: Counter[str] = Counter()
    wrong = by_spin = 0
    for number in range(options.count):
        seed = options.seed * 1_000_003 + number
        system = SYSTEMS[number % len(SYSTEMS)]
        judgement = judge_refinement(system(seed), ask_spin=by_spin * options.count < options.spin * (number + 1))
        verdicts[str(judgement.verdict)] += 1
        proofs += judgement.proofs
        by_spin += judgement.by_spin
        if judgement.wrong:
            wrong += 1
            print(f"{system.__name__} {seed}: {judgement.wrong}", flush=True)
        if not (number + 1) % 1000:
            print(f"{number + 1} systems: {dict(verdicts)}, {wrong} wrong", file=sys.stderr, flush=True)
    decided = verdicts[BOUNDED] + verdicts[UNBOUNDED]
    judged = options.count - verdicts["refused"]
    print(f"{options.count} systems: {dict(verdicts)}, {100 * decided / max(1, judged):.1f} % decided;")
    print(f"channels: {dict(proofs)}; {by_spin} systems by SPIN, too; {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
