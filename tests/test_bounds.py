"""The boundedness test: the published examples, agreement of the two methods, and soundness on random systems."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.judge.examples import example_models
from tests.judge.fuzz_bounds import judge_bounds
from tests.judge.random_systems import random_system
from tests.loading import load_automata, load_model
from tests.support import batches, load_text

from penstock.bounds.abstraction.analysis import Analysis
from penstock.bounds.abstraction.net import build_net
from penstock.bounds.certificates.certificate import certificate, recheck
from penstock.bounds.published.effects import buffers_of, effect_graphs
from penstock.bounds.published.iboc import EffectGraph, TooMany, iboc, path_maxima, simple_cycles
from penstock.bounds.runs.occupancy import exact_occupancy
from penstock.bounds.runs.witness import Refused
from penstock.bounds.verdict import BOUNDED, UNKNOWN, BoundResult, boundedness
from penstock.control import Automaton
from penstock.tasks.exact_lengths import exact_by_spin

needs_spin = pytest.mark.needs("spin", "gcc")
MODELS = Path(__file__).parent / "models" / "bounds"


def result_of(name: str, **options: int) -> BoundResult:
    model = load_model(str(MODELS / f"{name}.pml"))
    assert model.ok
    return boundedness(model, load_automata(model), **options)  # type: ignore[arg-type]


def result_of_text(text: str, process_limit: int | None = None) -> BoundResult:
    model = load_text(text)
    assert model.ok, [record.message for record in model.diagnostics.records]
    return boundedness(model, load_automata(model), process_limit=process_limit)


def bounds(result: BoundResult) -> dict[str, int | None]:
    return {channel.name: channel.bound for channel in result.channels}


# -- the published examples ------------------------------------------------------------------------

LEFT = EffectGraph(
    "Left",
    4,
    ((0, 1, (0, 0, 0)), (1, 2, (0, 2, -1)), (1, 3, (0, 5, -1)), (2, 3, (2, 1, -1)), (3, 2, (2, 0, -1))),
)
RIGHT = EffectGraph("Right", 3, ((0, 1, (0, 0, 2)), (1, 2, (-1, 0, 0)), (2, 1, (0, -1, 1))))


def test_the_first_figure() -> None:
    answer = iboc([LEFT, RIGHT], [[2], [0, 1]])
    assert answer.vectors == ((4, 1, -2), (-1, -1, 1))
    assert answer.bounded
    assert answer.bounds == (6, 18)


def test_the_first_table() -> None:
    assert path_maxima(LEFT, 3) == (2, 5, 0)
    assert path_maxima(RIGHT, 3) == (0, 0, 2)


def test_messages_that_are_told_apart() -> None:
    result = result_of("told_apart")
    analysis = result.net.analysis
    types = {place.type for place in result.net.places if hasattr(place, "type")}
    exact, inexact = (analysis.model.syntax.program.units[0].names[number].value for number in (0, 1))  # type: ignore[union-attr]
    assert types == {(exact, 5), (exact, None), (inexact, 5), (inexact, None)}
    coarse = build_net(analysis, coarse=True)
    assert {place.type for place in coarse.places if hasattr(place, "type")} == {(exact, None), (inexact, None)}


def test_a_field_may_have_values_that_are_named_and_others() -> None:
    """There are too many combinations to look at one by one: what is sent is a set that has the 50 in it."""
    text = """chan c = [4] of { byte };
        active proctype S() {
          byte x, y;
          do :: x < 99 -> x++ :: break od;
          do :: y < 99 -> y++ :: break od;
          c!x * 0 + y
        }
        active proctype R() { c?50 }"""
    types = {place.type for place in result_of_text(text).net.places if hasattr(place, "type")}
    assert types == {(50,), (None,)}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("arguments", {"C": 1, "D": None}),
        ("assigned_before", {"C": 0, "D": None}),
        ("assigned_after", {"C": 1, "D": 2}),
        ("created_in_loop", {"C": None}),
        ("created_by_itself", {"C": None}),
        ("created_in_turn", {"C": None}),
        ("alternating_bit", {"upper": None, "line": 1, "back": 1, "delivered": None}),
    ],
)
def test_published_models(name: str, expected: dict[str, int | None]) -> None:
    assert bounds(result_of(name)) == expected


def test_the_two_process_model() -> None:
    result = result_of("two_processes")
    assert result.verdict == BOUNDED
    assert bounds(result) == {"AB": 11, "BA": 3}
    assert exact_occupancy(result.model, load_automata(result.model), 10_000) == {"AB": 6, "BA": 2}
    answer = iboc(effect_graphs(result.net), list(buffers_of(result.net).values()))
    assert (answer.bounded, len(answer.vectors)) == (True, 2)


def test_the_culprit_of_the_alternating_bit_protocol() -> None:
    result = result_of("alternating_bit")
    flood = next(found for found in result.counterexamples if len(found.rounds) == 1)
    only = flood.rounds[0]
    assert only.owner.plan.graph.automaton.name == "user" and only.closed


# -- what is finer than published ------------------------------------------------------------------


def test_a_limit_on_processes_bounds_what_they_send() -> None:
    model = "chan C = [2] of { bit }; proctype P() { run P(); C!1%s } init { run P() }"
    assert bounds(result_of_text(model % "", process_limit=255)) == {"C": None}  # what has ended makes room
    assert bounds(result_of_text(model % "; false", process_limit=10)) == {"C": 9}
    assert bounds(result_of_text(model % "; false")) == {"C": None}


def test_rendezvous_are_exact_about_who_waits_for_whom() -> None:
    text = """chan meet = [0] of { bit }; chan q = [9] of { byte };
    active proctype A() { do :: q!1; meet!0 od } active proctype B() { do :: meet?0; q?_ od }"""
    assert bounds(result_of_text(text)) == {"q": 2}


def test_channels_in_messages_and_structures() -> None:
    text = """typedef Box { chan inner };
    chan post = [1] of { chan }; chan a = [9] of { byte }; chan b = [9] of { byte };
    active proctype S() { post!a } active proctype R() { Box box; post?box.inner; do :: box.inner!1 od }"""
    assert bounds(result_of_text(text)) == {"post": 1, "a": None, "b": 0}


def test_channels_that_processes_own() -> None:
    text = """proctype P() { chan own = [2] of { byte }; own!1; own!2; own?_ } init { run P(); run P() }"""
    assert bounds(result_of_text(text)) == {"P.own": 2}
    loop = "proctype P() { chan own = [2] of { byte }; own!1 } init { do :: run P() od }"
    assert bounds(result_of_text(loop)) == {"P.own": None}


def test_arrays_are_followed_by_their_index() -> None:
    text = """chan q[3] = [2] of { byte }; active proctype P() { byte i; for (i : 0 .. 1) { q[i]!1 }; q[2]?_ }"""
    assert bounds(result_of_text(text))["q[2]"] == 0


def test_arguments_belong_together() -> None:
    text = """chan q[3] = [2] of { byte }; proctype P(chan mine; chan next) { next!1; mine?_ }
    init { byte i; do :: i < 3 -> run P(q[i], q[(i + 1) % 3]); i++ :: else -> break od }"""
    names = {found.arguments for found in result_of_text(text).net.analysis.classes if found.arguments}
    assert len(names) == 3


def test_recursion_with_channels_of_their_own_comes_to_an_end() -> None:
    text = """proctype P(byte n; chan up) { chan down = [1] of { byte }; byte r;
      if :: n > 0 -> run P(n - 1, down); down?r; up!r :: else -> up!1 fi }
    init { chan first = [1] of { byte }; run P(9, first); first?_ }"""
    assert bounds(result_of_text(text)) == {"init.first": 1, "P.down": 1}


# -- certificates ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["two_processes", "arguments", "assigned_after"])
def test_certificates_are_accepted_and_tampering_is_not(name: str) -> None:
    result = result_of(name)
    automata = load_automata(result.model)
    data = certificate(result)
    assert recheck(data, result.model, automata) == result.verdict
    for channel in data["channels"]:
        for proof in channel["proofs"]:
            for place in list(proof["weights"]):
                kept = proof["weights"][place]
                proof["weights"][place] = kept + 1000 if kept > 0 else 1000
                _refused_or_weaker(data, result, automata)
                proof["weights"][place] = kept
    data["verdict"] = UNKNOWN if result.verdict == BOUNDED else BOUNDED
    with pytest.raises(Refused):
        recheck(data, result.model, automata)


def _refused_or_weaker(data: dict[str, object], result: BoundResult, automata: list[Automaton]) -> None:
    with pytest.raises(Refused):
        recheck(data, result.model, automata)


def test_a_certificate_of_another_model_is_refused() -> None:
    other = result_of("arguments")
    with pytest.raises(Refused):
        recheck(certificate(result_of("two_processes")), other.model, load_automata(other.model))


# -- agreement and soundness -----------------------------------------------------------------------


def _agree(result: BoundResult) -> bool:
    """Whether the published method says the same, with bounds that are not smaller; False if it gives up."""
    try:
        answer = iboc(effect_graphs(result.net), list(buffers_of(result.net).values()))
    except TooMany:
        return False
    assert answer.bounded == (result.proof is not None)
    by_queue = dict(zip(buffers_of(result.net), answer.bounds, strict=True))
    for channel in result.channels:
        for queue in channel.queues:
            published = by_queue[queue]
            if answer.bounded and published is not None:
                assert channel.bound is not None and channel.bound <= published
    return True


def _comparable(result: BoundResult) -> bool:
    """Rendezvous and creation are where our method is finer."""
    analysis: Analysis = result.net.analysis
    meets = any(analysis.kind(queue.number).rendezvous for queue in analysis.queues)
    return not meets and not any(found.creators for found in analysis.classes)


def test_both_methods_agree() -> None:
    compared = 0
    for seed in range(150):
        result = result_of_text(random_system(seed))
        compared += _comparable(result) and _agree(result)
    assert compared > 50


@pytest.mark.parametrize("path", example_models(), ids=lambda path: path.name)
def test_every_example_gets_an_answer(path: Path) -> None:
    model = load_model(str(path))
    if not model.ok:
        pytest.skip("SPIN does not accept it either")
    result = boundedness(model, load_automata(model))
    assert result.verdict in (BOUNDED, UNKNOWN)
    assert recheck(certificate(result), model, load_automata(model)) == result.verdict
    if _comparable(result):
        _agree(result)


@pytest.mark.parametrize("batch", batches(10))
def test_no_bound_is_ever_exceeded(batch: int) -> None:
    """In all: 500 random systems, every state with channels that have no limit."""
    judgements = [judge_bounds(random_system(batch * 50 + number), 2000) for number in range(50)]
    assert [judgement.wrong for judgement in judgements if judgement.wrong] == []
    proved = [judgement for judgement in judgements if judgement.verdict == BOUNDED and judgement.complete]
    assert len(proved) >= 10


@needs_spin
def test_spin_meets_the_same_lengths() -> None:
    judgements = [judge_bounds(random_system(number), 2000, ask_spin=True) for number in range(1000, 1016)]
    assert [judgement.wrong for judgement in judgements if judgement.wrong] == []
    assert sum(judgement.by_spin for judgement in judgements) >= 4


MEANWHILE = """chan q = [5] of { byte }; chan r = [SIZE] of { byte }
proctype P() {
    chan own[2] = [2] of { byte }
    byte x
    atomic { q!1; q!2; q?x; q?x }
    d_step { r!1; r!2; r!3; r?x; r?x; r?x; own[1]!1 }
}
init { atomic { run P(); run P() } }
"""
LONGEST = {"q": 2, "r": 3, "P.own[0]": 0, "P.own[1]": 1}


def test_messages_in_the_middle_of_a_step_count() -> None:
    model = load_text("#define SIZE 1\n" + MEANWHILE)
    found = exact_occupancy(model, load_automata(model), 10_000)
    assert found == {name: length for name, length in LONGEST.items() if length}


@needs_spin
def test_spin_counts_messages_in_the_middle_of_a_step() -> None:
    """A search makes the capacity larger, also where it is a macro."""
    assert exact_by_spin(result_of_text("#define SIZE 1\n" + MEANWHILE)) == LONGEST


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("active [3] proctype P() { q[_pid]!1 }", [1, 1, 1, 0]),
        ("active proctype A() { skip } active [2] proctype P() { q[_pid]!1 }", [0, 1, 1, 0]),
        ("active [2] proctype P() { byte me = _pid + 1; q[me]!1 }", [0, 1, 1, 0]),
        ("active [2] proctype A() { skip } active proctype P() { q[_pid]!1 }", [0, 0, 1, 0]),
        ("active [4] proctype P() { _pid == 2 -> q[0]!1 }", [1, 0, 0, 0]),
        ("active [2] proctype P() { q[_pid]!1 } active proctype A() { run P() }", [2, 2, 1, 1]),
        ("init { q[_pid]!1; run P() } proctype P() { q[_pid]!1 }", [2, 1, 1, 1]),
        ("active [2] proctype P() { q[3]!_pid } active proctype A() { q[3]?eval(1) -> q[2]!1 }", [0, 0, 1, 2]),
    ],
)
def test_processes_of_the_start_know_their_numbers(text: str, expected: list[int]) -> None:
    result = result_of_text(f"chan q[4] = [2] of {{ byte }}; {text}")
    assert list(bounds(result).values()) == expected


def test_simple_cycles_are_all_found() -> None:
    complete = EffectGraph("K4", 4, tuple((a, b, (1,)) for a in range(4) for b in range(4) if a != b))
    assert len(list(simple_cycles(complete))) == 20
