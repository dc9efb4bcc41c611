"""The verifier's output is read strictly: `holds` needs a whole report without a single doubt."""

from __future__ import annotations

import pytest

from penstock.external import ProgramOutcome
from penstock.spin.checking import Verdict, judge
from penstock.spin.faults import FaultKind, kind_of
from penstock.spin.growth import Growth, first_growth, grown, without_reduction
from penstock.spin.properties import Property, PropertyKind, is_own_fault
from penstock.spin.report import Report, SearchProgress, Unreached, progress_of, read_report, resized
from penstock.spin.session import Attempt

WHOLE = """
(Spin Version 6.5.2 -- 6 December 2019)
\t+ Partial Order Reduction

Full statespace search for:
\tnever claim         \t- (none specified)
\tassertion violations\t+
\tcycle checks       \t- (disabled by -DSAFETY)
\tinvalid end states\t+

State-vector 60 byte, depth reached 46, errors: 0
   1.2e+06 states, stored
      431 states, matched
     1660 transitions (= stored+matched)
        2 atomic steps
hash conflicts:         0 (resolved)

Stats on memory usage (in Megabytes):
    0.103\tequivalent memory usage for states (stored*(State-vector + overhead))
    0.291\tactual memory usage for states
  128.000\tmemory used for hash table (-w24)
    0.534\tmemory used for DFS stack (-m10000)
  128.730\ttotal actual memory usage


unreached in proctype P
\tmodel.pml:3, state 8, "x = 0"
\t(1 of 8 states)
unreached in claim one
\t_spin_nvr.tmp:10, state 13, "-end-"
\t(1 of 13 states)

pan: elapsed time 0.01 seconds
"""
SAFE = Property("safety", PropertyKind.SAFETY)
SIZES = Growth(10_000, 20)


def verdict(output: str, status: int = 0, errors: str = "", **more: bool) -> Verdict:
    outcome = ProgramOutcome(status, output, errors, 0.1, **more)
    return judge(SAFE, SIZES, Attempt(outcome, read_report(output, errors), None)).verdict


def test_a_whole_report() -> None:
    report = read_report(WHOLE, "")
    assert report.summary and report.completed and not report.unexpected
    assert (report.states, report.transitions, report.depth) == (1_200_000, 1660, 46)
    assert report.memory_mb == 128.73
    assert report.unreached == [Unreached("P", "model.pml", 3, "x = 0")]
    assert verdict(WHOLE) is Verdict.HOLDS


SPOILED = {
    "nothing": "",
    "cut off": WHOLE[: WHOLE.index("State-vector")],
    "cut off in the figures": WHOLE[: WHOLE.index("errors: 0")],
    "not completed": WHOLE.replace("\t+ Partial", "Warning: Search not completed\n\t+ Partial"),
    "too deep": "error: max search depth too small\n" + WHOLE,
    "out of memory": "pan: out of memory\n" + WHOLE,
    "interrupted": "Interrupted\n" + WHOLE,
    "refused": "error: proctype 'Q' line 1, state 2: has unconditional self-loop\n" + WHOLE,
    "with errors": WHOLE.replace("errors: 0", "errors: 1"),
    "not understood": "pan: something new\n" + WHOLE,
    "vector too small": "pan: error, VECTORSZ too small, recompile pan.c with -DVECTORSZ=N with N>4812\n" + WHOLE,
}


@pytest.mark.parametrize("output", SPOILED.values(), ids=SPOILED.keys())
def test_a_doubt_is_enough(output: str) -> None:
    assert verdict(output) is Verdict.INCONCLUSIVE


FORGED = {
    "too deep": "....error: max search depth too small\n" + WHOLE,
    "as deep as allowed": WHOLE.replace("depth reached 46", "depth reached 9999"),
    "only a figure": "State-vector 60 byte, depth reached 46, errors: 0\n",
    "a part of the closing block": WHOLE[: WHOLE.index("  128.730\ttotal")],
    "in another order": WHOLE[WHOLE.index("Stats on") :] + WHOLE[: WHOLE.index("Stats on")],
    "something behind": WHOLE + "more\n",
    "cut off and begun again": WHOLE + WHOLE[: WHOLE.index("State-vector")],
}


@pytest.mark.parametrize("output", FORGED.values(), ids=FORGED.keys())
def test_where_c_code_prints_only_a_whole_closing_block_counts(output: str) -> None:
    def judged(text: str) -> Verdict:
        report = read_report(text, "", chatty=True, depth_limit=SIZES.depth)
        return judge(SAFE, SIZES, Attempt(ProgramOutcome(0, text, "", 0.1), report, None)).verdict

    assert judged(output) is Verdict.INCONCLUSIVE
    assert judged("anything\nerror: at all\nInterrupted\n" + WHOLE) is Verdict.HOLDS


