"""Verdicts of `penstock verify` that are easily wrong: C code that prints, claims side by side, doubtful reductions."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from tests.test_verify import needs_tools, verdicts, verify, verify_json

from penstock.spin.tools import ToolMissing, find_tools

pytestmark = needs_tools


def judged(model: str, *words: str, status: int | None = None, **expected: str) -> dict[str, Any]:
    """The record of a model, whose properties have the verdicts that are expected."""
    worst = 1 if "violated" in expected.values() else 0
    record = verify_json("-", *words, text=model.encode(), status=worst if status is None else status)
    assert verdicts(record) == expected
    return record


def test_c_code_that_prints_does_not_hide_that_a_search_was_too_shallow() -> None:
    model = "byte d; active proctype P() { do :: d < 200 -> c_code { putchar('.'); }; d++ :: else -> assert(false) od }"
    record = judged(model, "--depth", "100", safety="violated")
    assert "a depth of 100 steps was too small" in record["properties"][0]["notes"][0]


PRINTED = (
    "error: retry",
    "pan:1: assertion violated bla (at depth 3)",
    "pan: out of memory",
    "Interrupted",
    "pan: error, VECTORSZ too small, recompile pan.c with -DVECTORSZ=N with N>4812",
    "State-vector 3 byte, depth reached 3, errors: 7",
)


def test_what_c_code_prints_is_not_taken_for_the_verifiers_words() -> None:
    prints = " ".join(f'puts("{text}"); fputs("{text}\\n", stderr);' for text in PRINTED)
    body = f"do :: d < 5 -> c_code {{ {prints} }}; d++ :: d == 5 -> break od"
    judged(f"int d; active proctype P() {{ {body} }}", safety="holds")
    record = judged(f"int d; active proctype P() {{ {body}; assert(d == 4) }}", safety="violated")
    assert "`d==4` fails" in record["properties"][0]["reason"]


def test_a_verifier_that_c_code_ends_has_proved_nothing() -> None:
    summary = r'printf("State-vector 3 byte, depth reached 3, errors: 0\n"); fflush(stdout);'
    ended = "int d; active proctype P() { c_code { %s }; d++; c_code { _exit(0); }; assert(false) }"
    judged(ended % summary, status=4, safety="inconclusive")
    complaint = r'printf("pan:1: assertion violated bla (at depth 3)\n"); fflush(stdout);'
    record = judged(ended % complaint, status=4, safety="inconclusive")
    assert "leaves no trail" in record["properties"][0]["reason"]


def test_c_code_that_goes_over_lines_is_one_step() -> None:
    model = 'int d; active proctype P() { c_code { printf("d is %d\\n", now.d); }; assert(d == 1) }'
    record = judged(model, safety="violated")
    assert [step["printed"] for step in record["trail"]] == [["d is 0"], []]
    assert record["trail"][0]["statement"].startswith("printf")


NOT_REDUCED = {
    "the number of processes": (
        "byte x; proctype C() { byte l; l = 1; l = 2 } active proctype A() { run C(); run C(); x = 1; x = 2 }"
        " active proctype B() { byte q; q = 1; q = 2; q = 3 } ltl a { [] !(_nr_pr == 3 && x == 1) }",
        {"safety": "holds", "a": "violated"},
    ),
    "a trace": (
        "chan a = [1] of { byte }; chan b = [1] of { byte }; active proctype A() { xs a; a!1 }"
        " active proctype B() { xs b; b!1 } notrace { a!1; b!1 }",
        {"safety": "violated"},
    ),
    "variables of C": (
        'c_decl { int x; }; c_track "&x" "sizeof(int)"; active proctype A() { c_code { x = 1; }; c_code { x = 2; } }'
        " active proctype B() { byte m; m = 1; if :: c_expr { x == 1 } -> assert(false) :: c_expr { x != 1 } fi }",
        {"safety": "violated"},
    ),
    "a claim that looks into processes with C": (
        "active proctype A() { byte l; l = 1; l = 2; l = 0 } active proctype B() { byte m; m = 1; m = 2; m = 0 }"
        " never { do :: c_expr { ((P0 *)pptr(1))->l == 1 && ((P1 *)pptr(2))->m == 2 } -> break :: true od }",
        {"safety": "holds", "never": "violated"},
    ),
}


@pytest.mark.parametrize(("model", "expected"), NOT_REDUCED.values(), ids=NOT_REDUCED.keys())
def test_what_breaks_the_reduction_is_searched_without(model: str, expected: dict[str, str]) -> None:
    assert verdicts(verify_json("-", text=model.encode(), status=1)) == expected


def test_the_claim_is_counted_as_a_process() -> None:
    record = judged("byte x; active proctype A() { x = 1 } ltl a { [] (_nr_pr < 9) }", safety="holds", a="holds")
    assert record["properties"][0]["notes"] == []
    assert "`_nr_pr` is one larger" in record["properties"][1]["notes"][0]


CLAIM = "never nn { do :: x == 1 -> break :: else od }"
ORDERS = [
    f"byte x; {CLAIM} active proctype A() {{ x = 1; x = 2 }} ltl a {{ [] (x != 2) }} ltl b {{ [] (x != 3) }}",
    f"byte x; ltl b {{ [] (x != 3) }} active proctype A() {{ x = 1; x = 2 }} ltl a {{ [] (x != 2) }} {CLAIM}",
    f"byte x; ltl b {{ [] (x != 3) }} {CLAIM} active proctype A() {{ x = 1; x = 2 }} ltl a {{ [] (x != 2) }}",
]


@pytest.mark.parametrize("model", ORDERS)
def test_claims_between_processes(model: str) -> None:
    record = verify_json("-", text=model.encode(), status=1)
    assert verdicts(record) == {"safety": "holds", "nn": "violated", "a": "violated", "b": "holds"}
    lengths = {one["name"]: len(one["trail"]) for one in record["properties"]}
    assert lengths["nn"] == 1 and lengths["a"] == 2


def test_sums_wrap_around() -> None:
    judged("int x = 2147483647; active proctype P() { assert(x + 1 > x) }", safety="violated")


def test_a_claim_says_nothing_about_statements_that_are_not_reached() -> None:
    model = "byte x; active proctype A() { x = 1; x = 2; x = 3 } never { x == 0; x == 1; x == 0 }"
    assert judged(model, "--property", "never", never="holds")["unreached"] == []
    assert "never executed" not in verify("-", "--property", "never", text=model.encode()).stdout


def test_an_accept_label_of_a_process_is_not_blamed_on_the_claim() -> None:
    model = (
        "byte x; active proctype A() { do :: x = 1 - x; accept_loop: skip od }"
        " never { T0: do :: x == 7 -> goto accept_all :: true od; accept_all: do :: skip od }"
    )
    judged(model, safety="holds", acceptance="violated", never="holds")
    record = judged(model.replace("accept_loop", "accept_all"), safety="holds", acceptance="violated", never="violated")
    assert "has the label `accept_all` as well" in record["properties"][2]["notes"][0]


def test_a_formula_with_the_name_of_an_accept_label() -> None:
    model = (
        "byte x; active proctype A() { x = 1; accept_it: x = 2; assert(x != 2) }"
        " ltl accept_it { [] (x != 2) } ltl b { [] (x != 3) }"
    )
    record = judged(model, safety="violated", acceptance="holds", accept_it="violated", b="holds")
    assert "renamed" not in str(record)


def test_an_error_of_the_model_ends_a_run_of_our_own() -> None:
    model = b"byte a[3]; byte i; active proctype A() { do :: i < 5 -> a[i] = 1; i++ :: else -> break od }"
    record = verify_json("-", text=model, status=1)
    assert "index 3 is out of range: the array has 3 elements" in record["properties"][0]["reason"]
    assert record["trail"][-1]["statement"] == "(i < 5)"


def test_division_by_zero_names_the_next_step() -> None:
    result = verify("-", text=b"byte x; active proctype P() { byte y = 3; y = y / x; assert(y) }")
    assert "`penstock explore` shows where" in result.stdout


def test_a_drawing_of_nothing(tmp_path: Path) -> None:
    result = verify("-", "--msc", tmp_path / "run.svg", text=b"byte x; init { x = 1 }")
    assert "nothing is violated, so there is no run to show" in result.stderr and not list(tmp_path.iterdir())


def test_the_end_of_a_process_has_no_place() -> None:
    model = b"byte n; active proctype A() { n == 1; _nr_pr == 1; assert(false) } active proctype B() { n++ }"
    shown = verify("-", text=model).stdout
    assert "(ends)" in shown and ":0 " not in shown


def test_junit_messages_have_one_line() -> None:
    model = b"chan q = [1] of { bit }; active proctype Server() { do :: q?_ od }"
    suite = ElementTree.fromstring(verify("-", "--format", "junit", text=model).stdout)
    failure = suite.find("testcase/failure")
    assert failure is not None and failure.get("message") == "deadlock: no process can go on at the very beginning"
    assert "Server waits at <stdin>:1" in str(failure.text)


def test_several_missing_tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ToolMissing, match=r"install them, .* `apt-get install spin gcc`, .* that they are on the PATH"):
        find_tools(tmp_path)


def test_a_doubt_of_spin_is_no_error() -> None:
    """SPIN calls `else` beside a receive an error, but makes a verifier all the same."""
    model = "chan q = [1] of { byte }; active proctype P() { byte v; do :: q?v :: else -> break od }"
    judged(model, safety="holds")
