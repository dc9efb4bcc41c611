"""Bounds for any number of processes: found for some number, true for all, and checked again."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from tests.judge.fuzz_families import SYSTEMS, judge_families
from tests.loading import load_automata
from tests.support import batches, load_text

from penstock.bounds.certificates.certificate import certificate, recheck
from penstock.bounds.evidence import Refused
from penstock.bounds.proofs.families import Family
from penstock.bounds.runs.occupancy import exact_occupancy
from penstock.bounds.tightening import with_families
from penstock.bounds.verdict import BOUNDED, BoundResult, boundedness
from penstock.control import Automaton
from penstock.reading.source import Source
from penstock.tasks.bound import bound
from penstock.tasks.requests.bound import BoundRequest

LEAVE = """mtype = {{ leave, request, done }};
chan permits = [3] of {{ mtype }}; chan requests = [3] of {{ mtype }}; chan log = [3] of {{ mtype }};
active proctype Keeper() {{ permits!leave; permits!leave; do :: requests?request -> permits!leave od }}
active [{n}] proctype Client() {{ log!done; log!done; do :: permits?leave -> requests!request od }}
active proctype Reader() {{ log!done; do :: log?done od }}
"""
OWNERS = "active [2] proctype P() { chan own = [1] of { byte }; own!1; own?_ }"


def found(text: str) -> tuple[BoundResult, list[Automaton]]:
    model = load_text(text)
    assert model.ok, [record.message for record in model.diagnostics.records]
    automata = load_automata(model)
    return with_families(boundedness(model, automata)), automata


def formulas(result: BoundResult) -> dict[str, Family]:
    names = {queue.number: queue.name for queue in result.net.analysis.queues}
    return {names[family.queue]: family for family in result.families}


def test_formulas_are_the_same_for_every_number_and_true() -> None:
    expected = {"permits": (2, 0, 1), "requests": (2, 0, 1), "log": (1, 2, 1)}
    for n in range(1, 9):
        result, automata = found(LEAVE.format(n=n))
        by_name = formulas(result)
        told = {name: (family.constant, family.slope, family.unit) for name, family in by_name.items()}
        assert told == (expected if n > 1 else {})
        if n > 1:
            assert {one.name: one.bound for one in result.channels} == {name: by_name[name].bound(n) for name in told}
        assert recheck(certificate(result), result.model, automata) == BOUNDED
        if n < 4:
            exact = exact_occupancy(result.model, automata, 20_000)
            assert exact == {"permits": 2, "requests": 2, "log": 1 + 2 * n}


def test_formulas_are_told() -> None:
    outcome = bound(BoundRequest(Source(None, LEAVE.format(n=3), "model.pml")))
    assert outcome.any_number == (
        "permits: at most 2, however many processes Client there are",
        "requests: at most 2, however many processes Client there are",
        "log: at most 2 n + 1 with n processes Client",
    )


def test_processes_that_own_channels_have_none() -> None:
    assert not found(OWNERS)[0].families


def only_log(weights: dict[str, int]) -> dict[str, int]:
    return {key: weight for key, weight in weights.items() if " log" in key}


CHANGES = [
    ("a smaller constant", lambda one: one.update(constant=one["constant"] - 1)),
    ("a smaller slope", lambda one: one.update(slope=one["slope"] - 1)),
    ("a larger unit", lambda one: one.update(unit=2)),
    ("a sum that grows", lambda one: one.update(weights=only_log(one["weights"]), constant=0, slope=0)),
    ("a single process", lambda one: one.update(place="location 0 Keeper 0")),
    ("an unknown place", lambda one: one.update(place="nowhere")),
    ("another queue", lambda one: one.update(queue=1)),
]


@pytest.mark.parametrize("change", [change for _, change in CHANGES], ids=[name for name, _ in CHANGES])
def test_formulas_are_checked_again(change: Any) -> None:
    result, automata = found(LEAVE.format(n=3))
    data = copy.deepcopy(certificate(result))
    change(data["any_number"][-1])
    with pytest.raises(Refused):
        recheck(data, result.model, automata)


@pytest.mark.parametrize("batch", batches(3))
def test_formulas_of_random_systems(batch: int) -> None:
    compared = 0
    for number in range(24):
        seed = 7_000_000 + 24 * batch + number
        judgement = judge_families(SYSTEMS[number % len(SYSTEMS)](seed))
        assert not judgement.wrong, f"{SYSTEMS[number % len(SYSTEMS)].__name__} {seed}: {judgement.wrong}"
        compared += judgement.compared
    assert compared >= 20
