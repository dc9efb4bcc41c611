"""Addresses of actors: compared with each other, and with that of nobody."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.judge.acceptance import spin_accepts
from tests.test_actors import read, translated

from penstock.faces.cli.main import main

CHAIN = """\
actortype node {
    var actor after = nobody, before; byte hops = 9

    init(actor other)
        before = other

    method link(actor n) restrain (after == nobody && n != this)
        after = n;
        before = nobody

    method pass(byte count)
        if
        :: after != nobody && after != this -> after <- pass(count + 1)
        :: else -> hops = count; assert(before != nobody && before != this)
        fi

    method cut()
        after = nobody;
        after <- pass(0)
}
actor anyone = nobody;
main {
    actor a = create node(nobody), b = create node(a);
    a <- link(b);
    a <- pass(0);
    if
    :: a == b -> assert(false)
    :: anyone == nobody -> ENDS
    fi
}
ltl linked { [] (node:after != nobody -> node:after != anyone) }
"""


@pytest.mark.parametrize("defer", ["putback", "ordered"])
def test_addresses_are_compared(defer: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "chain.apml"
    path.write_text(CHAIN.replace("ENDS", "b:hops == 1").replace("b:hops", "node[2]:hops"))
    assert main(["explore", str(path), "--defer", defer]) == 0, capsys.readouterr().out
    path.write_text(CHAIN.replace("ENDS", "a <- cut()"))
    assert main(["explore", str(path), "--defer", defer]) == 1
    assert "the actor that this message is for does not exist" in capsys.readouterr().out


@pytest.mark.needs("spin", "gcc")
def test_spin_reads_nobody() -> None:
    assert spin_accepts(translated(CHAIN.replace("ENDS", "a <- cut()"))).accepted


def test_a_model_may_have_the_name_itself() -> None:
    assert read("actortype a { method nobody() skip }\nmain { actor x = create a(); x <- nobody() }").ok
    assert read("byte nobody = 1;\nactortype a { method f() assert(nobody == 1) }\nmain { create a() }").ok
    both = (
        "actortype a { method nobody() skip }\nmain { actor x; if :: x == nobody -> x = create a() fi; x <- nobody() }"
    )
    assert spin_accepts(translated(both)).accepted
    wrong = read("actortype a { var byte n = nobody\n method f() skip }\nmain { create a() }")
    assert [record.code for record in wrong.diagnostics.records] == ["E804"]
