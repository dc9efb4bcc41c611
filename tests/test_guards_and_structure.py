"""Bounds that weights do not prove: writers that look first, and loops that exclude each other."""

from __future__ import annotations

import copy
import time
from typing import Any

import pytest
from tests.commands import penstock
from tests.loading import load_automata
from tests.support import load_text
from tests.test_refinement import bounds, refine

from penstock.bounds.certificates.certificate import certificate, recheck
from penstock.bounds.refinement import refined
from penstock.bounds.runs.witness import Refused
from penstock.bounds.story import CycleStatus
from penstock.bounds.verdict import BOUNDED, UNKNOWN, BoundResult, boundedness
from penstock.budget import Budget
from penstock.machine import Options, build_machine, explore

HEAD = "mtype = { m }; chan q = [5] of { mtype }; chan r = [5] of { mtype }; chan direct = [0] of { mtype }\n"
READER = "active proctype Reader() { do :: q?m od }\n"
PHASES = """mtype = { m }
chan coins = [5] of { mtype }; chan goods = [5] of { mtype }
active proctype Trader() {
    coins!m;
    do :: coins?m -> goods!m; goods!m :: break od
    do :: goods?m -> coins!m od
}
"""


def first_answer(text: str) -> BoundResult:
    model = load_text(text)
    assert model.ok, [record.message for record in model.diagnostics.records]
    return boundedness(model, load_automata(model))


def longest(text: str) -> int:
    """How long q gets, by looking at all states."""
    model = load_text(text)
    machine = build_machine(model, load_automata(model), Options(unlimited=True, measuring=True))
    assert explore(machine, limit=50_000).complete
    return machine.lengths.highest.get("q", 0)


# -- writers that look first -------------------------------------------------------------------------

KEPT_SHORT = [
    ("active proctype W() { do :: len(q) < 3 -> q!m od }", 3),
    ("active proctype W() { do :: 2 >= len(q) -> q!m; q!m od }", 4),
    ("active proctype W() { do :: !(len(q) >= 3 || false) -> q!m :: empty(q) -> q!m; q!m od }", 3),
    ("active proctype W() { do :: len(q) > 1 -> skip :: else -> q!m od }", 2),
    ("active proctype W() { do :: nempty(q) -> skip :: else -> q!m od }", 1),
    ("active proctype W() { do :: len(q) > 1 -> skip :: if :: else -> q!m fi :: len(q) > 3 -> skip od }", 2),
    ("proctype V(chan to) { do :: len(to) == 2 -> to!m :: empty(to) -> to!m; to!m od }"
     " init { run V(q) }", 3),
    ("active [2] proctype W() { do :: atomic { len(q) < 3 -> q!m; q!m } od }", 4),
    ("active [3] proctype W() { do :: d_step { len(q) < 2 -> q!m } od }", 2),
    ("active [3] proctype W() { do :: len(q) < 2 -> q!m od }", 4),
    ("active [2] proctype W() { do :: len(q) < 2 -> q!m od } active proctype V() { q!m; do :: empty(q) -> q!m od }", 4),
]  # fmt: skip


@pytest.mark.parametrize(("writer", "bound"), KEPT_SHORT)
def test_writers_that_look_first(writer: str, bound: int) -> None:
    text = HEAD + READER + writer
    result = first_answer(text)
    assert (result.verdict, bounds(result)["q"]) == (BOUNDED, bound)
    assert longest(text) <= bound
    channel = next(channel for channel in result.channels if channel.name == "q")
    assert channel.tests and not channel.proofs
    automata = load_automata(result.model)
    assert recheck(certificate(result), result.model, automata) == BOUNDED


def test_a_limit_in_a_variable_is_found_when_its_values_are_told_apart() -> None:
    text = HEAD + READER + "active proctype W() { byte most = 4; do :: len(q) < most -> q!m od }"
    assert first_answer(text).verdict == UNKNOWN
    assert bounds(refine(text, searching=False))["q"] == 4


