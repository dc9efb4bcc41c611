"""Messages that carry arrays and records."""

from __future__ import annotations

import pytest
from tests.judge.acceptance import spin_accepts
from tests.judge.actor_systems import drawn_systems
from tests.test_actors import codes, translated
from tests.test_actors_stopping import found

CARRIES = """\
struct point { byte x, y; actor who[2] }
actortype a {
    var byte got[2]; byte sum = 0
    method put(byte row[2]; point p; bool last) restrain (sum + row[1] < 9)
        got[0] = row[1];
        sum = sum + row[0] + p.y;
        assert(p.who[1] == this && p.who[0] == nobody);
        if
        :: !last -> p.x = 7; p.who[1] <- put(row, p, true)
        :: else -> assert(p.x == 7 && sum == WANTED)
        fi
}
monitor twos observes a.put { state only { on put(row, p, last) assert(row[1] == 2 && p.y == 3) } }
main {
    actor o = create a();
    point q, all[2];
    byte r[2];
    r[0] = 1; r[1] = 2;
    q.y = 3; q.who[1] = o;
    all[1].y = q.y; all[1].who[1] = o;
    o <- put(r, all[1], false)
}
"""


@pytest.mark.parametrize("defer", ["putback", "select", "ordered"])
def test_all_parts_come_along(defer: str) -> None:
    assert not found(CARRIES.replace("WANTED", "8"), defer=defer)
    wrong = found(CARRIES.replace("WANTED", "8").replace("r[1] = 2", "r[1] = 3"), defer=defer)
    assert wrong == ["monitor `twos`: `row[1] == 2 && p.y == 3` does not hold"]


@pytest.mark.needs("spin", "gcc")
def test_spin_reads_parts() -> None:
    text = translated(CARRIES.replace("WANTED", "8"))
    assert "this?put(row[0], row[1], p.x, p.y, p.who[0], p.who[1], last)" in text
    assert spin_accepts(text).accepted


@pytest.mark.parametrize(
    ("method", "sends", "code"),
    [
        ("put(byte r[2])", "byte k; o <- put(k)", "E804"),
        ("put(byte r[2])", "byte k[3]; o <- put(k)", "E804"),
        ("put(byte r[2])", "o <- put(1)", "E804"),
        ("put(byte r)", "byte k[2]; o <- put(k)", "E804"),
        ("put(two r)", "one k; o <- put(k)", "E804"),
        ("put(byte r[100])", "skip", "E812"),
        ("put(timed r)", "skip", "E812"),
    ],
)
def test_mistakes(method: str, sends: str, code: str) -> None:
    types = "struct one { byte x }\nstruct two { byte x, y }\nstruct timed { timer t }\n"
    text = types + f"actortype a {{ method {method} skip }}\nmain {{ actor o = create a(); {sends} }}"
    assert code in codes(text)
    assert codes("actortype a { init(byte r[2]) skip\n method f() skip }\nmain { skip }")[0] == "E812"


def test_random_systems_carry_parts() -> None:
    parts = [system.part for system in drawn_systems(40, 3) if any(takes for _, takes in system.names)]
    assert {"", "[1]", ".number"} == set(parts)
