"""States of actors: what a message means depends on the state, which is left and entered by `goto`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.judge.acceptance import spin_accepts
from tests.test_actors import read, translated
from tests.test_actors_words import failures

from penstock.faces.cli.main import main

ROOT = Path(__file__).parents[1]
TURNSTILE = """\
actortype turnstile {
    var byte entered = 0, left = 0; bool lit

    state shut {
        entry { lit = false; entered++ }
        on coin(byte worth) restrain (worth > 0)
            assert(!lit);
            goto open
        on push() skip
        exit { left++ }
    }
    state open {
        entry { lit = true }
        defer coin
        on push()
            if
            :: lit -> goto shut
            :: else
            fi;
            assert(false)
    }
    method report() assert(REPORT)
}
main { actor t = create turnstile(); t <- coin(1); t <- push(); MORE }
"""


def turnstile(report: str, more: str) -> str:
    return TURNSTILE.replace("REPORT", report).replace("MORE", more)


def test_states_are_entered_and_left() -> None:
    assert failures(turnstile("entered == 2 && left == 1 && !lit", "t <- report()")) == []
    assert len(failures(turnstile("entered == 2 && left == 1 && lit", "t <- report()"))) == 1
    assert failures(turnstile("true", "t <- coin(2); t <- coin(1); t <- push()")) == []


def test_a_message_that_a_state_does_not_know_is_an_error_of_that_state() -> None:
    text = turnstile("true", "t <- coin(1)").replace("        on push() skip\n", "").replace("t <- coin(1); ", "")
    assert failures(text) == ["unhandled message: state `shut` of `turnstile` does not handle `push`"]


def test_an_actor_is_where_its_state_says() -> None:
    later = "(turnstile@open); assert(!turnstile@shut && turnstile:lit); t <- push(); (turnstile[1]@shut)"
    text = turnstile("true", later).replace("t <- push(); (turnstile@", "(turnstile@")
    assert failures(text) == []
    assert "turnstile[1]:state == shut" in translated(text)


def test_init_says_where_an_actor_begins() -> None:
    text = (
        "actortype a { var byte n; init(bool late) if :: late -> goto second :: else fi; n = 1\n"
        "state first { on f() assert(n == 1) } state second { entry { n = n + 2 } on f() assert(n == WANTED) } }"
        "main { actor x = create a(true), y = create a(false); x <- f(); y <- f() }"
    )
    assert failures(text.replace("WANTED", "2")) == []
    assert len(failures(text.replace("WANTED", "3"))) == 1


def test_parameters_are_called_differently_in_each_state() -> None:
    text = (
        "actortype a { var byte sum; state one { on f(byte m, n) { byte k = m; sum = k - n; goto two } }"
        "state two { on f(n, k) { byte m = n; assert(m == 4 && k == 1 && sum == 2) } } }"
        "main { actor x = create a(); x <- f(5, 3); x <- f(4, 1) }"
    )
    assert failures(text) == []
    assert len(failures(text.replace("f(4, 1)", "f(1, 4)"))) == 1


def test_a_parameter_that_hides_a_variable_in_one_state_only_is_refused() -> None:
    text = "actortype a { var byte sum\n state one { on f(byte m) goto two }\n state two { on f(byte sum) skip } }"
    assert not read(text + "main { actor x = create a(); x <- f(5) }").ok


def test_words_of_states_are_names_elsewhere() -> None:
    text = (
        "actortype a { var byte on, entry, exit, state\n state idle { on f(byte on_) on = on_; goto state\n"
        "entry { entry = 1 } exit { exit = 1 } } state state { on f(byte n) state = n } }"
        "main { actor x = create a(); x <- f(5); x <- f(5) }"
    )
    assert failures(text) == []


@pytest.mark.needs("spin", "gcc")
@pytest.mark.parametrize(("defer", "verdict"), [("ordered", "holds"), ("putback", "violated")])
def test_the_example(defer: str, verdict: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = ROOT / "examples/actors/connection.apml"
    main(["verify", str(path), "--defer", defer, "--format", "json"])
    found = json.loads(capsys.readouterr().out)
    verdicts = {one["name"]: one["verdict"] for one in found["properties"]}
    assert (verdicts["safety"], verdicts["released"], verdicts["turns"]) == ("holds", verdict, verdict)
    assert not [one for one in found["unreached"] if "does not handle" in one["statement"]]
    assert spin_accepts(translated(path.read_text())).accepted
    main(["verify", str(path), "-DHASTY", "--defer", defer, "--property", "safety"])
    assert "is in state" in capsys.readouterr().out


@pytest.mark.parametrize("defer", ["putback", "ordered"])
def test_nobody_interrupts_the_way_to_another_state(
    defer: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """What the entry sends to itself finds the place of the message that is being handled."""
    path = tmp_path / "busy.apml"
    path.write_text(
        "actortype a { var byte n; state one { on f() n++; goto two\n on g() skip }"
        "state two { on g() skip\n ignore f\n entry { this <- g() } } }"
        "main { actor x = create a(); x <- f(); x <- f(); x <- f() }"
    )
    assert main(["explore", str(path), "--mailbox", "1", "--defer", defer]) == 0, capsys.readouterr().out


def test_where_states_are_left_is_not_called_unreachable() -> None:
    text = "actortype a { state s { on m() after(1) this <- m(); goto t } state t { defer m; on n() goto s } }\n"
    model = read(text.replace("m; on", "m\non") + "main { actor x = create a(); x <- m(); x <- n() }")
    assert model.ok and not model.diagnostics.records
