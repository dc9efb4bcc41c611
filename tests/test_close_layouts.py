"""Open models in any layout, and with fields of any width, closed."""

from __future__ import annotations

import pytest
from tests.judge.closing import OTHERS, closed_machine, violated
from tests.judge.closing_by_spin import spin_verdict
from tests.judge.fuzz_layouts import judge_closed, shape
from tests.judge.layouts import laid_out, relaid
from tests.judge.random_open import random_open
from tests.judge.ranges import compare_ranges
from tests.support import batches
from tests.test_close import EXAMPLES, HEAD, closed, needs_spin

from penstock.spin.checking import Verdict

# -- layouts -------------------------------------------------------------------------------------

WORDS = """\
#define BOTH(one, other) one && other
#define SAME(word) word
#define TAKE q?a(x); y = x;
inline look(v, w) { if :: v > 1 -> w = v :: else w = 0 fi
 w = 1 }
byte g;
"""


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("for (y : 1 .. x) { g = 1 } assert(g < 2)", "for (y : 1 .. x) { g = 1 }; assert(g < 2)"),
        ("for (y : 1 .. x) { here: g = 1 } goto here", "for (y : 1 .. x) { here: g = 1 }; goto here"),
        (
            "for (y : 1 .. x) { g = 1 } unless { g == 3 } g = 2",
            "{ for (y : 1 .. x) { g = 1 } } unless { g == 3 }; g = 2",
        ),
        ("select (y : 0 .. x) unless { g == 3 }\ng = 2", "{ select (y : 0 .. x) } unless { g == 3 }; g = 2"),
        ("do :: q?a(g) :: select (y : 0 .. x)\ng = 1\nod", "do :: q?a(g) :: select (y : 0 .. x); g = 1 od"),
        ("if :: x > 1 :: else fi\ng = 1", "if :: x > 1 :: else -> fi; g = 1"),
        ("if :: else g = 1\n:: x > 1\ng = 2 fi", "if :: else -> g = 1 :: x > 1 -> g = 2 fi"),
        ("atomic { x > 1 } d_step { y = x } g = 1", "atomic { x > 1 }; d_step { y = x }; g = 1"),
        ("y = (x // >\n+ 1) // 1\n\ng = y", "y = (x + 1); g = y"),
        ("if :: BOTH(x > 1, y > 1) g = 1 :: else g = 2 fi", "if :: x > 1 && y > 1 -> g = 1 :: else -> g = 2 fi"),
        ("SAME(x) = SAME(x) + SAME(1)\ng = SAME(x)", "x = x + 1; g = x"),
        ("TAKE g = 1", "q?a(x); y = x; g = 1"),
        ("look(x, y)\nlook(y, g)\ng = 2", "look(x, y); look(y, g); g = 2"),
        ("y =\n#ifdef NEVER\n1\n#else\nx\n#endif\ng = 1", "y = x; g = 1"),
        ("x > 1\n#ifndef NEVER\n;;\n#endif\ng = 1", "x > 1; g = 1"),
        ("L: q?a(x) -> ; /* ; */ -> goto L", "L: q?a(x); goto L"),
    ],
)
def test_however_it_is_written_it_is_closed_the_same(written: str, plain: str) -> None:
    written = written.replace(") g = 1 :: else", ") -> g = 1 :: else")
    for method in (*OTHERS, "process"):
        ours, theirs = (
            closed_machine(HEAD + WORDS + f"active proctype P() {{ byte x, y; q?a(x);\n{text}\n}}\n", method)
            for text in (written, plain)
        )
        assert ours is not None and theirs is not None
        assert shape(ours.program.model) == shape(theirs.program.model), method
        assert ours.program.model.ok and theirs.program.model.ok


@pytest.mark.parametrize("part", batches(4))
def test_random_layouts_are_closed_the_same(part: int) -> None:
    judged = [judge_closed(seed, False, OTHERS) for seed in range(part * 10, part * 10 + 10)]
    assert not [judgement.text for judgement in judged if judgement.kind == "wrong"]
    assert [judgement.kind for judgement in judged].count("fine") >= 5


def test_a_layout_has_the_same_tokens() -> None:
    text = "mtype = { a };\nactive proctype P()\n{\nbyte x;\nx = 1;\nif\n:: x > 1 ->\nx = 2;\nfi\n}\n"
    layouts = {relaid(text, seed).text for seed in range(40)}
    assert len(layouts) == 40
    plain = [found for found in layouts if "#" not in found and "inline" not in found]
    assert plain and all(laid_out(found) == laid_out(text) for found in plain)


