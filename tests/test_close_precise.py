"""What tests teach about values from outside: what is true stays true, and what is open stays open."""

from __future__ import annotations

import pytest
from tests.judge.closing import closed_machine, violated

MODEL = """\
mtype = {{ a, b }};
chan q = [1] of {{ mtype, byte, int }};
env q ? a, b;
active proctype P()
{{
    byte x = 3, y, i; int w;
again:
    q?a, x, w;
{steps}
}}
"""
TRUE = {
    "a clamp": "if\n:: x > 30 -> x = 30\n:: x < 5 -> x = 5\n:: else\nfi;\nassert(x >= 5 && x <= 30)",
    "a range check": "if\n:: w >= 0 && w < 8 -> assert(w + 1 < 9)\n:: else\nfi",
    "the other way round": "if\n:: 30 >= x -> assert(x < 31)\n:: else -> assert(x > 30)\nfi",
    "a value and itself": "assert(x == x)",
    "a selection": "if\n:: x == 1 -> y = 10\n:: x == 2 -> y = 20\n:: else -> y = 30\nfi;\nassert(y >= 10 && y <= 30)",
    "a selection of what is possible": "x <= 2 -> if\n:: x == 0\n:: x == 1\n:: x == 2\n:: else -> assert(false)\nfi",
    "a copy": "x < 9;\ny = x;\nassert(y < 9);\nx = y + 1;\nassert(x < 10 && x > 0)",
    "a negation": "if\n:: !(x > 4 || x == 0) -> assert(x >= 1 && x <= 4)\n:: else\nfi",
    "two variables": "x < 9;\nw > 20 && w < 50;\nassert(x < w);\nx > i && x < w;\nassert(x > 0)",
    "a loop that ends": "i = 0;\ndo\n:: i < 40 -> i++\n:: else -> break\nod;\nassert(i == 40)",
    "a test of the variable": "if\n:: x -> assert(x > 0)\n:: else -> assert(x == 0)\nfi",
    "what another value limits": "x < 8;\nassert(y < 8);\ndo\n"
    ":: y < x -> y++\n:: y > x -> y--\n:: y == x -> break\nod;\n"
    "assert(y < 8)",
    "the other way round, and surely": "x > 9 && x < 30;\nif\n"
    ":: x <= y -> assert(y > 9)\n:: else -> assert(y < 30)\nfi;\n"
    "y = 40;\nassert(x < y && y != x);\ny = 5;\nassert(!(x < y))",
    "a choice between values": "y = (x > 8 -> 8 : x);\nassert(y <= 8);\n"
    "x = (x < 3 || x == 200 -> 3 : x);\nassert(x >= 3)",
    "a step of several": "d_step { x > 7 -> y = x };\nassert(y > 7)",
}
OPEN = {
    "it came again": "x < 9;\nq?b, x, _;\nassert(x < 9)",
    "it was written": "x < 9;\nx = x * 200;\nassert(x < 9)",
    "the other option": "if\n:: x < 9\n:: true\nfi;\nassert(x < 9)",
    "one of two": "if\n:: x < 9 || y == 0 -> assert(x < 9)\n:: else\nfi",
    "not both": "if\n:: x > 9 && w > 9 -> skip\n:: else -> assert(x <= 9)\nfi",
    "an edge": "if\n:: x >= 9 -> assert(x > 9)\n:: else -> skip\nfi",
    "an else beside others": "if\n:: x > 9 -> skip\n:: true -> assert(x > 9)\nfi",
    "an else that escapes": "{ x < 9 } unless { if\n:: y == 1\n:: else -> assert(x >= 9)\nfi }",
    "another value than itself": "if\n:: x == w -> assert(x < 2)\n:: else\nfi",
    "what lies within the limits": "x < 8;\ny = 5;\nif\n"
    ":: y < x -> assert(false)\n:: y == x -> assert(false)\n:: else\nfi",
    "the edge of the limits": "x > 2 && x < 8;\ny = 7;\nif\n"
    ":: y <= x -> assert(false)\n:: y != x -> y = 3\nfi;\nassert(x > y)",
    "the other side of a choice": "y = (x > 8 -> x : 8);\nassert(y <= 8)",
    "before the test": "if\n:: y == 1 -> assert(x < 9)\n:: else -> x < 9; y = 1; q?a, x, w; goto again2\nfi;\n"
    "again2: assert(x < 9)",
}


@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_stays_true(name: str) -> None:
    assert _violated(TRUE[name], "precise") == set()


@pytest.mark.parametrize("name", OPEN)
def test_what_is_open_stays_open(name: str) -> None:
    real = _violated(OPEN[name], "process")
    assert real
    assert _violated(OPEN[name], "precise") >= real


def _violated(steps: str, method: str) -> set[int]:
    machine = closed_machine(MODEL.format(steps=steps), method)
    assert machine is not None
    found, complete = violated(machine, 60_000)
    assert complete
    return found
