"""From UNKNOWN to an answer: what is excluded, what is shown by a run, and that neither is ever wrong."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from tests.commands import penstock
from tests.judge.bounds_table import answers, better, name
from tests.judge.fuzz_refinement import SYSTEMS, judge_refinement
from tests.judge.random_counting import random_counting_system
from tests.loading import load_automata
from tests.support import batches, load_text

from penstock.bounds.certificates.certificate import certificate, recheck
from penstock.bounds.evidence import EvidencePart
from penstock.bounds.refinement import refined
from penstock.bounds.runs.occupancy import exact_occupancy
from penstock.bounds.runs.pumping import same_control
from penstock.bounds.runs.witness import Refused, Witness, as_data, recheck_witness, witness_in, witness_of
from penstock.bounds.story import CycleStatus, ExcludedByValues, TooManyValues, ValuesKnown
from penstock.bounds.verdict import BOUNDED, UNBOUNDED, UNKNOWN, BoundResult, boundedness
from penstock.budget import Budget
from penstock.tasks.spin_search import SpinSearch

needs_spin = pytest.mark.needs("spin", "gcc")
ALTERNATING = """mtype = { a, b };
chan ch1 = [1] of { mtype }; chan ch2 = [1] of { mtype }
active proctype Left() { do :: ch2?b -> ch1!a od }
active proctype Right() {
    byte x = 0
    do
    :: x == 0 -> ch2!b; x = 1
    :: x == 1 -> ch1?a; x = 0
    od
}
"""
COUNTING = """mtype = { m }; chan q = [1] of { mtype }
active proctype P() { byte i; do :: i < %d -> q!m; i++ :: else -> break od }
"""


def refine(text: str, searching: bool = True, seconds: float = 20.0) -> BoundResult:
    model = load_text(text)
    assert model.ok, [record.message for record in model.diagnostics.records]
    automata = load_automata(model)
    return refined(boundedness(model, automata), automata, Budget(time.monotonic() + seconds), searching=searching)


def bounds(result: BoundResult) -> dict[str, int | None]:
    return {channel.name: channel.bound for channel in result.channels}


# -- what is excluded ------------------------------------------------------------------------------


def test_a_flag_that_alternates() -> None:
    model = load_text(ALTERNATING)
    assert boundedness(model, load_automata(model)).verdict == UNKNOWN
    result = refine(ALTERNATING, searching=False)
    assert result.verdict == BOUNDED and bounds(result) == {"ch1": 1, "ch2": 1}
    assert {judged.status for judged in result.judged} == {CycleStatus.SPURIOUS}
    assert result.judged[0].reason == ExcludedByValues(("x",))


def test_a_counter_is_counted_to_its_end() -> None:
    assert bounds(refine(COUNTING % 200, searching=False)) == {"q": 200}


def test_a_counter_that_wraps_around_is_no_limit() -> None:
    """A byte is always less than 300."""
    result = refine(COUNTING % 300)
    assert result.verdict == UNBOUNDED
    assert refine(COUNTING % 300, searching=False).verdict == UNKNOWN


def test_a_reader_does_not_make_a_flood_bounded() -> None:
    text = "chan q = [1] of { byte }; active proctype W() { do :: q!1 od } active proctype R() { byte x; do :: q?x od }"
    assert refine(text).verdict == UNBOUNDED


def test_contents_of_messages_decide_for_the_receiver() -> None:
    """Only `stop` is ever sent, so nothing is ever passed on."""
    text = """mtype = { go, stop }; chan q = [1] of { mtype, byte }; chan r = [1] of { byte }
    active proctype S() { byte n; do :: n < 3 -> q!stop, 1; n++ :: else -> break od }
    active proctype R() { mtype what; byte n; do :: q?what, n; if :: what == go -> do :: r!1 od :: else fi od }
    """
    assert bounds(refine(text, searching=False)) == {"q": 3, "r": 0}


LOCK = """bool busy; chan q = [3] of { byte }
active [3] proctype W() { do :: %s { !busy -> busy = true }; q!1 od }
active proctype R() { byte x; do :: q?x; busy = false od }
"""


def test_a_lock_in_a_global_variable() -> None:
    assert bounds(refine(LOCK % "atomic", searching=False)) == {"q": 1}
    assert bounds(refine(LOCK % "d_step", searching=False)) == {"q": 1}


def test_a_test_apart_from_the_change_is_no_lock() -> None:
    """Without atomic, several writers pass the test before one of them takes the lock."""
    result = refine(LOCK % "")
    assert bounds(result)["q"] != 1 and judge_refinement(LOCK % "").wrong == ""


def test_processes_created_in_a_loop_are_counted() -> None:
    text = """chan q = [9] of { byte }
    proctype P() { q!1; q!2 }
    init { byte i; for (i : 1 .. 4) { run P() } }
    """
    assert bounds(refine(text, searching=False)) == {"q": 8}


IN_ORDER = "chan q = [9] of { byte }; active proctype P() { q!1; do :: q?1 -> q!2; q!1; q!2 :: q?2 -> q?2 -> break od }"


def test_all_states_are_an_answer() -> None:
    """The order of messages is not in the abstraction, but it is in the states."""
    assert refine(IN_ORDER, searching=False).verdict == UNKNOWN
    assert bounds(refine(IN_ORDER)) == {"q": 3}


def test_states_behind_a_d_step_that_is_too_long_are_not_seen() -> None:
    long = "do :: i < 200000 -> i++ :: else -> break od"
    text = f"chan q = [1] of {{ bit }}; int i; init {{ d_step {{ {long} }}; do :: q!1 od }}"
    assert refine(text).verdict == UNKNOWN
    once = load_text(text.replace("do :: q!1 od", "q!1"))
    assert exact_occupancy(once, load_automata(once), 1000) is None


# -- runs ------------------------------------------------------------------------------------------

FLOOD = """mtype = { hello, data, ack }
chan line = [1] of { mtype, bit }; chan back = [1] of { mtype, bit }
active proctype Sender() { bit s; line!hello, 0; back?ack, 0; do :: line!data, s; s = 1 - s od }
active proctype Receiver() { bit b; line?hello, b; back!ack, b; do :: line?data, b -> back!ack, b od }
"""


def flood() -> tuple[BoundResult, Witness]:
    result = refine(FLOOD)
    witness = next(channel.witness for channel in result.channels if channel.witness is not None)
    return result, witness


def test_a_run_shows_a_flood() -> None:
    result, witness = flood()
    assert {channel.name: channel.verdict for channel in result.channels} == {"line": UNBOUNDED, "back": UNBOUNDED}
    automata = load_automata(result.model)
    recheck_witness(
        result.model, automata, witness_in(EvidencePart(json.loads(json.dumps(as_data(witness))))), (10, 20, 30)
    )


def test_a_run_that_is_not_possible_is_refused() -> None:
    result, witness = flood()
    automata = load_automata(result.model)
    for wrong in (
        Witness(witness.stem, witness.loop, {"line": 7}),
        Witness(witness.stem, witness.loop[:-1], witness.growth),
        Witness((), witness.loop, witness.growth),
        Witness(witness.stem, (), witness.growth),
        Witness(witness.stem, witness.loop, {}),
    ):
        with pytest.raises(Refused):
            recheck_witness(result.model, automata, wrong, (1,))


@pytest.mark.parametrize(
    "test",
    ["len(q) < 3 -> q!1", "empty(q) -> q!1", "!(q?[1]) -> q!1", "timeout -> q!1", "else -> q!1"],
)
@pytest.mark.slow
def test_a_loop_that_growth_would_stop_is_no_witness(test: str) -> None:
    text = f"chan q = [9] of {{ byte }}; active proctype P() {{ byte x; do :: {test} :: q?2 -> skip od }}"
    if "timeout" in test or "else" in test:
        text += " active proctype R() { byte x; q?x; q?x; q?x; assert(false); do :: q?x od }"
    is_decided = "len" in test or "empty" in test or "?[" in test
    result = refine(text, seconds=60.0 if is_decided else 4.0)
    machine_says = judge_refinement(text)
    assert machine_says.wrong == ""
    if is_decided:
        assert result.verdict == BOUNDED


@pytest.mark.parametrize(
    "text",
    [
        "active proctype P() { q!1; do :: len(q) > 0 -> q!1 od }",
        "active proctype P() { q!1; do :: 2 <= len(q) || nempty(q) -> q!1 od }",
        "active proctype P() { q!1; do :: q?[1] -> q!2 od }",
        "active proctype P() { q!1; do :: q?<1> -> q!2 od }",
        "active proctype P() { q!1; q!1; do :: q?1 -> q!1; q!1; if :: q?[1] :: q?[2] -> break fi od }",
        "active proctype P() priority 5 { do :: q!1 od } active proctype Q() { byte x; do :: q?x od }",
        "active proctype P() { q!1; do :: empty(q) -> break :: else -> q!1 od }",
    ],
)
def test_a_loop_may_look_at_what_growth_does_not_change(text: str) -> None:
    result = refine(f"chan q = [9] of {{ byte }}; {text}", seconds=60.0)
    assert result.verdict == UNBOUNDED


@pytest.mark.parametrize(
    "text",
    [
        "active proctype P() { q!1; do :: len(q) > 0 && len(q) < 6 -> q!1 od }",
        "active proctype P() { do :: len(q) != 4 -> q!1 od }",
        "active proctype P() { q!1; do :: q?[1] -> q!!0 od }",
        "active proctype P() { q!1; q!2; do :: q?[1] -> q?_; q!2; q!2 od }",
        "active proctype P() { byte n; q!1; do :: n < 6 && q?[1] -> q!1; n++ od }",
        "active proctype P() { do :: empty(q) -> q!1; if :: len(q) > 0 -> q!1 fi od }",
        "active proctype P() priority 1 { do :: q!1 od } active proctype Q() priority 5 { byte x; do :: q?x od }",
    ],
)
def test_a_loop_that_does_not_go_on_is_no_witness(text: str) -> None:
    result = refine(f"chan q = [9] of {{ byte }}; {text}", seconds=60.0)
    assert result.verdict == BOUNDED


def test_a_channel_that_is_never_full() -> None:
    """By the reading without limits, `full` never stops the loop."""
    text = "chan q = [2] of { byte }; active proctype P() { do :: nfull(q) -> q!1 :: full(q) -> break od }"
    result = penstock("bound", "-", text=text.encode())
    assert result.returncode == 1 and "they are never full" in result.stdout


def test_one_of_several_channels_of_a_name_may_grow() -> None:
    """Another process has put a message into its own before; it is the longer one at first."""
    model = load_text(
        "proctype Owner(bool busy) { chan mine = [1] of { bit }; if :: busy -> do :: mine!1 od :: else -> mine!0 fi }\n"
        "init { run Owner(true); run Owner(false) }"
    )
    automata = load_automata(model)
    result = refined(boundedness(model, automata), automata, Budget(time.monotonic() + 20))
    witness = result.channels[0].witness
    assert result.verdict == UNBOUNDED and witness is not None
    stem = ((2, 0, 0, -1), (2, 1, 0, -1), (4, 1, 0, -1), (4, 3, 0, -1), (3, 0, 0, -1))
    for run in (witness, Witness(stem, ((3, 2, 0, -1),), {"Owner.mine": 1})):
        recheck_witness(model, automata, run, (5, 50))


def test_messages_must_come_again_in_the_same_order() -> None:
    """What is sent back is not what is expected in the next round: the loop ends by itself."""
    text = """chan q = [9] of { byte }
    active proctype P() { q!1; do :: q?1 -> q!2; q!2 od }
    """
    assert refine(text).verdict == BOUNDED


# -- evidence --------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [ALTERNATING, COUNTING % 200, LOCK % "atomic", FLOOD])
def test_certificates_of_refined_results(text: str) -> None:
    result = refine(text)
    automata = load_automata(result.model)
    data = json.loads(json.dumps(certificate(result)))
    assert recheck(data, result.model, automata) == result.verdict
    for channel in data["channels"]:
        if channel["bound"]:
            channel["bound"] -= 1
            with pytest.raises(Refused):
                recheck(data, result.model, automata)
            channel["bound"] += 1
    if data["assumptions"]["told_apart"]:
        data["assumptions"]["told_apart"] = []
        with pytest.raises(Refused):
            recheck(data, result.model, automata)


def test_evidence_by_states_is_looked_at_again() -> None:
    result = refine(IN_ORDER)
    automata = load_automata(result.model)
    data = certificate(result)
    assert data["channels"][0]["states"] > 0
    assert recheck(data, result.model, automata, lambda _: {"q": 3}) == BOUNDED
    with pytest.raises(Refused):
        recheck(data, result.model, automata, lambda _: {"q": 4})
    with pytest.raises(Refused):
        recheck(data, result.model, automata)


@pytest.mark.slow
def test_the_command_tells_its_story(tmp_path: Path) -> None:
    model, run, chart = tmp_path / "flood.pml", tmp_path / "run.json", tmp_path / "run.svg"
    model.write_text(FLOOD)
    page = tmp_path / "page.html"
    result = penstock("bound", model, "--explain", "--witness", run, "--msc", chart, "--report", page)
    assert result.returncode == 1
    assert "Runs without end" in page.read_text() and "How it was decided" in page.read_text()
    assert "can be repeated forever" in result.stdout and "Sender: line 3 line!data, s" in result.stdout
    assert chart.read_text().startswith("<svg")
    again = penstock("recheck", run, model, "--rounds", "7")
    assert again.returncode == 0 and "repeated 7, 14, 21 times" in again.stdout
    bounded = tmp_path / "bounded.pml"
    bounded.write_text(ALTERNATING)
    assert penstock("recheck", run, bounded).returncode == 1
    told = penstock("bound", bounded, "--explain", "--witness", tmp_path / "none.json")
    assert "the values of `x` are distinguished" in told.stdout and "is not written" in told.stderr
    assert penstock("bound", bounded, "--no-refine").returncode == 3
    assert penstock("bound", bounded, "--budget", "0").returncode == 2


def test_a_round_leads_back_to_the_same_variables_and_places() -> None:
    """The globals, the channels, and the processes with their places and variables: only channels may differ."""
    begin = (0,), ((0, 1),), (3, 7)
    assert same_control(begin, ((0,), ((0, 1), (0, 2)), (3, 7)))
    assert not same_control(begin, ((1,), ((0, 1),), (3, 7)))
    assert not same_control(begin, ((0,), ((0, 1),), (4, 7)))
    assert not same_control(begin, ((0,), ((0, 1),), (3, 7), (0,)))


def test_an_else_beside_a_channel_that_grows_is_no_round() -> None:
    """After a thousand rounds the other option is taken: that is too late to be seen by replaying some rounds."""
    text = "chan q = [4] of { byte };"
    text += "active proctype P() { do :: q!1; if :: len(q) * len(q) > 1000000 -> break :: else fi od }"
    assert refine(text).verdict is not UNBOUNDED


def test_what_is_sent_in_order_of_values_is_not_received_in_order_of_time() -> None:
    text = "chan q = [8] of { byte };"
    text += "active proctype P() { do :: q!!1; q?1; q!!2; q?2; q!!1; q!!2 od }"
    result = refine(text)
    assert (result.verdict, bounds(result)) == (BOUNDED, {"q": 3})


# -- judges ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("batch", batches(20))
def test_no_answer_is_ever_wrong(batch: int) -> None:
    """In all: 500 random systems; bounds against all states, runs replayed for 50 rounds, certificates rechecked."""
    seeds = range(batch * 25, batch * 25 + 25)
    judgements = [judge_refinement(SYSTEMS[seed % len(SYSTEMS)](seed), 1000) for seed in seeds]
    assert [judgement.wrong for judgement in judgements if judgement.wrong] == []
    assert sum(judgement.verdict in (BOUNDED, UNBOUNDED) for judgement in judgements) >= 18


@needs_spin
def test_spin_agrees() -> None:
    judgements = [judge_refinement(random_counting_system(seed), 1000, ask_spin=True) for seed in range(9000, 9008)]
    assert [judgement.wrong for judgement in judgements if judgement.wrong] == []
    assert sum(judgement.by_spin for judgement in judgements) >= 4


@needs_spin
def test_spin_searches_what_is_too_large_here() -> None:
    model = load_text(FLOOD)
    automata = load_automata(model)
    found = SpinSearch()(boundedness(model, automata), automata, Budget(time.monotonic() + 60))
    assert found is not None and found.pump is not None and set(found.pump.growth) <= {"line", "back"}
    recheck_witness(model, automata, witness_of(automata, found.pump), (1, 20))
    small = load_text(ALTERNATING)
    automata = load_automata(small)
    seen = SpinSearch()(boundedness(small, automata), automata, Budget(time.monotonic() + 60))
    assert seen is not None and seen.highest == {"ch1": 1, "ch2": 1}


def counters(n: int, most: int) -> str:
    """Processes that count to a limit, each with a channel of its own."""
    return "".join(
        f"chan q{k} = [1] of {{ byte }};\n"
        f"active proctype P{k}() {{ byte i; do :: i < {most} -> q{k}!1; i++ :: else -> break od }}\n"
        for k in range(n)
    )


def test_many_counters_are_one_round() -> None:
    """Processes that have nothing to do with each other do not wait for each other's turn."""
    result = refine(counters(30, 12))
    assert set(bounds(result).values()) == {12}
    assert len([event for event in result.story if isinstance(event, ValuesKnown)]) == 1


