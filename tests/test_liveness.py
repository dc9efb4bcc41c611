"""Runs that repeat themselves forever: the shortest ones, who is left out in them, and what fairness changes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.judge.liveness import fair_violation, fewest_steps, holds_on, spin_violates
from tests.judge.random_liveness import random_liveness
from tests.support import batches, load_text

import penstock
from penstock.control import build_automata
from penstock.machine import build_machine
from penstock.machine.trace import Instance
from penstock.reasons.told import ToldFailure
from penstock.spin.checking import Verdict
from penstock.syntax.nodes import Ltl
from penstock.tasks.judged import JudgedProperty
from penstock.tasks.models import processes_of

pytestmark = pytest.mark.needs("spin", "gcc")
MODELS = Path(__file__).parent / "models" / "verify"
BATCHES, BATCH = 6, 5
LONGEST = 8
"""Steps of runs for which all shorter ones are tried."""
MORE = 1.15
"""So much longer are all runs of a batch than they could be, at most."""


def violated(text: str, name: str = "wanted", fair: bool = False) -> JudgedProperty | None:
    outcome = penstock.verify(penstock.Source(text=text), properties=[name], fair=fair)
    assert outcome.verdict in (Verdict.HOLDS, Verdict.VIOLATED), outcome.summary
    return outcome.properties[0] if outcome.verdict is Verdict.VIOLATED else None


@pytest.mark.parametrize("batch", batches(BATCHES))
def test_fairness_is_judged_as_by_trying_all_runs(batch: int) -> None:
    for seed in range(BATCH * batch, BATCH * (batch + 1)):
        text = random_liveness(seed)
        fair = fair_violation(text)
        found, found_fair = violated(text), violated(text, fair=True)
        assert (found_fair is not None) == fair, text
        assert (found is not None) == spin_violates(text, fair=False), text
        assert fair or not spin_violates(text, fair=True), text
        if found is not None and found.cycle is not None:
            assert found.failure is not None
            assert found.failure.holds_if_fair == (not fair), text
            assert found.failure.starving or fair, text  # without one who starves, the run itself is fair
            assert found.run is not None
            assert fair or _only(text, found.failure, found.run.processes), text


def _only(text: str, failure: ToldFailure, processes: Sequence[Instance]) -> bool:
    """Whether nothing violates a formula that is fair to those who are said to be left out."""
    names = [one.name for one in processes]
    pids = [processes[names.index(name)].pid for name in failure.left_out or failure.one_left_out]
    return all(not fair_violation(text, [pid]) for pid in pids) if failure.left_out else not fair_violation(text, pids)


@pytest.mark.parametrize("batch", batches(BATCHES))
def test_a_run_violates_the_formula_and_hardly_any_is_shorter(batch: int) -> None:
    steps: list[tuple[int, int]] = []
    for seed in range(BATCH * batch, BATCH * (batch + 1)):
        text = random_liveness(seed, atomic=False)
        found = violated(text)
        if found is None or found.run is None or found.run.loop is None or found.run.history is None:
            continue
        model = load_text(text)
        machine = build_machine(model, processes_of(build_automata(model)))
        formula = model.nodes.of(Ltl)[0].formula
        run, states = found.run, found.run.history.states
        assert run.loop is not None
        repeats = run.loop <= len(run.steps)
        assert not repeats or states[-1] == states[run.loop - 1], text
        assert not holds_on(machine, formula, states[:-1] if repeats else states, run.loop - 1), text
        least = fewest_steps(machine, formula, len(run.steps)) if len(run.steps) <= LONGEST else len(run.steps)
        steps.append((len(run.steps), least))
    assert sum(found for found, _ in steps) <= MORE * sum(least for _, least in steps), steps
