"""Messages that come later, and actors that crash."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.judge.acceptance import spin_accepts
from tests.judge.actor_systems import drawn_systems
from tests.judge.comparing_states import compare_states
from tests.test_actors import codes, read, translated
from tests.test_actors_stopping import found

from penstock.faces.cli.main import main

WATCHED = """\
actortype node {
    var actor watcher
    init(actor w) watcher = w
    method beat()
        watcher <- alive();
        after(PERIOD) this <- beat()
}
actortype detector {
    var bool seen = false, suspected = false
    method alive() seen = true
    method check()
        if :: !seen -> suspected = true :: else -> after(3) self <- check() fi;
        seen = false
}
main {
    actor d = create detector(), n = create node(d);
    n <- beat();
    after(3) d <- check()
}
ltl calm { [] !detector[1]:suspected }
test dies with crash node=1 expects violated by calm {
    actor d = create detector(), n = create node(d);
    n <- beat();
    after(3) d <- check()
}
"""
ORDER = """\
actortype x {
    var byte last = 0, most = 0
    method go(byte n; byte wanted) restrain (RESTRAIN)
        assert(last == wanted);
        last = n
}
main {
    actor a = create x();
    byte three = 3;
    after(1000) a <- go(4, 3);
    after(three) a <- go(2, 1);
    after(7 * three) a <- go(3, 2);
    a <- go(1, 0);
    after(0) nobody_later <- go(0, 0)
}
"""


def test_messages_come_in_the_order_of_time() -> None:
    text = ORDER.replace("    after(0) nobody_later <- go(0, 0)\n", "").replace("RESTRAIN", "last < 9")
    for defer in ("putback", "select", "ordered"):
        assert not found(text, defer=defer)
    assert found(text.replace("after(1000)", "after(20)"), defer="ordered") == ["assert(last == wanted) does not hold"]


def test_a_message_to_nobody_is_noticed_when_it_is_sent() -> None:
    text = ORDER.replace("nobody_later", "nobody").replace("RESTRAIN", "true")
    assert "the actor that this message is for does not exist" in found(text, defer="ordered")


def test_there_is_room_for_so_many() -> None:
    text = ORDER.replace("    after(0) nobody_later <- go(0, 0)\n", "").replace("RESTRAIN", "true")
    assert not found(text, delayed=3)
    assert any("more than 2 messages wait for their time" in one for one in found(text, delayed=2))


@pytest.mark.needs("spin", "gcc")
def test_a_crash_is_noticed_in_time(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "watched.apml"
    path.write_text(WATCHED.replace("PERIOD", "2"))
    assert main(["verify", str(path), "--property", "calm"]) == 0, capsys.readouterr().out
    assert main(["verify", str(path), "--property", "calm", "--crash", "node=1"]) == 1
    shown = capsys.readouterr().out
    assert "crashes" in shown and "post" in shown and "tick" in shown
    assert "due[" not in shown and "later_to" not in shown and "node_crashes" not in shown
    assert main(["test", str(path)]) == 0, capsys.readouterr().out
    path.write_text(WATCHED.replace("PERIOD", "4"))
    assert main(["verify", str(path), "--property", "calm"]) == 1


@pytest.mark.needs("spin", "gcc")
def test_spin_finds_the_same_states() -> None:
    text = translated(WATCHED.replace("PERIOD", "2").partition("ltl")[0], crash=("node=1",))
    assert "timer" in text
    assert spin_accepts(translated(ORDER.replace("RESTRAIN", "true").replace("nobody_later", "a"))).accepted
    compared = compare_states(text, seconds=20.0, most=20_000)
    assert compared.agreed, compared.difference


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("after(2) n = 1", "E824"),
        ("after(40000) this <- m(1)", "E824"),
        ("after(0 - 1) this <- m(1)", "E824"),
        ("after(this) this <- m(1)", "E824"),
        ("byte set; after(1) this <- m(1)", "E824"),
        ("after(1) this <- other()", "E802"),
        ("after(1) n <- m(1)", "E804"),
        ("after(1) this <- m(1, 2)", "E803"),
    ],
)
def test_mistakes(body: str, code: str) -> None:
    text = f"actortype a {{ var byte n\n method m(byte k) n = k; {body} }}\nmain {{ create a() }}"
    assert code in codes(text)


def test_the_order_of_what_tells_a_time_matters() -> None:
    text = """\
actortype x {
    var bool open = false; byte last = 0
    method wait(byte n) restrain (open) after(n) this <- tell()
    method tell() last++
    method unlock() open = true
}
main { actor a = create x(); a <- wait(1); a <- wait(2); a <- unlock() }
"""
    assert "turn < len(this)" in translated(text, defer="select")
    assert "turn < len(this)" not in translated(text.replace("after(n)", "after(1)"), defer="select")


def test_time_would_stand_still() -> None:
    text = "actortype a { var byte n\n method m(byte k) restrain (k == n) after(1) this <- m(n) }\nmain { create a() }"
    assert read(text).ok and read(text, defer="ordered").ok
    assert [one.code for one in read(text, defer="select").diagnostics.records] == ["E824"]
    assert [one.code for one in read("byte n;\n" + text.replace("var byte n", "")).diagnostics.records] == ["E824"]


def test_after_and_crash_are_names_where_something_has_them() -> None:
    text = "inline after(n) { n = n + 1 }\nactortype a { var byte crash\n method set() after(crash) }\n"
    assert read(text + "main { actor x = create a(); x <- set() }").ok
    timed = "actortype a { method set() after(1) this <- set() }\nmain { actor x = create a(); x <- set() }"
    assert "set_message" in translated(timed)


@pytest.mark.parametrize(("given", "told"), [("nods=1", "no actor type `nods`"), ("node", "write TYPE=N")])
def test_who_may_crash(given: str, told: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "watched.apml"
    path.write_text(WATCHED.replace("PERIOD", "2"))
    assert main(["explore", str(path), "--crash", given]) == 2
    assert told in capsys.readouterr().err


def test_random_systems_crash_and_wait() -> None:
    systems = drawn_systems(60, 3)
    assert sum("after(" in system.text() for system in systems) > 5
    assert sum(system.crash is not None for system in systems) > 5
