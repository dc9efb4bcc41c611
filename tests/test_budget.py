"""Time that may be used: every stage asks for it, and what is known when it is over is told, and true."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from math import inf
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from tests import slow_models as slow
from tests.commands import ROOT, penstock
from tests.judge.random_counting import random_counting_system
from tests.judge.random_phases import random_phases
from tests.judge.random_systems import random_system
from tests.loading import load_automata
from tests.support import load_text

from penstock import budget as clock
from penstock.bounds.published.refine import refine
from penstock.bounds.refinement import refined
from penstock.bounds.runs.witness import recheck_witness
from penstock.bounds.verdict import UNKNOWN, BoundResult, boundedness
from penstock.budget import Budget, TimeOver, check, in_time, present
from penstock.control import Automaton
from penstock.lp.problem import Problem
from penstock.lp.solve import SolverStatus, solve
from penstock.machine import Options, build_machine, explore
from penstock.resolve import Model

# -- the means itself ------------------------------------------------------------------------------


def test_there_is_no_limit_but_inside_a_budget() -> None:
    check()
    assert present().left == inf
    with Budget(0.0):
        with pytest.raises(TimeOver):
            check()
        assert in_time(check) is None
    check()


def test_a_part_never_lasts_longer_than_the_whole() -> None:
    with Budget(time.monotonic() + 50) as whole:
        assert whole.part(0.5).left < 26 and whole.part(0.5, 3).left < 4
        with Budget(inf) as inner:
            assert inner.until == whole.until and present() is inner
        with pytest.raises(TimeOver), whole.part(0.0):
            check()
        check()
        assert present() is whole


def test_other_threads_have_their_own() -> None:
    found: list[float] = []
    with Budget(0.0):
        worker = threading.Thread(target=lambda: found.append(present().until))
        worker.start()
        worker.join()
    assert found == [inf]


class Standing:
    """A clock that does not go on."""

    def monotonic(self) -> float:
        return 0.0


def test_the_solver_does_not_guess_when_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """A millionth of a second for a program with a solution: no answer is better than any."""
    problem = Problem()
    for _ in range(60):
        problem.column(cost=1.0)
    for row in range(60):
        problem.row([(column, 1 + (row * column) % 7) for column in range(60)], lower=float(row + 1))
    monkeypatch.setattr(clock, "time", Standing())
    with Budget(1e-6), pytest.raises(TimeOver):
        solve(problem)
    with Budget(inf):
        assert solve(problem).status is SolverStatus.OPTIMAL


# -- cut off anywhere ------------------------------------------------------------------------------


class Ticking:
    """A clock that goes on by one whenever somebody looks at it."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        self.now += 1
        return self.now


def _known_by(ticks: float, model: Model, automata: list[Automaton]) -> BoundResult | None:
    try:
        with Budget(ticks) as budget:
            return refined(boundedness(model, automata), automata, budget)
    except TimeOver:
        return None


