"""The formatter on actor models: their style, and that it keeps comments and meaning."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest
from tests.judge.actor_formats import formatted, is_kept, meaning
from tests.judge.actor_systems import drawn_systems
from tests.judge.scrambling import scramble
from tests.support import batches
from tests.test_actors import EXAMPLES, every_example

from penstock.faces.cli.main import main

UNTIDY = """\
network lossy for ping
enum colour{red,green}
struct pair{byte a;actor b}
actortype   a{var actor<a>other;byte n=0 // how many
init(actor one)other=one
method ping( byte x )restrain( x<2 )  defer(n>3)
n++ ; other<-ping( n )
method pong()if::n>0->n--::else fi
/* about the state */
state idle{ entry{n=0} on go(){ n=1 }
on stopping(actor who)who<-pong();goto busy
defer ping,pong
}
state busy{}}
monitor m observes a.ping{var byte seen=0
state s{on ping(x)seen++
assert(seen<3);goto t}
hot state t{on ping(x)goto s}}
test two(N in 1..2)with m,defer ordered expects violated by m{create a(nobody)}
main{actor x=create a(nobody);x<-ping(1)
}
"""
TIDY = """\
network lossy for ping
enum colour { red, green }

struct pair {
    byte a;
    actor b
}

actortype a {
    var
        actor<a> other;
        byte n = 0 // how many
    init(actor one) other = one
    method ping(byte x) restrain (x < 2) defer (n > 3)
        n++;
        other <- ping(n)
    method pong()
        if
        :: n > 0 -> n--
        :: else
        fi
    /* about the state */
    state idle {
        entry {
            n = 0
        }
        on go() {
            n = 1
        }
        on stopping(actor who)
            who <- pong();
            goto busy
        defer ping, pong
    }
    state busy { }
}

monitor m observes a.ping {
    var byte seen = 0
    state s {
        on ping(x)
            seen++
            assert(seen < 3);
            goto t
    }
    hot state t {
        on ping(x) goto s
    }
}

test two(N in 1..2) with m, defer ordered expects violated by m {
    create a(nobody)
}

main {
    actor x = create a(nobody);
    x <- ping(1)
}
"""


def test_style() -> None:
    assert formatted(UNTIDY) == TIDY
    assert formatted(TIDY) == TIDY


def test_a_minus_is_a_minus() -> None:
    text = "actortype a {\n    method f(int x)\n        x = 2;\n        x = x < -x || x < -1\n}\n"
    assert formatted(text) == text
    assert formatted(text.replace("x < -1", "x<-1")) == text


@every_example
def test_models_keep_what_they_mean(path: Path) -> None:
    text = path.read_text()
    assert meaning(text) is not None
    assert is_kept(text)
    for seed in range(3):
        assert is_kept(scramble(text, seed)), seed


@pytest.mark.parametrize("batch", batches(5))
def test_random_systems_keep_what_they_mean(batch: int) -> None:
    for number, system in enumerate(drawn_systems(10, batch)):
        assert is_kept(system.text())
        assert is_kept(scramble(system.text(), number))


def test_the_judge_sees_differences() -> None:
    text = EXAMPLES[0].read_text()
    assert meaning(text.replace("number + 1", "number + 2")) != meaning(text)
    assert meaning(text.replace("now = 1 - now;\n", "now = 1 - now\n")) == meaning(text)


def test_the_command_formats_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.apml"
    path.write_text(dedent("actortype a{method f()skip}\nmain{actor x=create a();x<-f()}"))
    assert main(["format", str(path)]) == 0
    assert "    x <- f()\n" in capsys.readouterr().out + path.read_text()
    path.with_suffix(".pch").write_text("")
    assert main(["format", str(path.with_suffix(".pch"))]) == 2


def test_braces_may_begin_lines() -> None:
    text = "actortype a\n{\nstate x\n{\nentry\n{\nskip\n}\non m()\n{\nskip\n}\n}\n}\nmain\n{\ncreate a()\n}\n"
    assert meaning(text) is not None
    once = formatted(text)
    assert [line.strip() for line in once.splitlines() if line.endswith("{")] == [
        "actortype a {",
        "state x {",
        "entry {",
        "on m() {",
        "main {",
    ]
