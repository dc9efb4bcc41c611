"""Smaller bounds: values that are distinguished for them, and steps that are never taken."""

from __future__ import annotations

import copy
import time
from pathlib import Path
from typing import Any

import pytest
from tests.judge.fuzz_exclusions import SYSTEMS, judge_exclusions
from tests.loading import load_automata, load_model
from tests.support import batches, load_text

from penstock.bounds.certificates.certificate import certificate, recheck
from penstock.bounds.evidence import Refused
from penstock.bounds.refinement import refined
from penstock.bounds.runs.occupancy import exact_occupancy
from penstock.bounds.telling.words import how
from penstock.bounds.tightening import tightened
from penstock.bounds.verdict import BOUNDED, BoundResult, boundedness
from penstock.budget import Budget
from penstock.control import Automaton
from penstock.resolve import Model

LEADER = Path(__file__).parent.parent / "examples" / "leader.pml"
NEVER_STARTED = """mtype = { m };
chan hand = [2] of { mtype }; chan q = [2] of { mtype };
proctype W() { hand!m }
proctype V() { hand!m }
init { run W(); hand?m; hand?m; run V(); q!m; q!m }
"""
"""The second message that `init` waits for could only come from V, which it would start later."""
MEETING = """mtype = { m };
chan q = [2] of { mtype }; chan meet = [0] of { mtype };
active proctype P() { q!m; q?m; meet!m; q!m; q!m; q!m; q!m }
active proctype Q() { q?m; meet?m }
"""
"""To meet, each of them would have to receive the one message that there is before they meet."""
FALSE_START = """chan q = [3] of { byte };
active proctype P() { byte i; if :: i > 0 -> q!1; q!1 :: else -> q!1 fi }
"""


def smaller(model: Model) -> tuple[BoundResult, list[Automaton]]:
    automata = load_automata(model)
    result = refined(boundedness(model, automata), automata, Budget(time.monotonic() + 30))
    return tightened(result, automata), automata


def bounds(result: BoundResult) -> dict[str, int | None]:
    return {channel.name: channel.bound for channel in result.channels}


def before(text: str) -> dict[str, int | None]:
    model = load_text(text)
    return bounds(boundedness(model, load_automata(model)))


def test_values_make_bounds_smaller() -> None:
    assert before(FALSE_START) == {"q": 2}
    result, _ = smaller(load_text(FALSE_START))
    assert bounds(result) == {"q": 1} and how(result, result.channels[0]) == "weights, values"


def test_steps_that_are_never_taken_are_left_out() -> None:
    assert before(NEVER_STARTED) == {"hand": 1, "q": 2}
    result, automata = smaller(load_text(NEVER_STARTED))
    assert bounds(result) == {"hand": 1, "q": 0}
    assert how(result, result.channels[0]) == "weights, steps never taken"
    assert recheck(certificate(result), result.model, automata) == BOUNDED


def test_a_meeting_for_which_both_are_never_there() -> None:
    assert before(MEETING) == {"q": 3}
    result, automata = smaller(load_text(MEETING))
    exact = exact_occupancy(result.model, automata, 1000)
    assert exact is not None and bounds(result) == {"q": exact["q"]} == {"q": 1}
    assert recheck(certificate(result), result.model, automata) == BOUNDED


def test_a_ring_has_exact_bounds() -> None:
    model = load_model(str(LEADER))
    result, automata = smaller(model)
    assert bounds(result) == exact_occupancy(model, automata, 100_000)
    assert recheck(certificate(result), model, automata) == BOUNDED


CHANGES = [
    ("nothing is asked for", lambda apart: apart.update(places={})),
    ("less is asked for", lambda apart: apart.update(places=dict(list(apart["places"].items())[:1]))),
    ("nothing weighs", lambda apart: apart.update(weights={})),
    ("some weigh less", lambda apart: apart.update(weights=dict(list(apart["weights"].items())[:3]))),
    ("an unknown place", lambda apart: apart["places"].update({"nowhere": 1})),
    ("no tokens", lambda apart: apart.update(places=dict.fromkeys(apart["places"], 0))),
]


@pytest.mark.parametrize(("_", "change"), CHANGES, ids=[name for name, _ in CHANGES])
def test_what_is_never_together_is_checked_again(_: str, change: Any) -> None:
    result, automata = smaller(load_text(NEVER_STARTED))
    data = certificate(result)
    assert data["never_together"]
    changed = copy.deepcopy(data)
    for apart in changed["never_together"]:
        change(apart)
    with pytest.raises(Refused):
        recheck(changed, result.model, automata)
    del changed["never_together"]
    with pytest.raises(Refused):
        recheck(changed, result.model, automata)


@pytest.mark.parametrize("batch", batches(4))
def test_exclusions_of_random_systems(batch: int) -> None:
    found = 0
    for number in range(40):
        seed = 5_000_000 + 40 * batch + number
        judgement = judge_exclusions(SYSTEMS[number % len(SYSTEMS)](seed))
        assert not judgement.wrong, f"{SYSTEMS[number % len(SYSTEMS)].__name__} {seed}: {judgement.wrong}"
        found += judgement.exclusions
    assert found >= 3
