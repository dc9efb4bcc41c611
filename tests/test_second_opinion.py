"""`scripts/confirm-bounds` confirms what follows from SPIN's automata, and nothing else."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.judge.fuzz_second_opinion import SCRIPT, loaded, opinion, opinions, visited

from penstock import Source, bound
from penstock.tasks.bound_artifacts import certificate_of

pytestmark = [pytest.mark.needs("spin", "gcc"), pytest.mark.slow]
ROOT = SCRIPT.parent.parent
CHECKER = loaded()

TWICE = """chan q = [2] of { byte }; chan r = [2] of { byte }; byte g[2];
active proctype P() { q!g[0] }
active proctype R() { if :: q?1 -> r!1; r!1 :: q?2 fi }"""
COUNTER = "chan q = [1] of { byte };\nactive proctype P() { byte i; do :: i < 3 -> q!1; i++ :: else -> break od }"
WRAPS = COUNTER.replace("i < 3", "i < 300")
STARTED = """chan q = [1] of { byte };
proctype C(chan c; byte n) { do :: n > 0 -> c!1; n-- :: else -> break od }
init { run C(q, 2); run C(q, 1) }"""
FIELD = """chan q = [2] of { byte }; chan r = [2] of { byte };
active proctype P() { q!256 }
active proctype R() { if :: q?0 -> r!1 :: q?1 fi }"""
ANY = """chan q = [1] of { byte }; chan r = [1] of { byte }; chan c;
active proctype P() { if :: c = q :: c = r fi; c!1 }
active proctype Q() { c!1 }"""
RECEIVED = """chan q = [1] of { byte }; chan m = [1] of { chan }; chan c;
active proctype P() { m!q; m?c; c!1 }"""
ELSE = """chan q = [1] of { byte }; byte x;
active proctype P() { do :: x > 0 -> break :: else -> q!1 od }
active proctype Q() { x = 1 }"""
INSIDE = "typedef T { chan c }\nT t; chan q = [1] of { byte };\nactive proctype P() { t.c = q; t.c!1 }"
ONE = {"messages 1 q [None]": 1}
BOTH = {**ONE, "messages 2 r [None]": 1}


@pytest.mark.parametrize(
    ("text", "channel", "weights", "most"),
    [
        (COUNTER, "q", ONE, 3),
        (WRAPS, "q", ONE, None),
        (STARTED, "q", ONE, 3),
        (TWICE, "r", {"messages 1 q:1 [1]": 2, "messages 1 q:2 [2]": 0, "messages 2 r [None]": 1}, 2),
        (FIELD, "r", {"messages 1 q:0 [0]": 1, "messages 1 q:1 [1]": 0, "messages 2 r [None]": 1}, 1),
        (ANY, "q", BOTH, 2),
        (ANY, "q", {**ONE, "messages 2 r [None]": 0}, 2),
        (RECEIVED, "q", {**ONE, "messages 2 m [None]": 0}, 1),
        (ELSE, "q", ONE, None),
    ],
)
def test_the_least_bound_that_is_confirmed(
    text: str, channel: str, weights: dict[str, int], most: int | None, tmp_path: Path
) -> None:
    model = tmp_path / "model.pml"
    model.write_text(text)
    read = CHECKER.Model(model, [])

    def said(claimed: int) -> str:
        claim = {"name": channel, "bound": claimed, "proofs": [{"weights": weights}]}
        return opinion(CHECKER, read, claim, {channel})

    if most is None:
        assert said(10**6) == "not confirmed"
    else:
        assert [said(most - 1), said(most)] == ["not confirmed", "confirmed"]
        lighter = dict.fromkeys(weights, 0)
        claim = {"name": channel, "bound": most, "proofs": [{"weights": lighter}]}
        assert opinion(CHECKER, read, claim, {channel}) == "not confirmed"


ALIASES = """chan q[2] = [1] of { byte }; chan to[2]; chan r = [1] of { byte };
init { to[0] = q[1]; to[1] = q[0]; run P(0); run P(1) }
proctype P(byte n) { to[n]!1; r!1; do :: r?1 -> r!1 od }"""
AMONG_OTHERS = ALIASES.replace("to[1] = q[0]", "to[1] = r")


@pytest.mark.parametrize(("text", "most"), [(ALIASES, 2), (AMONG_OTHERS, 4)])
def test_channels_that_an_array_may_stand_for(text: str, most: int, tmp_path: Path) -> None:
    model = tmp_path / "model.pml"
    model.write_text(text)
    read = CHECKER.Model(model, [])
    said = [
        opinion(
            CHECKER, read, {"name": "r", "bound": bound, "proofs": [{"weights": {"messages 3 r [None]": 1}}]}, {"r"}
        )
        for bound in (most, most - 1)
    ]
    assert said == ["confirmed", "not confirmed"]


SHAKEN = """#define SIZE 2
chan q = [SIZE] of { byte }; chan s = [0] of { bit };
active proctype P() { chan own = [1] of { bit }; q!1; q!2; s!1; if :: full(q) -> q!3 :: nfull(q) fi; own!1 }
active proctype Q() { s?1; q?1 }"""


def test_all_states_are_those_of_channels_that_are_never_full(tmp_path: Path) -> None:
    """`full` is never true, so that nothing is sent because of it; one more than is claimed would be noticed."""
    model = tmp_path / "model.pml"
    model.write_text(SHAKEN)
    claims = [{"name": "q", "bound": 2}, {"name": "P.own", "bound": 1}]
    assert CHECKER.all_states(model, [], claims, 60) > 5
    for q, own in (1, 1), (2, 0):
        with pytest.raises(CHECKER.Fails):
            CHECKER.all_states(model, [], [{"name": "q", "bound": q}, {"name": "P.own", "bound": own}], 60)
    with pytest.raises(CHECKER.Beyond):
        CHECKER.all_states(model, [], claims[:1], 60)


@pytest.mark.parametrize("wait", ["do :: i++ :: q!1; q?1 od", "do :: i < 1200000 -> i++ :: else -> break od; q!1; q!1"])
def test_a_search_that_does_not_come_to_its_end_is_no_answer(wait: str, tmp_path: Path) -> None:
    """Out of time, or deeper than the verifier goes."""
    model = tmp_path / "model.pml"
    model.write_text(f"chan q = [1] of {{ byte }}; active proctype P() {{ int i; {wait} }}")
    with pytest.raises(CHECKER.Beyond):
        CHECKER.all_states(model, [], [{"name": "q", "bound": 1}], 4)


def test_what_is_not_read_is_said(tmp_path: Path) -> None:
    model = tmp_path / "model.pml"
    model.write_text(INSIDE)
    claim = {"name": "q", "bound": 1, "proofs": [{"weights": ONE}]}
    assert opinion(CHECKER, CHECKER.Model(model, []), claim, {"q"}) == "beyond"


def test_the_script_as_users_call_it(tmp_path: Path) -> None:
    model, proof = ROOT / "examples" / "granting.pml", tmp_path / "proof.json"
    claimed = certificate_of(bound(Source(str(model))))
    assert claimed is not None
    proof.write_text(json.dumps(claimed))
    assert _call(proof, model) == (0, "AB: at most 11: confirmed\nBA: at most 3: confirmed\n")
    claimed["channels"][0]["bound"] = 6
    proof.write_text(json.dumps(claimed))
    assert _call(proof, model) == (0, "AB: at most 6: confirmed by all 26 states\nBA: at most 3: confirmed\n")
    claimed["channels"][0]["bound"] = 5
    proof.write_text(json.dumps(claimed))
    status, told = _call(proof, model)
    assert status == 1 and "AB: at most 5: not confirmed: the sum is 11 at the start" in told


def _call(proof: Path, model: Path) -> tuple[int, str]:
    done = subprocess.run([sys.executable, SCRIPT, proof, model], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


@pytest.mark.parametrize("seed", [11, 22, 28])
def test_all_states_are_visited(seed: int) -> None:
    told = visited(seed, CHECKER)
    assert (told["holds"], told["fails"], told["wrong"]) == (1, 1, 0)


@pytest.mark.parametrize("seed", [1, 2, 5])
def test_no_bound_that_is_too_small_is_confirmed(seed: int) -> None:
    assert not opinions(seed, CHECKER)["wrong"]
