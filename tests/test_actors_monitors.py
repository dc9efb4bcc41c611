"""Monitors: what must hold of the messages that are handled, as assertions and as states that must be left again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.judge.acceptance import spin_accepts
from tests.judge.actor_behaviour import Interpreter, TooLarge
from tests.judge.actor_systems import drawn_systems, read
from tests.test_actors import translated
from tests.test_actors_words import failures

from penstock.faces.cli.main import main

BELL = """\
actortype bell {
    var byte level
    method ring(byte times; actor who) level = times
    method mute() ignore (level == 0) level = 0
}
monitor noise observes bell.ring, bell.mute {
    var byte rung = 0; actor last = nobody
    state quiet {
        on ring(level, who)
            rung++;
            assert(level < 3 && who != last);
            last = who;
            goto loud
        on mute() assert(false)
    }
    hot state loud {
        on mute() if :: rung > 0 -> goto quiet :: else fi
    }
}
main { actor b = create bell(), c = create bell(); SENDS }
"""


def bell(sends: str) -> str:
    return BELL.replace("SENDS", sends)


def test_monitors_see_what_is_handled_and_nothing_else() -> None:
    assert failures(bell("b <- mute(); b <- ring(2, b); b <- mute(); b <- ring(1, c)")) == []
    assert len(failures(bell("b <- ring(2, b); b <- mute(); b <- ring(1, b)"))) == 1
    assert len(failures(bell("b <- ring(3, b)"))) == 1
    assert failures(bell("b <- ring(2, b); b <- ring(9, b)")) == []


def test_a_model_without_observed_messages_is_as_large_as_without_a_monitor(capsys: pytest.CaptureFixture[str]) -> None:
    text = bell("skip")
    begin, end = text.index("monitor"), text.index("main")
    assert translated(text).count("proctype") == translated(text[:begin] + text[end:]).count("proctype") == 1


@pytest.mark.needs("spin", "gcc")
@pytest.mark.parametrize(
    ("sends", "verdict"), [("b <- ring(2, b); b <- mute()", "holds"), ("b <- ring(2, b)", "violated")]
)
def test_hot_states_must_be_left(sends: str, verdict: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "bell.apml"
    path.write_text(bell(sends))
    main(["verify", str(path), "--format", "json"])
    found = json.loads(capsys.readouterr().out)
    assert {one["name"]: one["verdict"] for one in found["properties"]} == {"safety": "holds", "noise": verdict}
    assert spin_accepts(translated(bell(sends))).accepted


def _is_small(judge: Interpreter) -> bool:
    try:
        judge.run()
    except TooLarge:
        return False
    return True


@pytest.mark.slow
@pytest.mark.needs("spin", "gcc")
def test_runs_that_stay_hot_are_those_of_the_interpreter(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    seen = {True: 0, False: 0}
    for system in drawn_systems(300, 11):
        for defer in ("putback", "ordered"):
            judge = Interpreter(system, defer, 1500)
            if system.watching is None or not system.watching.hot or not _is_small(judge):
                continue
            hot = judge.stays_hot()
            if seen[hot] >= 5:
                continue
            path = tmp_path / "system.apml"
            path.write_text(system.text())
            options = ["--test", system.choice] if system.choice else []
            options += [] if system.carried else [word for kind in system.network for word in ("--network", kind)]
            options += ["--crash", f"t{system.crash[0]}={system.crash[1]}"] if system.crash is not None else []
            options += ["--defer", defer, "--mailbox", str(system.size), "--stopped", system.stopped]
            main(["verify", str(path), *options, "--property", "watch", "--format", "json"])
            found = json.loads(capsys.readouterr().out)["properties"][0]
            assert found["verdict"] == ("violated" if hot else "holds"), (defer, system.text())
            seen[hot] += 1
    assert min(seen.values()) >= 4, seen


def test_monitors_are_in_random_systems() -> None:
    """What the random judge compares has monitors in it."""
    drawn = [system for number in range(4) for system in drawn_systems(15, number)]
    found = [system for system in drawn if system.monitor is not None]
    assert len(found) > 10 and all("monitor watch" in system.text() and read(system, "ordered").ok for system in found)