# -- widths --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "statements", "violation"),
    [
        ("bit", "byte x; q?a(x); assert(x < 2)", False),
        ("bit", "byte x; q?a(x); if :: x == 0 :: x == 1 :: else -> assert(false) fi", False),
        ("bool", "byte x; q?a(x); assert(!x || x == 1)", False),
        ("byte", "int x; q?a(x); assert(x >= 0 && x <= 255)", False),
        ("short", "int x; q?a(x); assert(x <= 32767)", False),
        ("short", "int x; q?a(x); assert(x < 32767)", True),
        ("byte", "bit x; q?a(x); assert(x < 2)", False),
        ("byte", "bit x; q?a(x); assert(x == 0)", True),
        ("int", "byte x; q?a(x); assert(x <= 255)", False),
        ("int", "byte x; q?a(x); assert(x != 255)", True),
        ("bit", "byte x, y; q?a(x); y = x + 1; assert(y > 0 && y < 3)", False),
        ("bit", "byte x, y; q?a(x); y = x - 1; assert(y < 2)", True),
        ("bit", "byte x = 9; if :: q?a(x) :: skip fi; assert(x < 2)", True),
        ("bit", "byte x; do :: q?a(x) :: x = 7 :: assert(x < 2) od", True),
        ("bit", "byte x; q?a(x); do :: x++ :: assert(x < 200) od", True),
        ("bit", "byte x; q?a(x); run W(x)", False),
        ("byte", "byte x; q?a(x); run W(x)", True),
        # SPIN's verifier keeps a message that is nothing but a bit as a byte; a bit beside others is cut.
        ("byte", "byte x, y; chan c = [1] of { bit }; q?a(x); c!x; c?y; assert(y < 2)", True),
        ("bit", "byte x, y; chan c = [1] of { byte, bit }; q?a(x); c!1, x + 1; c?_, y; assert(y > 0)", True),
        ("byte", "byte x, y; chan c = [1] of { byte, bool }; q?a(x); c!1, x; c?_, y; assert(y < 2)", False),
        ("bit", "byte x, y; chan c = [1] of { byte }; q?a(x); c!x; c?y; assert(y < 2)", False),
        ("byte", "unsigned x : 3; q?a(x); assert(x < 8)", False),
        ("bit", "byte x; q?a(x); if :: x < 2 && P@there -> there: skip :: else -> assert(false) fi", True),
        ("bit", "byte x; timer t; q?a(x); if :: x < 2 && expire(t) :: else -> assert(false) fi", True),
        ("byte", "unsigned x : 3; q?a(x); assert(x < 7)", True),
        ("short", "int x; q?a(x); assert(x <= 5 || x >= 7)", True),
        ("bit", "byte r[2], i; q?a(r[1]); if :: i = 0 :: i = 1 fi; r[i] = 1; assert(r[1] == 1)", True),
        ("bit", "row[0] = 3; q?a(row[1]); assert(row[0] < 2 || row[1] < 2)", False),
    ],
)
def test_a_value_is_as_wide_as_the_field_it_comes_through(field: str, statements: str, violation: bool) -> None:
    model = HEAD.replace("mtype, byte };\nenv q", f"mtype, {field} }};\nenv q") + "byte row[2];\n"
    model += f"proctype W(byte k) {{ assert(k < 2) }} active proctype P() {{ {statements}; out!b(1) }}"
    for method in OTHERS:
        machine = closed_machine(model, method)
        assert machine is not None
        assert bool(violated(machine, 50_000)[0]) is violation, method


def test_nothing_is_known_of_what_c_code_may_write() -> None:
    text = HEAD.replace("mtype, byte };\nenv q", "mtype, bit };\nenv q") + "byte k;\n"
    text += "active proctype P() { byte x; q?a(x); CODE assert(x + k < 3) }"
    assert "assert(true)" in closed(text.replace("CODE", ""), "may")
    assert "assert(false)" in closed(text.replace("CODE", "c_code { now.k = 3; };"), "may")


@needs_spin
@pytest.mark.parametrize("kind", ["byte", "short", "int"])
def test_the_published_example_with_a_wider_variable(kind: str) -> None:
    text = (EXAMPLES / "answering.pml").read_text()
    narrow = text.replace("chA = [2] of { mtype, byte }", "chA = [2] of { mtype, bit }")
    assert spin_verdict(narrow.replace("bit x;", f"{kind} x;"), "optimised") is Verdict.HOLDS
    assert spin_verdict(text.replace("bit x;", f"{kind} x;"), "optimised") is Verdict.VIOLATED


@pytest.mark.slow
def test_no_value_is_beyond_its_limits() -> None:
    """Runs with an environment process: what the analysis says of each variable, at each place, is kept."""
    values = narrow = 0
    for seed in range(40):
        found = compare_ranges(random_open(seed), seed, runs=2, steps=60)
        assert not found.wrong, f"seed {seed}: {found.wrong[:3]}"
        values, narrow = values + found.values, narrow + found.narrow
    assert values > 1000 and narrow > 100


def test_a_guard_in_an_included_file_is_not_lost() -> None:
    """The `else` becomes a condition that repeats the guards before it, wherever these are written."""
    judged = judge_closed(1000850, with_spin=False)
    assert judged.kind == "fine", judged.text
