"""Actors that stop: what is sent to them is lost, or an error."""

from __future__ import annotations

import pytest
from tests.judge.acceptance import spin_accepts
from tests.judge.actor_systems import drawn_systems
from tests.loading import load_automata
from tests.test_actors import codes, read, translated

from penstock.machine import Options, build_machine, explore

WORKER = """\
actortype worker {
    var byte jobs = 0
    method last() this <- job(1); stop
    method job(byte n) jobs++; if :: n == 0 -> stop :: else fi; assert(n > 0)
}
main { actor w = create worker(); SENDS }
"""


def found(text: str, **choices: object) -> list[str]:
    model = read(text, **choices)
    machine = build_machine(model, load_automata(model), Options(reset_dead=True))
    return [one.text for one in explore(machine, limit=20_000).violations]


@pytest.mark.parametrize("defer", ["putback", "select", "ordered"])
def test_who_has_stopped_does_nothing_more(defer: str) -> None:
    text = WORKER.replace("SENDS", "w <- job(1); w <- job(0); w <- job(2); w <- job(0); assert(worker:jobs <= 2)")
    assert not found(text, defer=defer)
    lost = found(text.replace("job(0); w", "job(1); w"), defer=defer)
    assert lost == ["assert(worker:jobs <= 2) does not hold"]


@pytest.mark.parametrize(
    ("sends", "fails"),
    [("w <- job(0); w <- job(1)", True), ("w <- job(1); w <- job(0)", False), ("w <- last()", False)],
)
def test_a_message_that_comes_later_may_be_an_error(sends: str, fails: bool) -> None:
    told = found(WORKER.replace("SENDS", sends), stopped="error")
    assert told == (["this `worker` has stopped, and gets a message"] if fails else [])


def test_stop_is_a_name_where_something_has_it() -> None:
    text = "actortype a { var bool stop = true\n method f() if :: stop -> skip fi }\n"
    text += "main { actor x = create a(); x <- f() }"
    assert "goto" not in translated(text)
    assert "stop" in translated("mtype = { stop } mtype m = stop\n" + WORKER.replace("SENDS", "m == stop"))


@pytest.mark.parametrize(
    "text",
    [
        "actortype a { init() stop }\nmain { create a() }",
        "actortype a { method f() d_step { stop } }\nmain { actor x = create a(); x <- f() }",
        "actortype a { method f() skip }\nmain { actor x = create a(); x <- f(); stop }",
    ],
)
def test_where_no_actor_can_stop(text: str) -> None:
    assert codes(text) == ["E820"]


@pytest.mark.needs("spin", "gcc")
def test_spin_reads_what_stops() -> None:
    text = WORKER.replace("SENDS", "w <- job(0)")
    assert spin_accepts(translated(text)).accepted and spin_accepts(translated(text, watched=True)).accepted


def test_random_systems_have_actors_that_stop() -> None:
    systems = drawn_systems(60, 3)
    assert sum("stop" in system.text() and system.stopped == "error" for system in systems) > 5
