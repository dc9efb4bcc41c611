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
from penstock.reasons.vacuity import Emptiness
from penstock.spin.checking import Verdict
from penstock.syntax.nodes import Ltl
from penstock.tasks import vacuity
from penstock.tasks.judged import JudgedProperty
from penstock.tasks.models import processes_of
from penstock.tasks.recorded import trail_run
from penstock.tasks.requests.simulate import SimulateRequest

pytestmark = pytest.mark.needs("spin", "gcc")
MODELS = Path(__file__).parent / "models" / "verify"
BATCHES, BATCH = 6, 5
LONGEST = 8
"""Steps of runs for which all shorter ones are tried."""
MORE = 1.25
"""So much longer are all runs of a batch than they could be, at most."""


def violated(text: str, name: str = "wanted", fair: bool = False) -> JudgedProperty | None:
    outcome = penstock.verify(penstock.Source(text=text), properties=[name], fair=fair)
    assert outcome.verdict in (Verdict.HOLDS, Verdict.VIOLATED), outcome.summary
    return outcome.properties[0] if outcome.verdict is Verdict.VIOLATED else None


def test_who_is_left_out_is_told_in_words_and_as_data() -> None:
    one = penstock.verify(MODELS / "starving.pml", properties=["everyone"]).properties[0]
    assert one.explanation.split("\n")[1:] == [
        "  in what repeats, `Busy` moves alone; `Patient` could always move, and never does",
        "  holds with `--fair`: only runs where `Patient` is never given a turn violate it",
    ]
    assert one.reason is not None and "\n" not in one.reason
    failure = one.failure
    assert failure is not None and failure.holds_if_fair
    assert (failure.moving, failure.starving, failure.left_out) == (("Busy",), ("Patient",), ("Patient",))


UNROLLED = """
byte turn, served, rounds[3];
bool wants[3];
active [3] proctype P() {
  do
  :: wants[_pid] = true;
     atomic { turn == 0 -> turn = _pid + 1 };
     wants[_pid] = false; served = _pid; rounds[_pid] = (rounds[_pid] + 1) % 3; turn = 0
  od
}
ltl wanted { [] (wants[0] -> <> !wants[0]) }
"""


def test_the_shortest_run_is_one_that_spin_replays(tmp_path: Path) -> None:
    model = tmp_path / "model.pml"
    model.write_text(UNROLLED)
    outcome = penstock.verify(model, properties=["wanted"])
    one = outcome.properties[0]
    assert one.cycle is not None and one.trail_file is not None
    # SPIN finds 48 steps.  The counter makes a cycle of three rounds of seven steps, and two processes ask before.
    assert (len(one.trail), one.cycle) == (23, 3)
    assert one.failure is not None and "P#1" in one.failure.overtaken and not one.failure.holds_if_fair
    replayed = trail_run(SimulateRequest(penstock.Source(str(model))), one.trail_file)
    assert [step.statement for step in replayed.steps] == [step.statement for step in one.trail]
    assert replayed.loop == one.cycle


def test_a_run_that_stops_is_fair() -> None:
    """SPIN's search for fair cycles passes over it."""
    text = "byte b, c; active proctype P() { c = 1; false } ltl wanted { <> [] (b == 1) }"
    assert spin_violates(text, fair=True) is False
    one = violated(text, fair=True)
    assert one is not None and len(one.trail) == 1 and one.cycle == 2
    unfair = violated(text)
    assert unfair is not None and unfair.explanation.endswith("this run is fair to every process")


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


EMPTY = """
byte asked; bool answered;
active proctype P() { do :: answered = true :: answered = false od }
active proctype Q() { byte seen; seen = asked; if :: seen > 5 -> assert(answered) :: else fi }
"""


@pytest.mark.parametrize(
    ("formula", "trigger"),
    [
        ("[] (asked == 1 -> <> answered)", "asked == 1"),
        ("([] <> (asked == 2)) -> <> answered", "[]<>(asked == 2)"),
        ("[] (!(asked == 1) || answered)", "asked == 1"),
        ("[] (answered -> (asked == 3 -> <> !answered))", "asked == 3"),
        ("asked > 0 -> answered", "asked > 0"),
        ("[] (answered -> answered)", None),
        ("[] (asked == 0)", None),
    ],
)
def test_a_formula_whose_trigger_never_happens_is_vacuous(formula: str, trigger: str | None) -> None:
    one = penstock.verify(penstock.Source(text=EMPTY), ltl=[formula]).properties[0]
    assert one.verdict is Verdict.HOLDS and one.vacuous is not None
    assert [reason.what for reason in one.vacuous] == ([] if trigger is None else [trigger])


def test_an_assertion_that_is_never_reached_is_told() -> None:
    one = penstock.verify(penstock.Source(text=EMPTY), properties=["safety"]).properties[0]
    assert [(reason.kind, reason.line) for reason in one.vacuous or ()] == [(Emptiness.UNREACHED, 4)]


def test_nothing_is_called_vacuous_where_states_were_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vacuity, "_MOST_STATES", 3)
    one = penstock.verify(penstock.Source(text=EMPTY), ltl=["[] (asked == 1 -> <> answered)"]).properties[0]
    assert one.verdict is Verdict.HOLDS and one.vacuous is None


@pytest.mark.parametrize("batch", batches(BATCHES))
def test_what_is_called_vacuous_is_so_for_spin(batch: int) -> None:
    for seed in range(BATCH * batch, BATCH * (batch + 1)):
        model = random_liveness(seed).partition("ltl ")[0]
        condition = f"({'abc'[seed % 3]} == {seed % 4})"
        one = penstock.verify(penstock.Source(text=model), ltl=[f"[] ({condition} -> {condition})"]).properties[0]
        never = spin_violates(f"{model}ltl wanted {{ [] !{condition} }}", fair=False) is False
        assert one.vacuous is not None and bool(one.vacuous) == never, model