NOT_KEPT_SHORT = [
    "active proctype W() { do :: len(q) < 3 -> q!m :: q!m od }",
    "active proctype W() { do :: len(r) < 3 -> q!m od }",
    "active proctype W() { do :: len(q) > 3 -> q!m :: len(q) < 4 -> q!m od }",
    "active proctype W() { do :: nfull(q) -> q!m od }",
    "active proctype W() { do :: len(q) < 3 || len(r) < 3 -> q!m od }",
    "active proctype W() { len(q) < 3; do :: q!m od }",
    "active proctype W() { do :: len(q) < 3 -> q!m od } active proctype V() { do :: q!m od }",
    # Control is given away where nothing is possible, and with a message that is handed over.
    "active proctype Taker() { do :: direct?m od } proctype W() { do :: atomic { len(q) < 3 -> direct!m; q!m } od }"
    " init { do :: run W() od }",
    "proctype W() { do :: atomic { len(q) < 3 -> r?m; q!m } od } active proctype V() { do :: r!m od }"
    " init { do :: run W() od }",
    "proctype W() { len(q) < 3 -> q!m } init { do :: run W() od }",
    # An `else` waits for what is tried before it: not for later options of a selection around its own, and in an
    # escape not even for those before it.
    "active proctype W() { do :: if :: else -> q!m fi :: len(q) > 1 -> skip od }",
    "active proctype W() { do :: { else -> q!m } :: len(q) > 1 -> skip od }",
    "active proctype W() { do :: skip; { false } unless { if :: len(q) > 1 -> skip :: else -> q!m fi } od }",
]


@pytest.mark.parametrize("writer", NOT_KEPT_SHORT)
def test_looking_elsewhere_or_too_late_is_no_limit(writer: str) -> None:
    channel = next(channel for channel in first_answer(HEAD + READER + writer).channels if channel.name == "q")
    assert channel.bound is None


# -- loops that exclude each other --------------------------------------------------------------------


def test_a_process_is_in_one_loop_at_a_time() -> None:
    assert first_answer(PHASES).verdict == UNKNOWN
    result = refine(PHASES, searching=False)
    assert result.verdict == BOUNDED and bounds(result) == {"coins": None, "goods": None}
    assert {judged.status for judged in result.judged} == {CycleStatus.SPURIOUS}
    assert bounds(refine(PHASES)) == {"coins": 2, "goods": 2}


def test_a_variable_has_one_value_at_a_time() -> None:
    """What is done while `open` holds and what is done while it does not cannot alternate: it is closed only once."""
    text = HEAD + (
        "bool open = true\n"
        "active proctype Once() { open = false }\n"
        "active proctype One() { r!m; do :: atomic { open -> r?m }; q!m; q!m od }\n"
        "active proctype Two() { do :: atomic { !open -> q?m }; r!m od }\n"
    )
    assert refine(text, searching=False).verdict == BOUNDED
    again = text.replace("{ open = false }", "{ do :: open = !open od }")
    assert refine(again, searching=False).verdict == UNKNOWN
    assert refine(again).verdict != BOUNDED


def test_loops_that_can_be_entered_again_may_alternate() -> None:
    again = PHASES.replace("od\n    do ::", "od; again: do ::").replace(
        "coins!m od", "coins!m :: break od; do :: coins?m -> goods!m; goods!m :: goto again od"
    )
    assert refine(again, searching=False).verdict == UNKNOWN


def test_several_processes_may_be_in_several_loops() -> None:
    assert refine(PHASES.replace("active proctype", "active [2] proctype"), searching=False).verdict == UNKNOWN


def test_a_channel_without_end_may_fill_others_later() -> None:
    """The loop that fills `q` and the one that empties it exclude each other; yet `r` grows as far as one likes."""
    text = HEAD + "active proctype P() { do :: q!m :: break od; do :: q?m -> r!m od }"
    assert refine(text, searching=False).verdict == UNKNOWN


def changed(data: dict[str, Any], path: list[Any], value: Any) -> dict[str, Any]:
    new = copy.deepcopy(data)
    place = new
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return new


def test_the_proof_is_checked_again() -> None:
    model = load_text(PHASES)
    automata = load_automata(model)
    result = refined(boundedness(model, automata), automata, Budget(time.monotonic() + 20), searching=False)
    data = certificate(result)
    assert recheck(data, model, automata) == BOUNDED
    changes: list[tuple[list[Any], Any]] = [
        (["separation"], None),
        (["separation", "single"], 7),
        (["separation", "weights"], {}),
        (["separation", "parts"], []),
        (["separation", "parts", 1, "weights"], {}),
        (["separation", "parts", 0, "weights", "location 0 Trader 2"], 0),
    ]
    for path, value in changes:
        with pytest.raises(Refused):
            recheck(changed(data, path, value), model, automata)


@pytest.mark.slow
def test_the_command_says_finite(tmp_path: Any) -> None:
    """Counters beside the trader: too many states to look at them."""
    file = tmp_path / "phases.pml"
    counting = "active [9] proctype Idle() { int i, j; do :: i++ :: j = j + 2 od }\n"
    file.write_text(PHASES + counting)
    found = penstock("bound", file, "--budget", "6")
    assert found.returncode == 0, found.stdout
    assert "finite, but no number was found" in found.stdout and "separate loops" in found.stdout
