"""Random open models: who is stuck with an environment process must not be told to be never stuck.

Prospects are also found by hand, state by state, where there are few states.

Run as `python -m tests.judge.fuzz_stuck --count 1000 --seed 1`.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import dataclass

from tests.judge.random_open import random_open

from penstock.budget import UNWATCHED
from penstock.machine.explore import macro_steps
from penstock.machine.prospects import look_ahead
from penstock.machine.runtime import State
from penstock.reading.opening import Opening
from penstock.reading.source import Source
from penstock.tasks import stuck
from penstock.tasks.explicit_environment import with_process
from penstock.tasks.requests.verify import VerifyRequest

MOST_STATES = 4000
FEW_STATES = 150


@dataclass(frozen=True, slots=True)
class Judgement:
    """`kind` says what the two searches found: `stuck` or `free`, and `never`, `perhaps`, `large` or `refused`."""

    kind: str
    wrong: str = ""


def judge_stuck(text: str, most_states: int = MOST_STATES) -> Judgement:
    request = VerifyRequest(Source(text=text, name="model.pml"), opening=Opening())
    most, stuck.MOST_STATES = stuck.MOST_STATES, most_states
    try:
        real, every = stuck.really_stuck(request, UNWATCHED), stuck.never_stuck(request, UNWATCHED)
    finally:
        stuck.MOST_STATES = most
    reasons = {stuck._PERHAPS: "perhaps", stuck._TOO_LARGE: "large", stuck._CANNOT: "refused"}
    kind = f"{'free' if real is None else 'stuck'}, {'never' if every.never else reasons[every.why_not]}"
    if real is not None and every.never:
        return Judgement(kind, f"it is stuck after {', '.join(real.inputs)}")
    return Judgement(kind, wrong_prospects(request))


def wrong_prospects(request: VerifyRequest) -> str:
    """What prospects say otherwise than a search from each state of its own."""
    model = with_process(request)
    if model is None:
        return ""
    machine = model.machine()

    def matters(state: State, step: object) -> bool:
        return machine.places[state[step.at][0]].automaton.name in model.component  # type: ignore[attr-defined]

    (*_, known) = look_ahead(machine, matters, FEW_STATES)
    if not known.found.complete:
        return ""
    for number, state in enumerate(known.found.order):
        seen, waiting, hopeful = {state}, [state], False
        while waiting and not hopeful:
            here = waiting.pop()
            machine.forget()
            for path in macro_steps(machine, here):
                before = [here, *(step.state for step in path[:-1])]
                hopeful |= any(matters(one, step) for one, step in zip(before, path, strict=True))
                if path[-1].state not in seen:
                    seen.add(path[-1].state)
                    waiting.append(path[-1].state)
            hopeful |= bool(machine.faults)
        if hopeful != (number in known.hopeful):
            return f"state {number} is {'' if hopeful else 'not '}hopeful"
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    kinds: Counter[str] = Counter()
    wrong = 0
    for seed in range(options.seed, options.seed + options.count):
        text = random_open(seed)
        judgement = judge_stuck(text)
        kinds[judgement.kind] += 1
        if judgement.wrong:
            wrong += 1
            print(f"seed {seed}: {judgement.wrong}\n{text}", flush=True)
    print(f"{options.count} models, {wrong} wrong: {dict(kinds)}")
    few = not kinds["stuck, perhaps"] or not kinds["free, never"]
    return 1 if wrong or few else 0


if __name__ == "__main__":
    sys.exit(main())
