"""Functions, which are put in where they are called, and `self`."""

from __future__ import annotations

import pytest
from tests.judge.acceptance import spin_accepts
from tests.judge.actor_systems import drawn_systems
from tests.test_actors import codes, read, translated
from tests.test_actors_stopping import found

CALLS = """\
byte limit = 3;
function larger(byte a, b) = (a > b -> a : b)
function calm(byte n) = larger(n, 1) <= limit && n != 77
function calmer(byte n, m) = n <= m
function alone(actor one, other) = one == other || one == nobody
actortype player {
    var byte n = 0; actor other
    init(actor given) other = given
    method go(byte b) restrain (calm(b))
        n = larger(n, b + 1) * 2;
        assert(larger(n, 2) < CLAIM);
        if :: calm(n) -> self <- go(n) :: else fi;
        if :: alone(other, self) -> skip :: !alone(other, self) -> other <- go(larger(n - 1, 1) & 1) fi
}
main { actor a = create player(nobody); actor b = create player(a); b <- go(larger(0, 1)) }
ltl low { [] (calmer(player:n, CLAIM)) }
"""


@pytest.mark.parametrize(("claim", "fails"), [("5", []), ("4", ["assert(larger(n, 2) < 4) does not hold"])])
def test_a_call_is_the_value_of_the_function(claim: str, fails: list[str]) -> None:
    text = CALLS.replace("CLAIM", claim)
    assert [one for one in found(text, defer="ordered") if "assert" in one] == fails


def test_what_is_given_stays_together() -> None:
    text = translated(CALLS.replace("CLAIM", "9"))
    assert "n = ((n > (b + 1) -> n : (b + 1))) * 2" in text
    assert "(((one" not in text and "((other == this || other == nobody))" not in text
    assert "!(other == this || other == nobody) ->" in text


@pytest.mark.needs("spin", "gcc")
def test_spin_reads_calls() -> None:
    assert spin_accepts(translated(CALLS.replace("CLAIM", "9"))).accepted


def test_a_model_may_have_the_names_itself() -> None:
    assert read(
        "byte function = 1, self = 2;\nactortype a { method f() assert(function < self) }\nmain { create a() }"
    ).ok
    assert codes("actortype a { method f() skip }\nmain { actor x = self }") == ["E301"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("function f(byte n) = f(n)", "E823"),
        ("function f(byte n) = g(n)\nfunction g(byte n) = n", "E823"),
        ("function f(byte n[2]) = n", "E823"),
        ("function f(byte n) = k", "E301"),
        ("function f() = 1\nfunction f() = 2", "E302"),
        ("function f() = create a()", "E809"),
        ("function f(byte n) = n\nbyte k = f(1, 2);", "E823"),
        ("function f(actor x) = x == nobody\nactortype b { method g(byte n) n = f(n) }", "E804"),
        ("function f(bool b) = (b -> 1 : 2)\nbool c;\nltl l { [] (f(c) < 3) }", "E823"),
        ("byte k;\nfunction f() = k\nactortype b { method g(byte k) assert(f() == 0) }", "E823"),
    ],
)
def test_mistakes(text: str, code: str) -> None:
    assert code in codes(text + "\nactortype a { method m() skip }\nmain { create a() }")


def test_random_systems_call_functions() -> None:
    texts = [system.text() for system in drawn_systems(40, 3)]
    assert sum("alike(" in text.partition("actortype")[2] for text in texts) > 3
    assert sum("self <-" in text for text in texts) > 3
