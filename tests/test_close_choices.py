"""What the outside chooses beside values: whether it interrupts, which element is meant, how a queue is ordered."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.judge.closing import OTHERS, closed_machine, violated

MODEL = """\
mtype = {{ a, b }};
chan q = [2] of {{ mtype, byte }};
env q ? a, b;
chan d[2] = [{room}] of {{ byte }};
chan pairs = [2] of {{ byte, byte }};
byte n, done;
active proctype P()
{{
    byte x, y, r[2]; {timer}
{steps}
}}
{others}
"""
CASES = {
    "interrupted at any place or not at all": (
        "{ n = 1; n = 2; assert(false) } unless { q?a, x };\nassert(n != 0);\nassert(n != 1);\nassert(n != 2)",
        "",
    ),
    "interrupted again and again": (
        "again: { n = 1; n = 0; done < 2; assert(false) } unless { q?a, x -> done++ };\n"
        "if\n:: done < 2 -> goto again\n:: else\nfi;\nassert(n != 1)",
        "",
    ),
    "interrupted inside what was atomic": (
        "{ atomic { d_step { q?b, x -> n = 1 }; n = 2 }; false } unless { q?a, x };\nassert(n != 1)",
        "",
    ),
    "interrupted when it holds or else only perhaps": (
        "q?a, x;\n{ n = 1; n = 2; assert(false) } unless { x > 1 };\nassert(n == 0)",
        "",
    ),
    "sent to any of the channels": (
        "q?a, x; x < 2 -> d[x]!7",
        "active proctype Q()\n{\nif\n:: d[0]?_ -> assert(false)\n:: d[1]?_ -> assert(false)\nfi\n}",
    ),
    "received from any of the channels": (
        "q?a, x; x < 2 -> d[x]?y;\nassert(y != 1);\nassert(y != 2)",
        "active proctype Q() { d[0]!1 }\nactive proctype R() { d[1]!2 }",
    ),
    "received into any element": (
        "q?a, x; x < 2 -> pairs!1, 1; pairs?r[x], _;\nassert(r[0] != 1);\nassert(r[1] != 1)",
        "",
    ),
    "put anywhere among others": (
        "q?a, x; pairs!!1, 3; pairs!!x, 4; pairs?_, y;\nassert(y != 3);\nassert(y != 4)",
        "",
    ),
    "taken from anywhere among others": (
        "q?a, x; pairs!x, 3; q?a, x; pairs!x, 4; pairs??3, y;\nassert(y != 3);\nassert(y != 4)",
        "",
    ),
    "met or not": (
        "q?a, x;\natomic { n = 1; d[0]!x; n = 2 }",
        "active proctype Q()\n{\nwaits: d[0]?1;\nassert(false)\n}\n"
        "active proctype R()\n{\nn == 1 && Q@waits;\nassert(false)\n}",
    ),
}


@pytest.mark.parametrize("timer", ["", "timer t; set(t, 1);"])
@pytest.mark.parametrize("name", CASES)
def test_every_choice_of_the_outside_is_there(name: str, timer: str) -> None:
    """Each assertion is violated in some environment, and so it is however the model is closed."""
    steps, others = CASES[name]
    text = MODEL.format(steps=steps, others=others, timer=timer, room=0 if name.startswith("met") else 1)
    expected = {number for number, line in enumerate(text.splitlines(), 1) if "assert" in line}
    assert all(found == expected for found in _violated_by_each(text))


@pytest.mark.parametrize("timer", ["reset(t[x])", "set(t[x], 2)"])
def test_a_timer_that_the_outside_chooses(timer: str) -> None:
    text = (
        "mtype = { a };\nchan q = [1] of { mtype, bit };\nenv q ? a;\nactive proctype P()\n{\nbit x; timer t[2];\n"
        f"set(t[0], 1); set(t[1], 1);\nq?a, x;\n{timer};\nif\n:: expire(t[0]) ->\nassert(false)\n"
        ":: expire(t[1]) ->\nassert(false)\nfi\n}\n"
    )
    assert all(found == {12, 14} for found in _violated_by_each(text))


def _violated_by_each(text: str) -> Iterator[set[int]]:
    for method in ("process", *OTHERS):
        machine = closed_machine(text, method)
        assert machine is not None, method
        yield violated(machine, 60_000)[0]
