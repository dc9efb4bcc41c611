"""Contracts of the environment: what they change, that nothing they allow is lost, and wrong ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.judge.closing import judge_closing, violated
from tests.judge.random_contracts import random_contracts
from tests.loading import load_text
from tests.support import batches

from penstock.control import build_automata
from penstock.faces.cli.main import main
from penstock.machine import Machine, build_machine
from penstock.resolve import Model

HEAD = """
mtype = { heat, go, stop, ack, nack, pair };
chan q = [1] of { mtype, byte, byte };
chan r = [1] of { mtype, byte };
byte n;
"""
CLIENT = "env protocol client { do :: q ! go(0, 0); r ? ack(_) od }"
SERVER = "do :: q ? go(_, _) -> assert(len(r) == 0); r ! ack(0) od"

# What is said of the environment, what is said without a contract, and what the process does.
MODELS = [
    ("env q ? heat(0 .. 40);", "env q ? heat;", "byte x; q ? heat(x, _); assert(x <= 40)"),
    ("env q ? heat(1 | 3);", "env q ? heat;", "byte x; q ? heat(x, _); assert(x == 1 || x == 3)"),
    ("env q ? heat(2);", "env q ? heat;", "byte x; q ? heat(x, _); assert(x == 2)"),
    ("env q ? heat(0 .. 3 | 9);", "env q ? heat;", "byte x; q ? heat(x, _); assert(x <= 9)"),
    ("env q ? heat(_, 1 .. 5);", "env q ? heat;", "byte x; q ? heat(_, x); assert(100 / x >= 20)"),
    ("env q ? heat(1 .. 9), go(0 .. 5);", "env q ? heat, go;",
     "byte x; if :: q ? heat(x, _) :: q ? go(x, _) fi; assert(x <= 9)"),
    ("env q ? pair(lo : 0 .. 3, hi : 0 .. 3) where lo <= hi;", "env q ? pair;",
     "byte x, y; q ? pair(x, y); assert(x <= y)"),
    ("env q ? pair(lo : 0 .. 5, hi : 0 .. 5) where lo + hi == 5;", "env q ? pair;",
     "byte x, y; q ? pair(x, y); assert(x + y == 5)"),
    ("env q ? pair(a, b : 0 .. 3) where a == 2 * b;", "env q ? pair;", "byte x, y; q ? pair(x, y); assert(x == y + y)"),
    ("env q ? pair(lo, hi) where lo + 100 < hi;", "env q ? pair;",
     "byte x, y; q ? pair(x, y); assert(x < 155 && y > 100)"),
    ("env q ? heat(3), pair(_, 7);", "env q ? heat, pair;", "byte x; q ? heat(_, _); q ? pair(_, x); assert(x == 7)"),
    ("env byte level in 0 .. 9;", "env byte level;", "n = level; assert(n < 10)"),
    ("env byte level in 3 | 8;", "env byte level;", "do :: level > 2 -> break :: else -> assert(false) od"),
    ("env byte level[2] in 1 .. 2;", "env byte level[2];", "assert(level[1] > 0)"),
    ("env short level in -5 .. 5;", "env short level;", "short x = level; assert(x >= -5)"),
    ("env mtype word in go;", "env mtype word;", "assert(word == go)"),
    (CLIENT, "env q ? go;", SERVER),
    ("env protocol client { q ! go(0, 0) }", "env q ? go;", "q ? go(_, _); n++; q ? go(_, _); assert(false)"),
    ("env protocol client { byte i; do :: q ! go(i, 0); i = 1 - i od }", "env q ? go;",
     "byte x, y; do :: q ? go(x, _) -> assert(x == y); y = 1 - y od"),
    ("env byte v in 0 .. 7; env protocol client { do :: q ! heat(v, 0); q ! stop(0, 0) od }", "env q ? heat, stop;",
     "byte x; do :: q ? heat(x, _) -> n++; assert(n < 2 && x < 8) :: q ? stop(_, _) -> n = 0 od"),
]  # fmt: skip


WRONG = {
    "an empty range": ("env q ? heat(40 .. 0);", "E454", "nothing from 40 to 0"),
    "no byte": ("env q ? heat(0 .. 300);", "E454", "no `byte` is 300"),
    "a variable that holds no such value": ("env byte level in -1 .. 5;", "E454", "no `byte` is -1"),
    "a relation that never holds": ("env q ? pair(a : 0 .. 3, b : 5 .. 9) where a > b;", "E454", "related like this"),
    "too many fields": ("env q ? heat(1, 2, 3);", "E455", "3 fields, not 4"),
    "a variable in a relation": ("env q ? pair(a, b) where a < n;", "E455", "named fields"),
    "an unknown signal": ("env q ? heatt(3);", "E451", "`heatt` is not a signal"),
    "a structure": ("typedef two { byte a; byte b }; env two both;", "E450", "writes no `two`"),
    "a protocol that reads the model": ("env protocol c { q ! heat(n, 0) }", "E456", "`n` belongs to the model"),
    "a protocol that starts processes": ("env protocol c { run P() }", "E456", "cannot look at processes"),
    "said twice": ("env q ? go; env protocol c { q ! go(0, 0) }", "E457", "is said twice"),
    "two protocols": ("env protocol c { q ! go(0, 0) } env protocol d { q ! heat(0, 0) }", "E457", "is said twice"),
    "every value": ("env q ? heat(0 .. 255);", "W731", "says nothing"),
    "a field about which nothing is said": ("env q ? heat(high);", "W731", "nothing is said about `high`"),
    "a silent protocol": ("env q ? heat; env protocol c { byte x; x = 1 }", "W731", "neither sends nor receives"),
    "a channel of nobody": ("chan z = [1] of { bit }; env protocol c { z ! 1 }", "W731", "nobody in the model"),
    "never received": ("env q ? heat, nack;", "W732", "nobody receives this"),
    "values that are not received": ("env q ? heat(_, 3);", "W732", "nobody receives this"),
}  # fmt: skip


@pytest.mark.parametrize("number", range(len(MODELS)))
def test_a_contract_lets_assertions_hold(number: int) -> None:
    said, unsaid, steps = MODELS[number]
    assert violated(_closed(said, steps), 20_000) == (set(), True)
    assert violated(_closed(said, steps, "process"), 20_000)[0] == set()
    assert violated(_closed(unsaid, steps), 20_000)[0]


@pytest.mark.parametrize("name", WRONG)
def test_wrong_contracts_are_reported(name: str) -> None:
    said, code, words = WRONG[name]
    found = load_text(f"{HEAD}{said}\nactive proctype P() {{ byte x; q ? heat(x, 2); n = x }}", "model.pml").diagnostics
    assert [words in one.message for one in found.records if one.code == code] == [True]


def test_an_empty_range_is_turned_round_by_its_fix() -> None:
    text = f"{HEAD}env q ? heat(40 .. 0);\nactive proctype P() {{ q ? heat(_, _) }}"
    (found,) = load_text(text, "model.pml").diagnostics.records
    assert [edit.new for fix in found.fixes for edit in fix.edits] == ["0 .. 40"]


def test_relations_of_many_values_are_not_kept_and_that_is_said() -> None:
    model = _model("env q ? pair(a, b) where a <= b;", "byte x, y; q ? pair(x, y); assert(x <= y)", "precise")
    assert "W733" in [one.code for one in model.diagnostics.records]


def test_a_value_stays_within_its_limits_and_no_more() -> None:
    """What the contract allows is possible: an assertion that any of it violates is violated."""
    for steps in ("assert(x != 40)", "assert(x != 0)", "if :: x == 17 -> assert(false) :: else fi"):
        machine = _closed("env q ? heat(0 .. 40);", f"byte x; q ? heat(x, _); {steps}")
        assert violated(machine, 1000)[0]


def test_what_is_waited_for_may_be_any_value_of_a_range() -> None:
    for number in (0, 40):
        assert violated(_closed("env q ? heat(0 .. 40);", f"q ? heat({number}, _); assert(false)"), 1000)[0]
    assert not violated(_closed("env q ? heat(0 .. 40);", "q ? heat(41, _); assert(false)"), 1000)[0]


def test_each_pair_of_related_values_arrives() -> None:
    said = "env q ? pair(lo : 0 .. 2, hi : 0 .. 2) where lo <= hi;"
    for lo, hi in ((0, 0), (0, 2), (1, 2), (2, 2)):
        assert violated(_closed(said, f"q ? pair({lo}, {hi}); assert(false)"), 1000)[0]
    assert not violated(_closed(said, "q ? pair(2, 1); assert(false)"), 1000)[0]


def test_limits_of_too_many_related_values_leave_all_that_is_possible() -> None:
    said = "env q ? pair(a : 0 .. 30 | 50 .. 90, b : 0 .. 90) where a <= b;"
    assert violated(_closed(said, "byte x; q ? pair(x, _); assert(x != 90)"), 1000)[0]
    odd = " | ".join(str(number) for number in range(1, 141, 2))
    assert violated(_closed(f"env q ? heat({odd});", "byte x; q ? heat(x, _); assert(x != 139)"), 1000)[0]


def test_the_outside_writes_a_variable_at_any_time() -> None:
    steps = "n = level; if :: level != n -> assert(false) :: else fi"
    assert violated(_closed("env byte level in 0 .. 9;", steps), 1000)[0]
    assert violated(_closed("env byte level in 0 .. 9;", "level = 200; assert(level == 200)"), 1000)[0]


def test_a_protocol_takes_its_time() -> None:
    """In a model with timers it may send later than it could."""
    steps = "timer t; set(t, 2); do :: q ? go(_, _) -> n = 1 :: expire(t) -> assert(n == 1); break od"
    protocol = "env protocol client { byte i; do :: q ! go(i, 0) :: i = 1 - i :: i == 1 -> q ! go(0, 1) :: else od }"
    assert violated(_closed(protocol, steps), 1000)[0]


@pytest.mark.parametrize("batch", batches(8))
def test_whatever_keeps_the_contract_can_happen_in_the_closed_model(batch: int) -> None:
    kinds = []
    for seed in range(batch * 5, batch * 5 + 5):
        text, surrounded = random_contracts(seed)
        judgement = judge_closing(text, seed, runs=2, most_places=500, surrounded=surrounded)
        assert judgement.kind != "wrong", f"seed {seed}: {judgement.text}\n{text}"
        kinds.append(judgement.kind)
    assert "fine" in kinds


def test_open_models_with_contracts_are_formatted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model = tmp_path / "model.pml"
    model.write_text("chan q=[1] of {byte};\nenv byte x in 0 .. 9|12;\nenv protocol c{ q!x }\ninit{ q?x }\n")
    assert main(["format", str(model)]) == 0
    once = capsys.readouterr().out
    assert "env byte x in 0 .. 9 | 12;" in once and "env protocol c {" in once
    model.write_text(once)
    assert main(["format", str(model)]) == 0 and capsys.readouterr().out == once


def _closed(said: str, steps: str, method: str = "precise") -> Machine:
    model = _model(said, steps, method)
    assert model.ok, [one.message for one in model.diagnostics.records]
    return build_machine(model, build_automata(model))


def _model(said: str, steps: str, method: str) -> Model:
    return load_text(f"{HEAD}{said}\nactive proctype P() {{ {steps} }}\n", "model.pml", choices={"method": method})
