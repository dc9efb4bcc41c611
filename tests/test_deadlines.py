"""Formulas with deadlines: `[] (p -> within(n) q)`."""

from __future__ import annotations

import json

import pytest
from tests.commands import penstock
from tests.judge.fuzz_deadlines import LATE, disagreement
from tests.support import batches, load_text

import penstock as product
from penstock.spin.checking import Verdict
from penstock.tasks.requests.explore import ExploreRequest

needs_spin = pytest.mark.needs("spin", "gcc")
MODEL = """timer t;
bool asked, answered;
active proctype Client() {
    do
    :: asked = true; answered; asked = false; answered = false
    od
}
active proctype Server() {
    do
    :: asked && !answered -> if :: set(t, 3) :: set(t, 5) fi; expire(t); answered = true
    od
}
"""
LEAVING = "atomic { asked = false; answered = false }"
SOON, LATER = "[] (asked -> within(4) answered)", "[] (asked -> within(5) answered)"


@needs_spin
@pytest.mark.parametrize("macros", [False, True], ids=["plain", "macros"])
@pytest.mark.parametrize("beside", [False, True], ids=["inside", "beside"])
def test_deadlines_are_kept_or_missed(macros: bool, beside: bool) -> None:
    text = "#define DONE expire(t)\n" + MODEL.replace("expire(t)", "DONE") if macros else MODEL
    formulas = ("[] <> asked", LATER, SOON)
    if beside:
        outcome = product.verify(product.Source("model.pml", text), ltl=formulas)
    else:
        blocks = "".join(f"ltl p{number} {{ {formula} }}\n" for number, formula in enumerate(formulas))
        outcome = product.verify(product.Source("model.pml", text + blocks), properties=["p0", "p1", "p2"])
    assert [one.verdict for one in outcome.properties] == [Verdict.HOLDS, Verdict.HOLDS, Verdict.VIOLATED]
    missed = outcome.properties[2]
    assert missed.formula.replace("[](", "[] (") == SOON
    assert missed.explanation.endswith("does not hold: its time is up after 4 steps")
    assert [step.statement for step in missed.trail][-2:] == ["set(t, 5)", "tick 5"]


@needs_spin
@pytest.mark.parametrize("end", ["skip", "false", "false; set(t, 1)"])
def test_nothing_happens_in_time_where_nothing_happens_any_more(end: str) -> None:
    text = f"timer t; bool asked, answered; active proctype P() {{ asked = true; {end} }}"
    for ticks in (0, 3, 1_000_000):
        formula = f"[] (asked -> within({ticks}) answered)"
        outcome = product.verify(product.Source("model.pml", text), ltl=(formula,))
        assert outcome.properties[0].verdict is Verdict.VIOLATED


def test_nothing_else_sees_a_deadline() -> None:
    plain = product.explore(ExploreRequest(product.Source("model.pml", MODEL)))
    claimed = product.explore(ExploreRequest(product.Source("model.pml", f"{MODEL}ltl soon {{ {SOON} }}")))
    assert (plain.states, plain.transitions) == (claimed.states, claimed.transitions)
    shown = penstock("simulate", "-", "--steps", "40", text=f"{MODEL}ltl soon {{ {SOON} }}".encode()).stdout
    assert "claim" not in shown and "deadline" not in shown


@needs_spin
def test_a_deadline_is_a_property_like_others() -> None:
    answer = penstock("verify", "-", "--format", "json", text=f"{MODEL}ltl soon {{ {SOON} }}".encode())
    one = next(found for found in json.loads(answer.stdout)["properties"] if found["name"] == "soon")
    assert (one["kind"], one["formula"], one["verdict"]) == ("within", SOON, "violated")
    assert one["failure"]["kind"] == "deadline"


@needs_spin
def test_it_is_told_how_long_something_takes() -> None:
    asked = {
        "asked -> answered": (3, 5),
        "answered -> asked && !answered": (0, 0),
        "asked && answered && t_unused -> asked": (None, 0),
        "asked -> t_unused": (None, None),
    }
    text = MODEL.replace("bool asked", "bool t_unused, asked").replace("asked = false; answered = false", LEAVING)
    outcome = product.verify(product.Source("model.pml", text), time=tuple(asked))
    assert {f"{one.start} -> {one.end}": (one.least, one.most) for one in outcome.times} == asked
    assert all(one.decided for one in outcome.times)


@needs_spin
@pytest.mark.parametrize("ticks", [1, 2, 14, 16, 100, 254])
def test_every_number_of_ticks_is_found(ticks: int) -> None:
    text = f"timer t; bool p, q; active proctype P() {{ p = true; set(t, {ticks}); expire(t); q = true }}"
    outcome = product.verify(product.Source("model.pml", text), time=("p -> q",))
    assert (outcome.times[0].least, outcome.times[0].most) == (ticks, ticks)
    assert outcome.times[0].sentence == f"time from `p` to `q`: always {'1 tick' if ticks == 1 else f'{ticks} ticks'}"


@pytest.mark.parametrize("wanted", ["asked", "-> asked", "asked -> answered -> asked", "(asked -> 1 : 0)"])
def test_a_time_has_a_beginning_and_an_end(wanted: str) -> None:
    with pytest.raises(product.PenstockError, match="is not two conditions"):
        product.verify(product.Source("model.pml", MODEL), time=(wanted,))


def test_a_mistake_in_a_time_is_told_once_and_as_it_was_written() -> None:
    with pytest.raises(product.PenstockError) as told:
        product.verify(product.Source("model.pml", MODEL), time=("asked -> unknown == 1",))
    assert str(told.value).count("`unknown` is not declared") == 1 and "within" not in str(told.value)


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("[] (begins(asked) -> <> answered)", "`begins` cannot stand here"),
        ("<> within(3) answered", "cannot stand here"),
        ("[] (asked -> within(3) <> answered)", "cannot stand here"),
        ("[] (asked -> within(3) answered && asked)", "cannot stand here"),
        ("[] (asked && within(3) answered)", "cannot stand here"),
        ("[] (asked -> within(-1) answered)", "ticks, not -1"),
        ("[] (asked -> within(asked) answered)", "not a constant"),
    ],
)
def test_other_formulas_are_refused(formula: str, said: str) -> None:
    found = load_text(f"{MODEL}ltl p {{ {formula} }}").diagnostics.sorted()
    assert [one.code for one in found] == ["E445"] and said in found[0].message


def test_time_must_pass() -> None:
    found = load_text("bool p; active proctype P() { p = true } ltl q { within(3) p }").diagnostics.sorted()
    assert [one.code for one in found] == ["E445"] and "no time passes" in found[0].message


def test_the_word_is_free_elsewhere() -> None:
    assert load_text("bool within; active proctype P() { within = true } ltl q { <> within }").ok


@needs_spin
@pytest.mark.slow
@pytest.mark.parametrize("batch", batches(3))
def test_random_systems_are_late_by_the_rules(batch: int) -> None:
    found = {seed: disagreement(seed) for seed in range(8 * batch, 8 * batch + 8)}
    assert not {seed: text for seed, text in found.items() if text not in (None, "", LATE)}
    assert sum(text is not None for text in found.values()) >= 6
