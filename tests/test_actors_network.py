"""Messages that get lost, come twice, or overtake others."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.judge.acceptance import spin_accepts
from tests.judge.actor_systems import drawn_systems
from tests.test_actors import codes, translated
from tests.test_actors_stopping import found

from penstock.faces.cli.main import main

LINE = """\
actortype server {
    var byte count, last
    method data(byte n) count++; last = n; assert(PROMISE)
}
actortype client {
    method go(actor to) to <- data(1); to <- data(2)
    method nothing() skip
}
main { actor s = create server(), c = create client(); c <- go(s) }
"""
PROMISES = {"lossy": "n == count", "duplicating": "count < 3", "reordering": "n == count"}


def line(kind: str, promise: str = "") -> str:
    return LINE.replace("PROMISE", promise or PROMISES[kind])


@pytest.mark.parametrize("kind", PROMISES)
@pytest.mark.parametrize("way", ["option", "all", "some", "others"])
def test_a_network_breaks_what_it_may_break(kind: str, way: str) -> None:
    before = {"all": f"network {kind}\n", "some": f"network {kind} for data\n", "others": f"network {kind} for go\n"}
    told = found(before.get(way, "") + line(kind), network=[kind] if way == "option" else [])
    assert told == ([] if way == "others" else [f"assert({PROMISES[kind]}) does not hold"])
    assert not found(line(kind))


@pytest.mark.parametrize(
    ("kinds", "promise"), [("lossy", "count < 3"), ("reordering", "count < 3"), ("duplicating", "n == last")]
)
def test_a_network_breaks_nothing_else(kinds: str, promise: str) -> None:
    assert not found(line("", promise), network=[kinds])
    assert found(line("", "count < 4"), network=["lossy", "duplicating"], mailbox=["4"])
    assert not found(line("", "count < 4"), network=["lossy", "duplicating"], mailbox=["3"])


def test_what_main_sends_and_what_an_actor_sends_to_itself_arrives() -> None:
    text = "actortype a { var byte n\n method f() n++; assert(n == 1); if :: n < 2 -> this <- g() :: else fi\n"
    text += "method g() assert(n == 1); n++ }\nmain { actor x = create a(); x <- f() }\nltl comes { <> (a:n == 2) }"
    assert translated(text) == translated(text, network=["lossy", "duplicating", "reordering"])


@pytest.mark.parametrize(
    ("before", "body", "code"),
    [
        ("network losy", "to <- data(1)", "E821"),
        ("network lossy for dta", "to <- data(1)", "E821"),
        ("network lossy", "d_step { to <- data(1) }", "E822"),
    ],
)
def test_what_is_wrong_with_a_network_is_told(before: str, body: str, code: str) -> None:
    text = line("lossy").replace("to <- data(1)", body)
    assert codes(f"{before}\n{text}") == [code]


def test_unknown_networks_are_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "line.apml"
    path.write_text(line("lossy"))
    assert main(["explore", str(path), "--network", "lossy,sluggish"]) == 2
    assert "a network is lossy, duplicating or reordering" in capsys.readouterr().err


@pytest.mark.needs("spin", "gcc")
@pytest.mark.parametrize("defer", ["putback", "select", "ordered"])
def test_spin_reads_networks(defer: str) -> None:
    assert spin_accepts(translated(line("lossy"), defer=defer, network=list(PROMISES))).accepted


def test_random_systems_have_networks() -> None:
    seen = [kind for system in drawn_systems(60, 3) for kind in system.network]
    assert min(seen.count(kind) for kind in PROMISES) > 3
