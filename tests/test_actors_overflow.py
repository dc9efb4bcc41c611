"""Mailboxes that overflow: an error if that is wanted, and who floods whom."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.judge.actor_systems import drawn_systems
from tests.loading import load_automata
from tests.test_actors import read

from penstock.faces.cli.main import main
from penstock.machine import Exploration, Options, build_machine, explore
from penstock.syntax.wording import OVERFLOW

BUFFER = str(Path(__file__).parent.parent / "examples" / "actors" / "buffer.apml")
QUEUE = """\
actortype desk {
    var bool busy = true
    method ask(byte number) defer (busy) skip
    method ring() skip
}
actortype guest {
    init(actor d) d <- ask(1); d <- ring()
}
main { actor d = create desk(); d <- ask(2); create guest(d) }
"""
MOST = 400
LONG = 6
"""A mailbox that is hardly ever full."""


@pytest.mark.parametrize("defer", ["putback", "select", "ordered"])
@pytest.mark.needs("spin", "gcc")
def test_who_floods_whom(defer: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--overflow", "error", "--property", "safety", "--defer", defer]
    assert main(["verify", BUFFER, *words]) == 1
    said = capsys.readouterr().out
    assert "safety: overflow: no room for `store <- put(next)` (" in said
    assert "the mailbox of `buffer#1` holds 3 `put` from producer#1: no room for more than 3" in said
    assert main(["verify", BUFFER, *words, "--format", "json"]) == 1
    failure = json.loads(capsys.readouterr().out)["properties"][0]["failure"]
    assert failure["kind"] == "overflow" and failure["at"]["process"] == "producer#1"
    shares = [{"sender": "producer#1", "method": "put", "messages": 3}]
    assert failure["full"] == [{"actor": "buffer#1", "capacity": 3, "shares": shares}]


@pytest.mark.needs("spin", "gcc")
def test_who_blocks_whom(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", BUFFER, "--defer", "ordered", "--format", "json"]) == 1
    failure = json.loads(capsys.readouterr().out)["properties"][0]["failure"]
    assert failure["kind"] == "deadlock" and failure["full"][0]["shares"][0]["sender"] == "producer#1"


@pytest.mark.parametrize("defer", ["putback", "ordered"])
@pytest.mark.needs("spin", "gcc")
def test_who_puts_back_is_not_the_sender(defer: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "desk.apml"
    path.write_text(QUEUE)
    words = ["verify", str(path), "--overflow", "error", "--property", "safety", "--defer", defer, "--mailbox", "2"]
    assert main([*words, "--format", "json"]) == 1
    full = json.loads(capsys.readouterr().out)["properties"][0]["failure"]["full"]
    assert [one["actor"] for one in full] == ["desk#1"]
    senders = {share["sender"] for share in full[0]["shares"]}
    assert senders == {"main", "guest#1"} and sum(share["messages"] for share in full[0]["shares"]) == 2


def test_nobody_gets_a_message_too_many(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Whoever is no actor has no mailbox either."""
    path = tmp_path / "nobody.apml"
    path.write_text("actortype a { method m() skip } main { actor x = create a(), y = nobody; x <- m(); y <- m() }")
    assert main(["explore", str(path), "--overflow", "error"]) == 1
    assert "the actor that this message is for does not exist" in capsys.readouterr().out


@pytest.mark.slow
def test_a_mailbox_overflows_where_a_longer_one_would_hold_more() -> None:
    """In random systems: a mailbox that holds what is in the fullest of long ones is long enough."""
    compared = 0
    for system in drawn_systems(80, 23):
        if "stop" in system.text() or compared >= 16:
            continue
        for defer in ("putback", "ordered"):
            longest = _explored(system.text(), defer, LONG, "wait")
            most = _fullest(longest)
            if longest.complete and 1 < most < LONG:
                enough, short = (_explored(system.text(), defer, length, "error") for length in (most, most - 1))
                assert enough.complete and short.complete
                assert not _overflowing(enough) and _overflowing(short), (defer, system.text())
                compared += 2
    assert compared >= 16, compared


def _explored(text: str, defer: str, length: int, overflow: str) -> Exploration:
    model = read(text, defer=defer, mailbox=[str(length)], overflow=overflow)
    limit = MOST if overflow == "wait" else 10 * MOST
    return explore(build_machine(model, load_automata(model), Options(reset_dead=True)), limit=limit)


def _overflowing(found: Exploration) -> bool:
    return any(one.text.startswith(OVERFLOW) for one in found.violations)


def _fullest(found: Exploration) -> int:
    """The most messages that are in one channel."""
    return max((len(queue) - 1 for state in found.order for queue in state[1]), default=0)


def test_overflow_is_not_judged_where_actors_stop(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "stops.apml"
    path.write_text("actortype a { method m() stop } main { actor x = create a(); x <- m(); x <- m() }")
    assert main(["explore", str(path), "--overflow", "error"]) == 2
    assert "not for a model with actors that stop, like `a`" in capsys.readouterr().err
