"""The random judges, each as a function from a seed to what is wrong; a system that cannot be judged is fine.

Run as `python -m tests.mutants.judges NAME --count 1000`: the first objection ends it.  Seeds are those of `make fuzz`.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

FIRST_SEED = 1_000_003
Judge = Callable[[int], str]


def _bounds() -> Judge:
    from tests.judge.fuzz_bounds import SYSTEMS, judge_bounds

    return lambda seed: judge_bounds(SYSTEMS[(seed - FIRST_SEED) % len(SYSTEMS)](seed)).wrong


def _refinement() -> Judge:
    from tests.judge.fuzz_refinement import SYSTEMS, judge_refinement

    return lambda seed: judge_refinement(SYSTEMS[(seed - FIRST_SEED) % len(SYSTEMS)](seed)).wrong


def _crowds() -> Judge:
    from tests.judge.fuzz_crowds import judge_crowds
    from tests.judge.random_crowds import random_crowds

    return lambda seed: judge_crowds(random_crowds(seed))[1]


def _order() -> Judge:
    from tests.judge.fuzz_order import SYSTEMS, judge_order

    return lambda seed: judge_order(SYSTEMS[(seed - FIRST_SEED) % len(SYSTEMS)](seed), seed).wrong


def _exclusions() -> Judge:
    from tests.judge.fuzz_exclusions import SYSTEMS, judge_exclusions

    return lambda seed: judge_exclusions(SYSTEMS[(seed - FIRST_SEED) % len(SYSTEMS)](seed)).wrong


def _families() -> Judge:
    from tests.judge.fuzz_families import SYSTEMS, judge_families

    return lambda seed: judge_families(SYSTEMS[(seed - FIRST_SEED) % len(SYSTEMS)](seed)).wrong


def _published() -> Judge:
    from tests.judge.fuzz_published import judge_published
    from tests.judge.random_counting import random_counting_system

    return lambda seed: judge_published(random_counting_system(seed)).wrong


def _states() -> Judge:
    from tests.judge.fuzz_states import judge

    return lambda seed: judge(seed).comparison.difference


def _control() -> Judge:
    from tests.judge.fuzz_control import judge

    return lambda seed: judge(seed).difference


def _timers() -> Judge:
    from tests.judge.fuzz_timers import disagreement

    return lambda seed: disagreement(seed, with_spin=False) or ""


def _deadlines() -> Judge:
    from tests.judge.fuzz_deadlines import LATE, disagreement

    return lambda seed: (disagreement(seed) or "").removeprefix(LATE)


def _closing() -> Judge:
    from tests.judge.closing import judge_closing
    from tests.judge.random_open import random_open

    def judge(seed: int) -> str:
        number = seed - FIRST_SEED + 1
        judgement = judge_closing(random_open(number), number)
        return judgement.text if judgement.kind == "wrong" else ""

    return judge


def _contracts() -> Judge:
    from tests.judge.closing import judge_closing
    from tests.judge.random_contracts import random_contracts

    def judge(seed: int) -> str:
        number = seed - FIRST_SEED + 1
        text, surrounded = random_contracts(number)
        judgement = judge_closing(text, number, most_places=1500, surrounded=surrounded)
        return judgement.text if judgement.kind == "wrong" else ""

    return judge


def _programs(runtime: str) -> Judge:
    from tests.judge.fuzz_programs import RUNS, random_program
    from tests.judge.programs import judge_program

    def judge(seed: int) -> str:
        with tempfile.TemporaryDirectory(prefix="program-") as place:
            problem = judge_program(random_program(seed), Path(place), RUNS, ["CFLAGS=-O0"], runtime)
        return "" if problem.startswith("skipped") else problem

    return judge


def _groups() -> Judge:
    from tests.judge.random_groups import judged

    def judge(seed: int) -> str:
        with tempfile.TemporaryDirectory(prefix="groups-") as place:
            _, problem = judged(seed, Path(place), Counter(), ("CFLAGS=-O0",), asks=False)
        return problem

    return judge


JUDGES: dict[str, Callable[[], Judge]] = {
    "bounds": _bounds,
    "refinement": _refinement,
    "crowds": _crowds,
    "exclusions": _exclusions,
    "families": _families,
    "order": _order,
    "published": _published,
    "states": _states,
    "control": _control,
    "timers": _timers,
    "deadlines": _deadlines,
    "closing": _closing,
    "contracts": _contracts,
    "programs": lambda: _programs("single"),
    "programs of threads": lambda: _programs("threads"),
    "programs of processes": lambda: _programs("processes"),
    "groups": _groups,
}


def hunt(judge: Judge, count: int, seconds: float) -> tuple[int, str]:
    """How many systems were judged, and the objection to the last of them."""
    end = time.monotonic() + seconds
    for number in range(count):
        try:
            wrong = judge(FIRST_SEED + number)
        except Exception as problem:  # whatever a fault makes of the program, it is seen
            wrong = f"{type(problem).__name__}: {problem}"
        if wrong or time.monotonic() > end:
            return number + 1, wrong
    return count, ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("judge", choices=JUDGES)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=120.0)
    options = parser.parse_args()
    sys.setrecursionlimit(50_000)
    systems, wrong = hunt(JUDGES[options.judge](), options.count, options.seconds)
    print(json.dumps({"systems": systems, "wrong": wrong[:500]}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
