"""Trees in their text form: what the parser made of an expression or a statement."""

from __future__ import annotations

import pytest
from tests.support import load_text

from penstock.control import build_automata
from penstock.resolve import Model
from penstock.syntax.nodes import Ltl
from penstock.syntax.printer import expression_text

PREAMBLE = """
mtype = { ping, pong };
typedef Pair { byte left; byte right[2] }
byte a, b, c, list[4]; Pair pair; int n;
chan q = [2] of { mtype, byte }; chan r = [1] of { Pair };
proctype P(byte x) { byte y; here: y = x }
inline twice(v, w) { v = v + w; v = v + w }
"""


def steps(statements: str) -> list[str]:
    """The labels of the transitions of an `init` with these statements."""
    model = load_text(PREAMBLE + f"init {{ {statements} }}")
    assert_readable(model)
    return [edge.label for edge in next(found for found in build_automata(model) if found.name == "init").edges]


def assert_readable(model: Model) -> None:
    assert [record.message for record in model.diagnostics.records if record.code.startswith("E")] == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a + b * c", "(a + b * c)"),
        ("(a + b) * c", "((a + b) * c)"),
        ("a - (b - c)", "(a - (b - c))"),
        ("a < b == c", "(a < b == c)"),
        ("a == (b < c)", "(a == b < c)"),
        ("a & b == c", "(a & b == c)"),
        ("!a && b || c", "(!a && b || c)"),
        ("!(a && b)", "(!(a && b))"),
        ("-a + ~b", "(-a + ~b)"),
        ("(a -> b : c) > 1", "((a -> b : c) > 1)"),
        ("list[a + 1] == pair.right[1]", "(list[a + 1] == pair.right[1])"),
        ("len(q) < 2 && q?[ping, 3]", "(len(q) < 2 && q?[ping, 3])"),
        ("full(q) || (nempty(r) && a)", "(full(q) || nempty(r) && a)"),
        ("q??[ping, eval(a)]", "(q??[ping, eval(a)])"),
        ("P[1]@here && P[1]:y == 2", "(P[1]@here && P[1]:y == 2)"),
        ("enabled(_pid) || timeout", "(enabled(_pid) || timeout)"),
        ("a << 1 >> b", "(a << 1 >> b)"),
    ],
)
def test_expressions(text: str, expected: str) -> None:
    assert steps(text) == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("q!ping(a)", ["q!ping, a"]),
        ("q!ping, a", ["q!ping, a"]),
        ("q!!pong, 'x'", ["q!!pong, 120"]),
        ("q?ping(a)", ["q?ping, a"]),
        ("q?(ping, _)", ["q?ping, _"]),
        ("q??<ping, eval(b)>", ["q??<ping, eval(b)>"]),
        ("q?ping, -1", ["q?ping, -1"]),
        ("r!pair", ["r!pair.left, pair.right[0], pair.right[1]"]),
        ("a++; b--", ["a++", "b--"]),
        ("n = run P(3) priority 2", ["n = run P(3) priority 2"]),
        ('printf("%d\\n", a); printm(ping)', ['printf("%d\\n", a)', "printm(ping)"]),
        ("assert a > 1", ["assert(a > 1)"]),
        ("twice(a, b)", ["a = a + b", "a = a + b"]),
        ("for (a : 1 .. 2) { skip }", ["a = 1", "(a <= 2)", "else", "(1)", "a++"]),
        ("for (a in list) { skip }", ["a = 0", "(a <= 3)", "else", "(1)", "a++"]),
        ("select (a : 1..2)", ["a = 1", "a = 2"]),
        ("select (a : b .. 2)", ["a = b", "(a < 2)", "break", "a++"]),
        ("a = 1; byte late = 3, zero", ["a = 1", "late = 3", "zero = 0"]),
        ("d_step { a = 1; b = 2 }", ["d_step"]),
        ("{ a = 1 } unless { b > 0 }", ["a = 1", "(b > 0)"]),
        ("L: do :: a > 1 -> goto L :: else -> break od", ["(a > 1)", "else"]),
        ("if :: break_free: skip fi", ["(1)"]),
    ],
)
def test_statements(text: str, expected: list[str]) -> None:
    assert steps(text) == expected


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("[] (a == 1 -> <> b)", "[](a == 1 -> <>b)"),
        ("a U b W c", "a U b W c"),
        ("always (a implies eventually b)", "[](a -> <>b)"),
        ("a V b || c", "a V b || c"),
        ("a <-> b", "a <-> b"),
        ("(a release b) until c", "a V b U c"),
        ("[]<>a && <>[]!b", "[]<>a && <>[]!b"),
    ],
)
def test_formulas(formula: str, expected: str) -> None:
    model = load_text(f"ltl p {{ {formula} }} byte a, b, c; init {{ skip }}")
    assert_readable(model)
    found = next(unit for unit in model.syntax.program.units if isinstance(unit, Ltl))
    assert expression_text(found.formula) == expected


def test_message_types_are_numbered_as_in_spin() -> None:
    model = load_text("mtype = { a, b, c }; mtype { d e } mtype:s = { f, g }; init { skip }")
    values = {name.name: name.value for unit in model.syntax.program.units for name in getattr(unit, "names", ())}
    assert values == {"a": 3, "b": 2, "c": 1, "d": 5, "e": 4, "f": 2, "g": 1}


def test_what_takes_which_exit() -> None:
    model = load_text("byte x; init { do :: x < 2 -> x++ :: atomic { x > 5 -> x = 0; goto out } od; out: skip }")
    automaton = build_automata(model)[0]
    edges = [(edge.source, edge.target, edge.label, edge.keeps_control) for edge in automaton.edges]
    assert edges == [
        (0, 1, "(x < 2)", False),
        (0, 2, "(x > 5)", True),
        (1, 0, "x++", False),
        (2, 3, "x = 0", False),
        (3, 4, "(1)", False),
    ]
    assert automaton.labels == {3: ("out",)}
