"""What SPIN takes and refuses where it is least expected, and the jumps that it keeps as steps."""

from __future__ import annotations

import pytest
from tests.judge.acceptance import spin_accepts
from tests.judge.comparing_states import compare_states
from tests.judge.fuzz_control import judge
from tests.judge.verdict import penstock_verdict

BATCHES, BATCH = 6, 10
needs_spin = pytest.mark.needs("spin", "gcc")

PRELUDE = """mtype = { red, green }; mtype:fruit = { apple };
typedef T { mtype m; byte k[2]; chan c };
mtype v; mtype all[2]; byte y, a[3]; bool b; T t; chan q = [1] of { mtype }; chan s = [0] of { byte };
inline unused(z) { y = 1 }
inline start(z) { run M(z) }
inline leave(l) { goto l }
proctype M(mtype m) { byte own; here: own = 1 }
proctype F(mtype:fruit m) { skip }
proctype B(byte m) { skip }
proctype Two(mtype m, n; byte k) { skip }
"""

ACCEPTED = (
    # a label after a declaration that is a step
    *("{ byte z; L: z = 1 }", "atomic { T z; L: z.m = 1 }", "d_step { byte z = 2; L: z = 1 }", "{ chan z; L: z = q }"),
    "{ byte z; L: z = 1 } unless { b }; goto L",
    # arguments that no inline uses, and labels as arguments
    *("unused(M:nothing)", "unused(M[0]:_pid)", "unused(len(t))", "unused(a[t])", "L: skip; unused(L)"),
    *("L: skip; leave(L)", "goto L; L: leave(L)"),
    # numbers of other processes
    *("M:_pid == 0", "M[1]:_pid == 1", "M:_priority == 1"),
    # what a parameter of type mtype takes
    *("run M(red)", "run M(1)", "run M(v + 0)", "run M(-v)", "run M((b -> v : red))", "run M(v == red)", "run M(true)"),
    *("run F(apple)", "run B(v)", "run B(apple)", "start(red)", "start(apple)", "run Two(red, 2, v)"),
    # channels in expressions
    *("y = a[q]", "y = t.c + 1", "y = len(q) + 1"),
)

REFUSED = (
    *("{ L: y = 1 }", "{ xr q; L: y = 1 }", "{ chan z = [1] of { byte }; L: y = 1 }", "atomic { L: y = 1 }"),
    *("unused(np_)", "unused(enabled(0))", "unused(c_expr { y++ })", "unused(M@nowhere)", "unused(nothing)"),
    *("L: leave(L)", "leave(L); L: skip"),
    *("run M(v)", "run M((v))", "run M(all[1])", "run M(t.m)", "run M(y)", "run M(b)", "run M(_pid)", "run M(len(q))"),
    *("run M(q?[red])", "run M(q)", "run M(M:own)", "run M(apple)", "run F(red)", "run F(v)", "start(v)"),
    *("run Two(red, v, 1)", "run Two(1, apple, 1)", "y = run M(v)", "skip unless { run M(v) }"),
    *("y = (q -> 1 : 2)", "y = (b -> q : s)", "y = M[q]:own", "y = a[q + 1]", "q!_", "run B(_)"),
)


def _model(statement: str) -> str:
    return f"{PRELUDE}init {{ skip; {statement} }}\n"


@needs_spin
@pytest.mark.parametrize("statement", ACCEPTED)
def test_accepted(statement: str) -> None:
    assert spin_accepts(_model(statement)).accepted
    assert penstock_verdict(_model(statement), "model.pml") == (True, [])


@needs_spin
@pytest.mark.parametrize("statement", REFUSED)
def test_refused(statement: str) -> None:
    assert not spin_accepts(_model(statement)).accepted
    assert not penstock_verdict(_model(statement), "model.pml")[0]


@needs_spin
@pytest.mark.parametrize("fields", ["N", "byte, M"])
def test_a_structure_with_an_unsigned_field_is_no_message(fields: str) -> None:
    text = f"typedef N {{ unsigned n : 2 }} typedef M {{ byte k; N n }} chan q = [1] of {{ {fields} }}; init {{ skip }}"
    assert not spin_accepts(text).accepted
    _, messages = penstock_verdict(text, "model.pml")
    assert messages == [f"E209 `{fields[-1]}` contains an `unsigned` field and cannot be sent"]
    assert penstock_verdict(text.replace("unsigned n : 2", "byte n"), "model.pml") == (True, [])


def test_a_variable_for_a_message_is_explained() -> None:
    _, messages = penstock_verdict(_model("run M(v)"), "model.pml")
    assert messages == ["E429 SPIN takes only names of messages for the parameter `m` of type `mtype`"]


@needs_spin
def test_a_formula_about_the_number_of_a_process() -> None:
    text = "byte g; active proctype P() { g = 1; g = 0 } ltl p { [] (P:_pid == 0) }"
    assert spin_accepts(text).accepted
    assert penstock_verdict(text, "model.pml") == (True, [])


@needs_spin
def test_a_jump_that_ends_atomic_after_a_rendezvous_is_a_step() -> None:
    text = """chan c = [0] of { byte };
active proctype P() { atomic { c!1; goto L }; skip; L: skip }
active proctype Q() { c?1 }"""
    comparison = compare_states(text)
    assert (comparison.difference, comparison.spin.stored) == ("", 8)


@needs_spin
def test_variables_that_are_only_given_to_inlines_are_read() -> None:
    text = """byte x; inline put(place, value) { place = value }
active proctype P() { put(x, 1); put(x, 2); do :: put(x, 3) :: put(x, 4) od }"""
    assert not compare_states(text).difference


@needs_spin
@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_control(batch: int) -> None:
    results = [judge(seed) for seed in range(1000 + batch * BATCH, 1000 + (batch + 1) * BATCH)]
    assert not {result.seed: result.difference for result in results if result.difference}
    assert sum(result.kind == "states" for result in results) >= 3
