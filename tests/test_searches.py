"""Searches of states that fit: capacities, reduction, and channels that are forgotten."""

from __future__ import annotations

import json
import time
from pathlib import Path
from threading import Event

import pytest
from tests.judge.fuzz_refinement import SYSTEMS
from tests.judge.fuzz_searches import judge_searches
from tests.loading import load_automata
from tests.support import batches, load_text

from penstock.bounds.certificates.certificate import certificate, recheck
from penstock.bounds.evidence import Refused
from penstock.bounds.refinement import refined
from penstock.bounds.runs.aside import Aside
from penstock.bounds.runs.heads import lengths_beside
from penstock.bounds.runs.search import SearchLimits
from penstock.bounds.telling.capacities import with_capacities
from penstock.bounds.verdict import UNBOUNDED, BoundResult, boundedness
from penstock.budget import Budget, TimeOver, check
from penstock.machine.program import MachineProgram, Options
from penstock.resolve.model import Model
from penstock.spin.workspace import private_directory
from penstock.tasks.spin_search import SpinSearch, fitting_lengths, for_spin

ROOT = Path(__file__).parent.parent
needs_spin = pytest.mark.needs("spin", "gcc")
FEW = SearchLimits(5000)
SERVED = """
chan wish = [2] of { byte };
chan work = [2] of { byte };
chan done = [2] of { bit };
active proctype User() { do :: wish!1 :: wish!2 od }
active proctype Client() {
  byte x; bool busy;
  do :: wish?x -> if :: busy :: else -> busy = true; work!x fi :: done?_ -> busy = false od
}
active proctype Server() { byte y; do :: work?y -> done!1 od }
"""


@pytest.mark.parametrize("batch", batches(8))
def test_no_length_is_passed_over(batch: int) -> None:
    seeds = range(7000 + batch * 10, 7010 + batch * 10)
    judged = [judge_searches(SYSTEMS[seed % len(SYSTEMS)](seed), seed) for seed in seeds]
    assert [one.wrong for one in judged if one.wrong] == []
    assert sum(one.used["forgotten"] for one in judged) >= 3


@needs_spin
def test_reduction_by_spin_passes_over_no_length() -> None:
    judged = [judge_searches(SYSTEMS[seed % len(SYSTEMS)](seed), seed, ask_spin=True) for seed in range(7100, 7108)]
    assert [one.wrong for one in judged if one.wrong] == []
    assert sum(one.used["SPIN"] for one in judged) >= 4


def test_a_channel_beside_one_that_grows_without_end() -> None:
    result = _refined(SERVED)
    bounds = {channel.name: channel.bound for channel in result.channels}
    assert bounds == {"wish": None, "work": 1, "done": 1} and result.verdict == UNBOUNDED


@pytest.mark.parametrize(
    "look",
    ["len(wish) > 1", "wish??[2]", "d_step { wish?_; wish?_ }"],
    ids=["length", "inside", "d_step"],
)
def test_what_looks_behind_the_first_message(look: str) -> None:
    model = load_text(SERVED + f"active proctype Looker() {{ do :: {look} -> work!1 od }}")
    assert lengths_beside(model, load_automata(model), frozenset(["wish"]), FEW) is None


@pytest.mark.parametrize(
    "rest",
    ["if :: a?1 :: else -> b!1; b!1 fi", "do :: a?1 :: timeout -> b!1; b!1; break od", "empty(a); b!1; b!1"],
)
def test_nothing_need_be_first(rest: str) -> None:
    """What is done without a message is done here, whatever was sent."""
    model = load_text(
        "chan a = [1] of { bit }; chan b = [1] of { bit }; chan go = [0] of { bit };"
        "active proctype P() { a!1; go!1 }"
        f"active proctype Q() {{ go?1; a?1; {rest} }}"
    )
    assert _longest(model, "b", frozenset(["a"])) == 2


def test_control_is_lost_where_nothing_need_be_first() -> None:
    model = load_text(
        "chan a = [1] of { bit }; chan b = [1] of { bit }; bool seen;"
        "active proctype P() { a!1; do :: seen -> b!1; b!1; break od }"
        "active proctype Q() { atomic { a?1; seen = true; a?1; seen = false } }"
    )
    assert _longest(model, "b", frozenset(["a"])) == 2


