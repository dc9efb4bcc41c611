"""Runs that repeat themselves forever: the shortest ones, who is left out in them, and what fairness changes."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.judge.judging_liveness import fairness, guards, shortest, triggers, violated
from tests.judge.liveness import spin_violates
from tests.support import batches

import penstock
from penstock.reasons.vacuity import Emptiness
from penstock.spin.checking import Verdict
from penstock.tasks import repeating, vacuity
from penstock.tasks.recorded import trail_run
from penstock.tasks.requests.simulate import SimulateRequest

pytestmark = pytest.mark.needs("spin", "gcc")
MODELS = Path(__file__).parent / "models" / "verify"
BATCHES, BATCH = 6, 5


def seeds(batch: int) -> range:
    return range(BATCH * batch, BATCH * (batch + 1))


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


def test_the_shortest_run_is_one_that_spin_replays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repeating, "SECONDS_FOR_ALL_RUNS", 60)  # on a busy machine, too
    model = tmp_path / "model.pml"
    model.write_text(UNROLLED)
    outcome = penstock.verify(model, properties=["wanted"])
    one = outcome.properties[0]
    assert one.cycle is not None and one.trail_file is not None
    # SPIN finds 48 steps.  The counter makes a cycle of three rounds of seven steps, and the first process asks before.
    assert (len(one.trail), one.cycle) == (22, 2)
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
    assert not [difference for seed in seeds(batch) if (difference := fairness(seed))]


@pytest.mark.parametrize("batch", batches(BATCHES))
def test_a_run_violates_the_formula_and_none_is_shorter(batch: int) -> None:
    assert not [difference for seed in seeds(batch) if (difference := shortest(seed))]


def test_a_claim_may_need_several_rounds() -> None:
    """And where the formula is lost, SPIN's claim ends at once, so that what follows must be accepted by us."""
    assert not shortest(210)


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
    assert one.vacuous
    reason = one.vacuous[0]
    assert (reason.kind, reason.what, reason.line) == (Emptiness.GUARD, "assert(answered)", 4)
    assert [(guard.what, guard.line) for guard in reason.guards] == [("seen > 5", 4)]


def test_only_a_guard_is_called_one() -> None:
    text = "chan q = [1] of { byte }; active proctype P() { byte x; end: q?x; assert(x == 1) }"
    one = penstock.verify(penstock.Source(text=text), properties=["safety"]).properties[0]
    assert [(reason.kind, reason.guards) for reason in one.vacuous or ()] == [(Emptiness.UNREACHED, ())]


def test_a_guard_that_is_true_and_not_taken_is_no_reason() -> None:
    """The process is never given a turn."""
    text = """byte x;
active proctype P() provided (x == 1) { x == 2; assert(x == 2) }
active proctype Q() { end: do :: x == 0 -> x = 2 :: x == 2 -> x = 0 od }"""
    one = penstock.verify(penstock.Source(text=text), properties=["assertions"]).properties[0]
    assert [(reason.kind, reason.guards) for reason in one.vacuous or ()] == [(Emptiness.UNREACHED, ())]


def test_that_nothing_impossible_happens_is_no_empty_reason() -> None:
    text = "byte x; active proctype P() { if :: x == 0 -> skip :: else -> assert(false) fi }"
    assert penstock.verify(penstock.Source(text=text), properties=["safety"]).properties[0].vacuous == ()


def test_nothing_is_called_vacuous_where_states_were_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vacuity, "_MOST_STATES", 3)
    one = penstock.verify(penstock.Source(text=EMPTY), ltl=["[] (asked == 1 -> <> answered)"]).properties[0]
    assert one.verdict is Verdict.HOLDS and one.vacuous is None


@pytest.mark.parametrize("batch", batches(BATCHES))
def test_what_is_called_vacuous_is_so_for_spin(batch: int) -> None:
    assert not [difference for seed in seeds(batch) if (difference := triggers(seed))]


@pytest.mark.parametrize("batch", batches(BATCHES))
def test_guards_that_are_never_true_are_so_for_spin(batch: int) -> None:
    assert not [difference for seed in seeds(batch) if (difference := guards(seed))]
