"""Searches share their time: none starves, compiling is not counted, and what was found is told after Ctrl-C."""

from __future__ import annotations

import json
import os
import shutil
import signal
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from threading import Event
from typing import Any, cast

import pytest
from tests.support import eventually
from tests.test_verify import MODELS, needs_tools, verdicts, verify_json
from tests.test_verify_runs import nothing_goes_on, start, verifiers

from penstock.spin.checking import PropertyResult, Verdict
from penstock.spin.growth import Growth
from penstock.spin.properties import Property, PropertyKind
from penstock.spin.session import Allowance, Session
from penstock.spin.sharing import PropertySearch, run_shared
from penstock.spin.tools import QUICK_COMPILER

__all__ = ["nothing_goes_on"]  # a fixture

SEARCHED_SOON = MODELS / "starved_formula.pml"


# -- the sharing itself --------------------------------------------------------------------------


@dataclass
class NoSession:
    """Knows nothing but its time."""

    stop: Event = field(default_factory=Event)
    allowance: Allowance = field(default_factory=Allowance)

    @property
    def out_of_time(self) -> bool:
        return self.allowance.used_up

    def for_search(self, seconds: float | None) -> NoSession:
        return NoSession(self.stop, Allowance(seconds))


def shared(needs: Sequence[float], slots: int, seconds: float | None) -> list[PropertySearch]:
    """Searches that would need so many seconds each, without waiting for them."""

    def look(session: Session, wanted: Property, _growth: Growth | None) -> PropertyResult:
        need, allowance = needs[int(wanted.name)], session.allowance
        allowance.spent = need if allowance.seconds is None else min(need, allowance.seconds)
        return PropertyResult(wanted, Verdict.HOLDS if allowance.spent >= need else Verdict.INCONCLUSIVE)

    session = cast(Session, NoSession())
    searches = [PropertySearch(session, Property(str(number), PropertyKind.LTL), look) for number in range(len(needs))]
    run_shared(searches, slots, seconds, session.stop)
    return searches


def decided(searches: Sequence[PropertySearch]) -> list[bool]:
    return [search.told().verdict == Verdict.HOLDS for search in searches]


def test_a_search_without_end_leaves_time_to_the_others_and_gets_the_rest() -> None:
    for needs in ([1e9, 0.2], [0.2, 1e9], [1e9, 0.2, 0.2]):
        searches = shared(needs, slots=1, seconds=10)
        assert decided(searches) == [need < 1 for need in needs]
        assert searches[needs.index(1e9)].had > 7
        assert sum(search.seconds for search in searches) <= 10 + 1e-9


def test_one_search_or_enough_slots_need_no_turns() -> None:
    assert [search.had for search in shared([1e9], slots=4, seconds=10)] == [10]
    assert [search.had for search in shared([1e9, 1e9], slots=2, seconds=10)] == [10, 10]
    assert decided(shared([3, 9], slots=2, seconds=None)) == [True, True]


def test_without_a_limit_everything_is_decided_and_the_short_ones_first() -> None:
    searches = shared([500, 1], slots=1, seconds=None)
    assert decided(searches) == [True, True] and searches[1].seconds == 1
    assert searches[0].seconds == 4 + 500  # once in vain, then alone


def test_no_search_starves() -> None:
    """What needs no more than three quarters of an equal share is decided, and the whole time is never exceeded."""
    compared = 0
    for seed in range(300):
        chance = Random(seed)
        count, slots, seconds = chance.randint(1, 9), chance.randint(1, 4), chance.choice([1.0, 10.0, 300.0])
        needs = [chance.choice([0.01, 0.1, 0.5, 0.74, 1.5, 3, 1e6]) * seconds for _ in range(count)]
        searches = shared(needs, slots, seconds)
        slots = min(slots, count)
        assert sum(search.seconds for search in searches) <= seconds * slots * (1 + 1e-9), seed
        for need, found in zip(needs, decided(searches), strict=True):
            if need <= 0.75 * seconds / -(-count // slots):
                assert found, (seed, need)
                compared += 1
    assert compared > 300


# -- with SPIN -----------------------------------------------------------------------------------


@needs_tools
def test_a_formula_is_decided_beside_a_search_without_end() -> None:
    words = ["--jobs", "1", "--timeout", "4", "--memory", "400"]
    record = verify_json(SEARCHED_SOON, *words, status=1)
    assert verdicts(record) == {"safety": "inconclusive", "few": "violated"}


@needs_tools
def test_compiling_is_not_taken_from_the_time(tmp_path: Path) -> None:
    """The compiler takes three times as long as there is time for searching."""
    slow = tmp_path / "gcc"
    slow.write_text(f'#!/bin/sh\ncase "$*" in *pan.c*) sleep 3;; esac\nexec {shutil.which("gcc")} "$@"\n')
    slow.chmod(0o700)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    words = ["--timeout", "1", "--no-cache", "--property", "safety"]
    record = verify_json(MODELS / "starving.pml", *words, status=0, environment={"PATH": path, QUICK_COMPILER: "gcc"})
    assert record["verdict"] == "holds"
    assert record["searching_seconds"] < 3 <= record["seconds"]


def searches_for_safety(temporary: Path) -> bool:
    """Whether a verifier is looking for errors other than cycles, and not for a shorter trail."""
    for pid in verifiers(temporary):
        try:
            words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if len(words) > 2 and b"-a" not in words and b"-i" not in words:
            return True
    return False


@needs_tools
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_what_was_found_until_then_is_told(number: signal.Signals, tmp_path: Path) -> None:
    words = ["--property", "few", "--property", "safety", "--jobs", "1", "--memory", "400", "--format", "json"]
    process = start(SEARCHED_SOON, *words, temporary=tmp_path)
    assert eventually(lambda: searches_for_safety(tmp_path), 200)  # then the formula has been searched
    process.send_signal(number)
    output, errors = process.communicate(timeout=200)
    assert process.returncode == 130 and b"stopped; this is what was found until then" in errors
    record: dict[str, Any] = json.loads(output)
    assert verdicts(record) == {"few": "violated", "safety": "inconclusive"}
    assert len(record["trail"]) == 2 and "the search was stopped" in record["properties"][1]["reason"]
    assert verifiers(tmp_path) == [] and os.listdir(tmp_path) == []
