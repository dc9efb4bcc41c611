"""Whether a component can wait for ever whatever its environment does, and whether violations are real."""

from __future__ import annotations

import pytest
from tests.judge.fuzz_stuck import judge_stuck
from tests.judge.random_open import random_open
from tests.support import batches
from tests.test_verify import needs_tools, verdicts, verify, verify_json

from penstock.budget import UNWATCHED
from penstock.reading.source import Source
from penstock.tasks.requests.verify import VerifyRequest
from penstock.tasks.stuck import Waited, never_stuck, waiting_for_ever

HEAD = "mtype = { a, b };\nchan q = [2] of { mtype, byte };\nenv q ? a, b;\nenv chan out = [1] of { byte };\n"
STUCK = {
    "after a message that nothing takes": ("byte x; q?a(x); q?a(x)", ("q!b, 0",)),
    "after a value that nothing is for": ("byte x; do :: q?a(x) -> if :: x == 1 :: x < 1 fi :: q?b(_) od", ("q!a, 2",)),
    "after a value that is too small": ("byte x; do :: q?a(x) -> x > 0 :: q?b(_) od", ("q!a, 0",)),
    "waiting for others that have ended": ("chan c = [0] of { bit }; q?a(_); c?0", ("q!b, 0",)),
    "with a timer that has run down": ("timer t; set(t, 3); expire(t); expire(t)", ()),
    "beside others that only listen": (
        "q?a(_) }\nchan c = [0] of { bit };\nactive proctype R() { end: do :: c?_ od",
        ("q!b, 0",),
    ),
    "in an atomic sequence": ("byte x; q?a(x); atomic { out!1; x > 0; out!2 }; q?b(_)", ("q!b, 0",)),
}
FREE = {
    "it takes everything": "byte x; do :: q?a(x) -> out!x :: q?b(x) od",
    "it ends": "q?_, _; out!1",
    "it may wait there": "end: do :: q?a(_) od",
    "else": "byte x; do :: q?a(x) -> if :: x == 1 :: else fi :: q?b(_) od",
    "one of the conditions holds": "byte x; do :: q?a(x) -> if :: x > 9 :: x < 5 :: x >= 5 && x <= 9 fi :: q?b(_) od",
    "a timer helps": "timer t; do :: set(t, 2); if :: q?a(_) :: q?b(_) :: expire(t) fi od",
    "any place in the queue": "do :: q??a(_) :: q??b(_) od",
}


def _request(body: str) -> VerifyRequest:
    text = f"{HEAD}active proctype P() {{ {body} }}\n"
    return VerifyRequest(Source(text=text, name="model.pml"))


def _waited(body: str) -> Waited:
    return waiting_for_ever(_request(body), UNWATCHED)


@pytest.mark.parametrize("name", STUCK)
def test_a_component_that_is_stuck(name: str) -> None:
    body, inputs = STUCK[name]
    found = _waited(body)
    assert found.stuck is not None and not found.never
    assert not never_stuck(_request(body), UNWATCHED).never
    assert found.inputs[: len(inputs)] == inputs
    assert found.stuck.waiting and {found.stuck.processes[one.process].proctype for one in found.stuck.waiting} <= {
        "P",
        "R",
    }


@pytest.mark.parametrize("name", FREE)
def test_a_component_that_is_never_stuck(name: str) -> None:
    found = _waited(FREE[name])
    assert found.never, found


def test_what_another_environment_could_send_is_not_called_stuck() -> None:
    found = waiting_for_ever(
        VerifyRequest(
            Source(
                text="chan q = [0] of { byte }; env q;\nbyte x = 77; active proctype P() { x++; q?eval(x) }".replace(
                    "env q;", "env q ? 0;"
                ),
                name="model.pml",
            )
        ),
        UNWATCHED,
    )
    assert found.stuck is None


@pytest.mark.parametrize("batch", batches(3))
def test_who_is_stuck_is_not_told_to_be_free(batch: int) -> None:
    for seed in range(batch * 4, batch * 4 + 4):
        judgement = judge_stuck(random_open(seed), 1000)
        assert not judgement.wrong, (seed, judgement)


@needs_tools
def test_the_verdict_says_what_the_environment_sent() -> None:
    text = f"{HEAD}active proctype P() {{ byte x; q?a(x); q?a(x) }}".encode()
    record = verify_json("-", "--property", "deadlock", text=text, status=1)
    assert verdicts(record) == {"deadlock": "violated"}
    failure = record["properties"][0]["failure"]
    assert failure["kind"] == "stuck" and failure["inputs"] == ["q!b, 0"]
    shown = verify("-", "--property", "deadlock", text=text).stdout
    assert "the component waits for ever after input `q!b, 0`" in shown and "false alarm" not in shown


@needs_tools
def test_violations_are_confirmed_or_doubted() -> None:
    real = f"{HEAD}active proctype P() {{ byte x; do :: q?a(x) -> assert(x != 7) :: q?b(_) od }}".encode()
    confirmation = verify_json("-", text=real, status=1)["properties"][0]["confirmation"]
    assert confirmation["real"] and "q!a, 7" in confirmation["inputs"]
    assert "confirmed: the environment sends" in verify("-", text=real).stdout
    relation = b"byte y; do :: q?a(y) -> x = y; assert(x == y)"
    false = real.replace(b"do :: q?a(x) -> assert(x != 7)", relation)
    confirmation = verify_json("-", text=false, status=1)["properties"][0]["confirmation"]
    assert not confirmation["real"] and confirmation["complete"]
    assert confirmation["unknown"] == {"variable": "y", "line": 5}
    assert "may be an artefact of the abstraction: `y` is unknown at line 5" in verify("-", text=false).stdout