@pytest.mark.parametrize("system", [random_system, random_counting_system, random_phases])
def test_whenever_the_time_is_over_what_is_known_is_true(
    system: Callable[[int], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same systems with more and more time: answers come, and none is wrong."""
    decided = sum(_decided(system(4711 + seed), monkeypatch) for seed in range(3))
    assert decided > 10


def _decided(text: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """How often there was an answer for a channel; each is compared with the states that are seen."""
    model = load_text(text)
    automata = load_automata(model)
    machine = build_machine(model, automata, Options(unlimited=True, measuring=True))
    explore(machine, limit=1000)
    decided = 0
    for ticks in [2.0**power * step for power in range(4, 14) for step in (1.0, 1.4)]:
        with monkeypatch.context() as patched:
            patched.setattr(clock, "time", Ticking())
            found = _known_by(ticks, model, automata)
        for channel in found.channels if found is not None else ():
            decided += channel.verdict != UNKNOWN
            assert channel.bound is None or machine.lengths.highest.get(channel.name, 0) <= channel.bound
            if channel.witness is not None:
                recheck_witness(model, automata, channel.witness, (5,))
    return decided


@pytest.mark.parametrize("name", ["refinement-counter", "alternating_bit", "arguments"])
def test_the_published_method_never_takes_less_time_for_a_proof(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says BOUNDED only where it does so with all the time that it needs."""
    model = load_text((ROOT / "tests" / "models" / "bounds" / f"{name}.pml").read_text())
    net = boundedness(model, load_automata(model)).net
    bounded = refine(net).bounded
    for ticks in (2.0**power for power in range(4, 16)):
        with monkeypatch.context() as patched:
            patched.setattr(clock, "time", Ticking())
            with Budget(ticks):
                found = in_time(lambda: refine(net))
        assert found is None or bounded or not found.bounded
        assert found is None or found.complete or not found.bounded


def test_a_long_d_step_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    model = load_text(slow.LONG_D_STEPS)
    machine = build_machine(model, load_automata(model), Options(unlimited=True))
    monkeypatch.setattr(clock, "time", Ticking())
    with Budget(20.0), pytest.raises(TimeOver):
        machine.steps(machine.initial)


# -- every stage -----------------------------------------------------------------------------------

SECONDS = 0.5
STAGES = {
    "reading": (slow.long_text(), ()),
    "macros": (slow.doubling_macros(), ()),
    "large arrays": (slow.LARGE_ARRAYS, ()),
    "arrays of indices": (slow.ARRAYS_OF_INDICES, ()),
    "expressions": (slow.long_expressions(), ()),
    "classes": (slow.owners_of_channels(), ()),
    "net": (slow.many_message_types(), ()),
    "linear program": (slow.large_program(), ()),
    "d_step": (slow.LONG_D_STEPS, ()),
    "atomic": (slow.LONG_ATOMICS, ()),
    "published": (slow.many_cycles(), ("--method", "iboc")),
    "published paths": (slow.long_paths(), ("--method", "iboc")),
    "exact": (slow.LARGE_STATES, ("--exact",)),
}


@pytest.mark.slow
@pytest.mark.parametrize("stage", STAGES)
def test_every_stage_keeps_to_the_budget(stage: str, tmp_path: Path) -> None:
    """Computing time, not time on the clock: a busy machine makes no difference."""
    text, options = STAGES[stage]
    file = tmp_path / "slow.pml"
    file.write_text(text)
    most = int(SECONDS + 2.5)
    result = subprocess.run(
        [sys.executable, "-m", "penstock", "bound", file, "--budget", str(SECONDS), *options],
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (most, most)),
    )
    assert result.returncode in (0, 1, 3), (result.returncode, result.stderr[-300:])
    assert result.stdout or "time ran out" in result.stderr or "gives up" in result.stderr


@pytest.mark.slow
def test_nothing_known_is_said_in_every_form(tmp_path: Path) -> None:
    file, proof = tmp_path / "slow.pml", tmp_path / "proof.json"
    file.write_text(slow.ARRAYS_OF_INDICES + "active proctype C() { chan own = [3] of { bit }; own!1 }\n")
    words = ("bound", file, "--budget", "0.4")
    found = penstock(*words, "--certificate", proof)
    assert found.returncode == 3 and "UNKNOWN: time ran out" in found.stdout
    assert "q[199]  2 declared, not looked at" in found.stdout and "C.own   3 declared" in found.stdout
    assert "is not written" in found.stderr and not proof.exists()
    data = json.loads(penstock(*words, "--format", "json").stdout)
    Draft202012Validator(json.loads((ROOT / "docs" / "schema" / "bound.json").read_text())).validate(data)
    assert data["verdict"] == "UNKNOWN" and len(data["channels"]) == 201
    assert len(json.loads(penstock(*words, "--format", "sarif").stdout)["runs"][0]["results"]) == 201


def test_recheck_keeps_to_its_budget(tmp_path: Path) -> None:
    model, proof = tmp_path / "m.pml", tmp_path / "proof.json"
    model.write_text("chan q = [2] of { byte }; active proctype P() { q!1; q?_ }")
    assert penstock("bound", model, "--certificate", proof).returncode == 0
    model.write_text(slow.ARRAYS_OF_INDICES)
    late = penstock("recheck", proof, model, "--budget", "0.3")
    assert late.returncode == 3 and "time ran out" in late.stderr