@pytest.mark.parametrize(
    "text",
    [
        "active proctype P() { bit x; do :: x = 1 - x od } active proctype Q() { b!1; b!1 }",
        "byte g; active proctype P() { g = 1; g = 0 } active proctype Q() { if :: g == 1 -> b!1; b!1 :: else fi }",
        "chan c = [1] of { bit }; active proctype Q() { c!1 }"
        "active proctype P() { bit x; atomic { x = 1; if :: c?1 -> b!1; b!1 :: else fi } }",
        "byte w; active proctype P() { byte x; x = 1; x = 0 }"
        "active proctype Q() { if :: P:x == 1 -> b!1; b!1 :: else fi }",
        "active proctype P() { byte x; x = 1; x = 0 }active proctype Q() provided (_last == 0) { b!1; b!1 }",
    ],
    ids=["loop", "global", "atomic", "remote", "last"],
)
def test_reduction_keeps_all_lengths(text: str) -> None:
    model = load_text("chan b = [1] of { bit };" + text)
    assert _longest(model, "b") == _longest(model, "b", reduced=False) == 2


def test_the_evidence_names_what_was_forgotten() -> None:
    evidence = json.loads(json.dumps(certificate(_refined(SERVED))))
    model = load_text(SERVED)
    recheck(evidence, model, load_automata(model))
    claim = next(claim for claim in evidence["channels"] if claim["name"] == "work")
    assert claim["beside"] == ["wish"]
    honest = dict(claim)
    changes: list[dict[str, object]] = [{"bound": 0}, {"beside": ["work"]}, {"beside": ["nobody"]}, {"beside": []}]
    for change in changes:
        claim |= change
        with pytest.raises(Refused):
            recheck(evidence, model, load_automata(model))
        claim |= honest


@needs_spin
def test_capacities_are_doubled_where_one_is_filled() -> None:
    model = load_text(
        "chan a = [1] of { byte }; chan b = [3] of { byte };"
        "active proctype P() { byte n; do :: n < 5 -> a!n; n++ :: else -> break od; b!1 }"
    )
    with private_directory() as place:
        found = list(fitting_lengths(for_spin(model), SpinSearch().limits(place, 60)))
    assert [one.capacities for one in found] == [{0: 2, 1: 4}, {0: 4, 1: 4}, {0: 8, 1: 4}]
    assert [one.found.trail is None for one in found] == [False, False, True]
    assert found[-1].found.highest == {"a": 5, "b": 1}


@needs_spin
def test_a_channel_just_filled_is_no_answer() -> None:
    """As long as its capacity is as long as nobody knows."""
    model = load_text("chan a = [2] of { bit }; active proctype P() { a!1; a!1; a!1; a!1 }")
    with private_directory() as place:
        first, *_, last = fitting_lengths(for_spin(model), SpinSearch().limits(place, 60))
    assert first.capacities == {0: 3} and first.found.trail is not None
    assert last.found.highest == {"a": 4} and last.capacities == {0: 6}


def test_a_capacity_in_parentheses_is_replaced_as_a_whole() -> None:
    model = load_text("chan a = [2 * (1 + 1)] of { bit }; active proctype P() { a!1 }")
    program = MachineProgram(model, load_automata(model), Options())
    edited = with_capacities(model, dict.fromkeys(program.kinds, 7))
    assert edited.text.startswith("chan a = [7] of") and not edited.left


def test_an_answer_aside_ends_what_is_done_meanwhile() -> None:
    begin = Event()
    aside = Aside(lambda: begin.wait(10) and 42)
    with Budget(time.monotonic() + 10, aside.ending(None), partial=True):
        begin.set()
        with pytest.raises(TimeOver):
            while True:
                check()
    aside.end()
    assert aside.answer == 42


def test_what_goes_on_aside_ends_when_it_is_not_wanted() -> None:
    def for_ever() -> int:
        while True:
            check()

    aside: Aside[int] = Aside(for_ever)
    aside.end()
    assert aside.ended and aside.answer is None


def test_a_problem_aside_is_not_lost() -> None:
    aside: Aside[int] = Aside(lambda: 1 // 0)
    aside.wait()
    with pytest.raises(ZeroDivisionError):
        aside.end()


@pytest.mark.slow
def test_groupware_is_decided() -> None:
    model = load_text(Path(ROOT, "examples", "groupware.pml").read_text())
    found = lengths_beside(model, load_automata(model), frozenset(["wishes[0]", "wishes[1]"]), SearchLimits(400_000))
    assert found is not None and found.highest is not None and found.highest["to_server"] == 5


def _longest(model: Model, name: str, forgotten: frozenset[str] = frozenset(), reduced: bool = True) -> int:
    found = lengths_beside(model, load_automata(model), forgotten, FEW, reduced)
    assert found is not None and found.highest is not None
    return found.highest[name]


def _refined(text: str) -> BoundResult:
    model = load_text(text)
    automata = load_automata(model)
    return refined(boundedness(model, automata), automata, Budget(time.monotonic() + 60))
