"""Tests in actor models: beginnings beside `main`, each with parameters, monitors and what is expected of it."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.commands import penstock
from tests.loading import load_text
from tests.small_project import outcome_of
from tests.test_actors import translated

from penstock import UsageError, verify
from penstock.project.judging import Met

needs_spin = pytest.mark.needs("spin", "gcc")
MODEL = """\
actortype cell {
    var byte level; bool closed
    method put(byte n) restrain (!closed) level = level + n; assert(level < 9)
    method close() closed = true
}
monitor small observes cell.put {
    state only { on put(n) assert(n < 4) }
}
monitor shut observes cell.close, cell.put {
    hot state open { on close() goto done }
    state done { on put(n) assert(false) }
}
ltl low { [] (cell:level < 7) }
"""
MAIN = "main { actor c = create cell(); c <- put(1) }\n"
TESTS = """\
test sum(N in 1..3, M in 2..3) with small {
    actor c[M];
    byte i;
    for (i : 1 .. M) { c[i - 1] = create cell() }
    c[M - 1] <- put(N)
}
test large(N in 3..4) with small expects violated by small { actor c = create cell(); c <- put(N + 1) }
test waits with low expects livelock { actor c = create cell(); c <- close(); c <- put(1) }
test stuck with low, defer select, mailbox 1 expects deadlock { actor c = create cell(); c <- close(); c <- put(1) }
test filled with small expects assertion { actor c = create cell(); c <- put(3); c <- put(3); c <- put(3) }
test open with shut expects violated by shut { actor c = create cell(); c <- put(3) }
test high with low expects violated by low { actor c = create cell(); c <- put(7) }
test any expects violated { actor c = create cell(); c <- put(7) }
test wrong(N in 2..3) with small expects violated by small { actor c = create cell(); c <- put(N + 1) }
test hopeful { actor c = create cell(); c <- put(9) }
"""


def outcome(place: Path, text: str = MODEL + MAIN + TESTS) -> dict[str, tuple[object, Met]]:
    (place / "model.apml").write_text(text)
    found = outcome_of(place, "model.apml").models
    return {one.about or "check": (one.seen, one.met) for model in found for one in model.expectations}


def test_main_is_translated_as_without_tests() -> None:
    assert translated(MODEL + MAIN + TESTS) == translated(MODEL + MAIN)


@pytest.mark.parametrize(
    ("choice", "size", "value"), [("sum(N=2, M=3)", 3, 2), ("sum(2)", 2, 2), ("sum", 2, 1), (" sum ( M = 3 ) ", 3, 1)]
)
def test_parameters_are_numbers(choice: str, size: int, value: int) -> None:
    model = load_text(MODEL + MAIN + TESTS, "model.apml", choices={"test": choice})
    assert model.ok and model.syntax.translation is not None
    text = model.syntax.translation.text
    assert f"chan c[{size}];" in text and f"c[{size} - 1]!put({value})" in text
    assert "shut" not in text and "ltl" not in text and "only" in text


@pytest.mark.parametrize(
    ("choice", "told"),
    [
        ("summ", "did you mean `sum`?"),
        ("sum(N=4)", "`N` goes from 1 to 3"),
        ("sum(1, 2, 3)", "is no parameter"),
        ("sum(K=1)", "`K=1` is no parameter; the test has N, M"),
        ("sum(N=1", "there is no test"),
    ],
)
def test_what_cannot_be_chosen_is_told(choice: str, told: str) -> None:
    with pytest.raises(UsageError, match=told.replace("(", r"\(").replace("?", r"\?")):
        load_text(MODEL + MAIN + TESTS, "model.apml", choices={"test": choice})


def test_a_model_without_main_begins_with_its_first_test() -> None:
    model = load_text(MODEL + TESTS, "model.apml")
    assert model.ok and model.wording.processes == {"init": "sum"}


def test_every_beginning_is_looked_at() -> None:
    wrong = TESTS.replace("c <- put(7)", "c <- put(seven)").replace("c <- put(3) }", "c <- pout(3) }")
    model = load_text(MODEL + MAIN + wrong, "model.apml")
    assert sorted(one.code for one in model.diagnostics.records) == ["E301", "E301", "E802", "E802"]


@needs_spin
def test_all_runs_of_all_tests_are_compared(tmp_path: Path) -> None:
    found = outcome(tmp_path)
    met = {name for name, (_, met) in found.items() if met is Met.YES}
    sums = {f"sum(N={n}, M={m})" for n in (1, 2, 3) for m in (2, 3)}
    named = {"large(N=3)", "large(N=4)", "waits", "stuck", "filled", "open", "high", "any", "wrong(N=3)"}
    assert met == {"check", *sums, *named}
    assert found["wrong(N=2)"] == (("holds",), Met.NO)
    seen, judged = found["hopeful"]
    assert isinstance(seen, tuple) and "violated by small" in seen and judged is Met.NO


@needs_spin
def test_results_name_the_test_and_its_parameters(tmp_path: Path) -> None:
    path = tmp_path / "model.apml"
    path.write_text(MODEL + TESTS.splitlines()[6] + "\ntest wrong { actor c = create cell(); c <- put(9) }\n")
    report = tmp_path / "report.xml"
    done = penstock("test", "model.apml", "--format", "json", "--junit", str(report), cwd=tmp_path)
    assert done.returncode == 1
    names = [one["name"] for one in json.loads(done.stdout)["models"]]
    assert sorted(names) == [
        "model.apml",
        "model.apml --test large(N=3)",
        "model.apml --test large(N=4)",
        "model.apml --test wrong",
    ]
    cases = {case.get("name"): case for case in ElementTree.parse(report).iter("testcase")}
    assert set(cases) == {"check", "test large(N=3)", "test large(N=4)", "test wrong"}
    failure = cases["test wrong"].find("failure")
    assert failure is not None and "expected holds, seen" in str(failure.get("message"))


@needs_spin
def test_a_test_is_chosen_in_python_too(tmp_path: Path) -> None:
    path = tmp_path / "model.apml"
    path.write_text(MODEL + MAIN + TESTS)
    found = verify(str(path), test="large(N=4)")
    assert found.verdict.value == "violated" and found.trail[0].process == "large"