def test_what_is_too_large_in_one_process_is_followed_in_the_others() -> None:
    wide = "".join(f"byte v{n}; do :: v{n}++ :: break od; " for n in range(3))
    loop = "do :: i < 4 && v0 + v1 + v2 < 900 -> w!1; i++ od"
    text = f"chan w = [1] of {{ byte }};\nactive proctype W() {{ byte i; {wide} {loop} }}\n"
    result = refine(counters(3, 5) + text, searching=False)
    assert bounds(result) == {"q0": 5, "q1": 5, "q2": 5, "w": 4}
    told = [event for event in result.story if isinstance(event, ValuesKnown | TooManyValues)]
    assert [type(event) for event in told[:2]] == [TooManyValues, ValuesKnown] and told[1].variables == ("i",)


@pytest.mark.slow
def test_the_page_about_the_examples_is_true() -> None:
    """What a short refinement decides is what the page says; the page was made with more time."""
    rows = {}
    for line in (Path(__file__).parent.parent / "docs" / "bounds-examples.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) > 4:
            rows[cells[1]] = (cells[2], cells[3])
    found = answers()
    if not found:
        pytest.skip("SPIN's package is not installed")
    assert set(map(name, found)) <= set(rows)
    for path, first in found.items():
        at_once, page = rows[name(path)]
        assert at_once == first.verdict
        assert better(first, 1.0, with_spin=False).verdict in (page, UNKNOWN)
    decided = sum(rows[name(path)][1] != UNKNOWN for path in found)
    assert decided >= 0.9 * len(found)
