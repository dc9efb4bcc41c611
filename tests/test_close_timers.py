"""Conditions that wait for a timer and for something from outside, closed: `x != 2 && expire(t)`.

Whatever x is, the timer must have run down, and is off afterwards; so `expire` stays joined by `&&`.
"""

from __future__ import annotations

import pytest
from tests import loading as load
from tests.judge.acceptance import spin_accepts
from tests.judge.closing import OTHERS, closed_machine, violated
from tests.judge.closing_by_spin import spin_verdict
from tests.support import no_include
from tests.test_close import HEAD, needs_spin

from penstock.spin.checking import Verdict

MACROS = """\
#define BOTH x != 2 && expire(t)
#define NOT_2_AND(more) x != 2 && more
#define DIFFER(one, other) one != other
#define JOINED(one, other) one && other
#define THEN_NOT_2(before) before x != 2
#define NOT_2(between) x != 2 between
inline wait(v) { v != 2 && expire(t) }
bool ready;
"""
CONDITIONS = [
    "x != 2 && expire(t)",
    "expire(t) && x != 2",
    "(x != 2) && (expire(t))",
    "x != 2 && ready && expire(t)",
    "ready && (expire(t) && x < 2)",
    "!(x == 2) && expire(t) && x < 2",
    "(x == 0 || x == 1) && expire(t)",
    "x < 2 && expire(t) && expire(u)",
    "(x -> 1 : ready) && expire(t)",
    "BOTH",
    "NOT_2_AND(expire(t))",
    "DIFFER(x, 2 && expire(t))",
    "DIFFER(x, 2) && expire(t)",
    "JOINED(x != 2, expire(t))",
    "THEN_NOT_2(expire(t) &&)",
    "NOT_2(&&) expire(t)",
]
SHAPES = [
    "CONDITION",
    "if :: CONDITION :: q?b(y) fi",
    "do :: CONDITION -> break :: x > 200 -> x = 0 od",
    "if :: if :: CONDITION fi fi",
    "atomic { CONDITION; y = 1 }",
    "atomic { y = 1; CONDITION; y = 2 }",
    "d_step { CONDITION; y = 1 }",
    "{ CONDITION; y = 1 } unless { ready == 0 }",
]


def model(field: str, before: str, waits: str, after: str) -> str:
    head = HEAD.replace("mtype, byte };\nenv q", f"mtype, {field} }};\nenv q")
    start = "byte x, y; timer t, u; ready = 1; if :: q?a(x) :: skip fi"
    return f"{head}{MACROS}active proctype P() {{ {start}; {before};\n{waits};\n{after} }}\n"


def fails(text: str, method: str) -> bool:
    """Whether an assertion may fail in a closed model, which must be valid."""
    machine = closed_machine(text, method)
    assert machine is not None, method
    return bool(violated(machine, 50_000)[0])


@pytest.mark.parametrize("condition", [*CONDITIONS, "wait(x)"])
@pytest.mark.parametrize("field", ["byte", "bit"])
@pytest.mark.slow
def test_the_timer_is_waited_for_whatever_comes_from_outside(field: str, condition: str) -> None:
    started, never = "set(t, 1); set(u, 1)", "reset(t); set(u, 1)"
    for method in (*OTHERS, "process"):
        assert fails(model(field, started, condition, "assert(false)"), method), method
        assert not fails(model(field, started, condition, "expire(t); assert(false)"), method), method
        assert not fails(model(field, never, condition, "assert(false)"), method), method


@pytest.mark.parametrize("shape", SHAPES[1:])
@pytest.mark.slow
def test_the_timer_is_waited_for_in_selections_and_blocks(shape: str) -> None:
    for condition in ("x != 2 && expire(t)", "DIFFER(x, 2 && expire(t))"):
        waits = shape.replace("CONDITION", condition)
        reached = waits.replace(":: q?b(y)", "").replace("ready == 0", "y == 7")
        for method in OTHERS:
            assert fails(model("byte", "set(t, 1)", reached, "assert(false)"), method), method
            assert not fails(model("byte", "set(t, 1)", reached, "expire(t); assert(false)"), method), method
            assert not fails(model("bit", "reset(t)", reached, "assert(false)"), method), method


@pytest.mark.parametrize("condition", CONDITIONS)
@pytest.mark.parametrize("field", ["byte", "bit"])
def test_else_beside_a_timer_is_possible_as_long_as_the_timer_runs(field: str, condition: str) -> None:
    waits = f"if :: {condition} -> skip :: else -> assert(false) fi"
    for method in (*OTHERS, "process"):
        assert fails(model(field, "set(t, 1)", waits, "skip"), method), method


@pytest.mark.parametrize("condition", ["x != 2 && expire(t)", "expire(t) && x != 2"])
def test_an_interruption_that_waits_for_both_is_refused(condition: str) -> None:
    text = model("byte", "set(t, 1)", f"{{ y = 1 }} unless {{ {condition} }}", "skip")
    for method in OTHERS:
        assert closed_machine(text, method) is None


@needs_spin
@pytest.mark.parametrize("shape", SHAPES)
def test_spin_reads_what_was_closed(shape: str) -> None:
    for condition in CONDITIONS if shape == "CONDITION" else CONDITIONS[:2]:
        for method in OTHERS:
            text = model("byte", "set(t, 1)", shape.replace("CONDITION", condition), "skip")
            choices = {"env_in": [], "env_out": [], "method": method, "quiet": True}
            closed = load.load_text(text, "model.pml", (), no_include, choices)
            assert closed.ok and closed.syntax.translation is not None
            verdict = spin_accepts(closed.syntax.translation.text)
            assert verdict.accepted, f"{method}: {verdict.output}"


@needs_spin
@pytest.mark.parametrize(
    ("before", "after", "verdict"),
    [
        ("set(t, 1)", "assert(false)", Verdict.VIOLATED),
        ("set(t, 1)", "expire(t); assert(false)", Verdict.HOLDS),
        ("reset(t)", "assert(false)", Verdict.HOLDS),
    ],
)
def test_spin_says_so_too(before: str, after: str, verdict: Verdict) -> None:
    assert spin_verdict(model("bit", before, "DIFFER(x, 2 && expire(t))", after), "optimised") is verdict