def test_in_mixed_output_the_complaint_with_a_trail_is_the_right_one() -> None:
    forged, own = (
        "pan:1: accept cycle found (at depth 3)\n",
        "x pan:1: invalid end state (at depth 5)\npan: wrote m.trail\n",
    )
    ending = WHOLE.replace("errors: 0", "errors: 1")
    for output in (forged + own + ending, own + forged + ending):
        assert [one.message for one in read_report(output, "", chatty=True).complaints] == ["invalid end state"]


def test_figures_of_a_search_that_was_ended() -> None:
    line = "Depth=    9999 States=    1e+06 Transitions= 2.31e+06 Memory=   160.123\tt=     0.55 R=   2e+06\n"
    report = read_report(line, "")
    assert (report.states, report.transitions, report.depth, report.memory_mb) == (1_000_000, 2_310_000, 9999, 160.123)
    assert not report.summary


def test_a_death_is_no_proof() -> None:
    assert verdict(WHOLE, status=-11) is Verdict.INCONCLUSIVE
    assert verdict(WHOLE, status=1) is Verdict.INCONCLUSIVE
    assert verdict(WHOLE, out_of_time=True) is Verdict.INCONCLUSIVE
    assert verdict(WHOLE, stopped=True) is Verdict.INCONCLUSIVE
    assert verdict(WHOLE, overflow=True) is Verdict.INCONCLUSIVE
    assert verdict(WHOLE, errors="error: p.o. reduction not compatible with fairness (-f)\n") is Verdict.INCONCLUSIVE


def test_bitstate_never_proves() -> None:
    outcome = ProgramOutcome(0, WHOLE, "", 0.1)
    sizes = Growth(10_000, 28, bitstate=True)
    assert judge(SAFE, sizes, Attempt(outcome, read_report(WHOLE, ""), None)).verdict is Verdict.INCONCLUSIVE


def test_complaints_and_progress() -> None:
    report = read_report("pan:1: assertion violated (x==(2)) (at depth 10)\npan: wrote model.pml.trail\n" + WHOLE, "")
    (complaint,) = report.complaints
    assert (complaint.number, complaint.message, complaint.depth) == (1, "assertion violated (x==(2))", 10)
    line = "Depth=    9999 States=    1e+06 Transitions= 2.31e+06 Memory=   160.123\tt=     0.55 R=   2e+06"
    assert progress_of(line) == SearchProgress(9999, 1e6, 2.31e6, 160.123)
    assert resized("pan: resizing hashtable to -w26..  done") == 26 and resized(line) is None
    assert progress_of("Depth of the sea") is None


def test_kinds_of_complaints() -> None:
    assert kind_of("assertion violated - invalid array index") is FaultKind.RUN_TIME
    assert kind_of("something else") is FaultKind.UNKNOWN
    formula = Property("p", PropertyKind.LTL, "[] x")
    claim_moves_last, process_moves_last = b"-2:2:-2\n1:0:4\n2:1:3\n3:0:5\n", b"-2:2:-2\n1:0:4\n2:1:3\n"
    assert is_own_fault(formula, "assertion violated !(x)", claim_moves_last)
    assert not is_own_fault(formula, "assertion violated !(x)", process_moves_last)
    assert not is_own_fault(SAFE, "acceptance cycle", None)


def test_sizes_grow_within_limits() -> None:
    first = first_growth(1000, False, None)
    deeper = grown(first, Report(summary=True, completed=True, truncated=True), 1000)
    assert deeper is not None and deeper.depth > first.depth and "too small" in deeper.notes[0]
    assert grown(deeper, Report(summary=True, completed=True, truncated=True), 1000) is None
    wider = grown(first, Report(vector_needed=5000), 1000)
    assert wider is not None and "-DVECTORSZ=10000" in wider.flags
    fairer = grown(first, Report(fairness_needed=2), 1000)
    assert fairer is not None and "-DNFAIR=4" in fairer.flags
    smaller = grown(first, Report(summary=True, out_of_memory=True), 1000)
    assert smaller is not None and "-DCOLLAPSE" in smaller.flags
    assert grown(smaller, Report(summary=True, out_of_memory=True), 1000) is None
    assert grown(first, Report(summary=True, completed=True), 1000) is None
    assert without_reduction(first, Report()) is None
    tiny = first_growth(50, False, None)
    assert 72 * tiny.depth + 8 * 2**tiny.hash_bits < 50 << 20
