"""Bounds that rest on the order of messages: first in, first out."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from tests.judge.fuzz_order import SYSTEMS, judge_order
from tests.loading import load_automata
from tests.support import batches, load_text

from penstock.bounds.certificates.certificate import certificate, recheck
from penstock.bounds.certificates.trial import Claims, WrongProof, try_claims
from penstock.bounds.evidence import Refused
from penstock.bounds.proofs.order import limit_of
from penstock.bounds.refinement import refined
from penstock.bounds.verdict import BOUNDED, UNKNOWN, BoundResult, ProofKind, boundedness
from penstock.budget import Budget
from penstock.control import Automaton
from penstock.tasks.models import processes_of

RING = """
#define N %d
mtype = { token, data };
chan link[N] = [4] of { mtype };
proctype station(byte i) {
    do
    :: link[i]%sdata
    :: link[i]?token ->
        if :: link[(i + 1) %% N]!data :: skip fi;
        link[(i + 1) %% N]!token
    od
}
init {
    byte n;
    atomic { do :: n < N -> run station(n); n++ :: else -> break od };
    link[0]!token
}
"""


def _decided(text: str) -> tuple[BoundResult, list[Automaton]]:
    """What is known without searching states."""
    model = load_text(text)
    assert model.ok, model.diagnostics
    automata = processes_of(load_automata(model))
    first = boundedness(model, automata)
    return refined(first, automata, Budget(time.monotonic() + 20), searching=False), automata


def _bounds(text: str) -> dict[str, int | None]:
    return {channel.name: channel.bound for channel in _decided(text)[0].channels}


def test_what_was_sent_before_the_token_is_gone_when_it_is_received() -> None:
    result, _ = _decided(RING % (4, "?"))
    assert {channel.bound for channel in result.channels} == {2}
    assert {channel.proof for channel in result.channels} == {ProofKind.ORDER}


def test_a_peek_leaves_the_message_where_it_is() -> None:
    text = (RING % (3, "?")).replace("link[i]?data", "link[i]?<data>")
    assert set(_bounds(text).values()) == {2}  # nobody comes past the data
    skipping = text.replace("link[i]?token", "link[i]??token")
    assert None in _bounds(skipping).values()


def test_what_is_received_from_the_middle_says_nothing_about_the_rest() -> None:
    text = (RING % (3, "?")).replace("link[i]?token", "link[i]??token")
    result, _ = _decided(text)
    assert result.verdict == UNKNOWN


def test_sorted_messages_are_in_any_order() -> None:
    text = (RING % (3, "?")).replace("]!token", "]!!token")
    result, _ = _decided(text)
    assert result.verdict == UNKNOWN


@pytest.mark.parametrize(
    ("test", "bound"),
    [
        ("empty(q)", 2),
        ("len(q) == 0 && !go", 2),
        ("nempty(q) -> skip :: else", 2),
        ("len(q) < 2", None),
        ("len(q) == 0 || go", None),
    ],
)
def test_a_writer_that_has_a_turn_only_when_nothing_is_left(test: str, bound: int | None) -> None:
    """Two writers take turns; only the first looks, and then both send."""
    text = f"""
    mtype = {{ data, turn }};
    chan q = [2] of {{ byte }};
    chan turns = [1] of {{ mtype }};
    bool go;
    active proctype First() {{ do :: {test} -> q!1; turns!turn; turns?data od }}
    active proctype Second() {{ do :: turns?turn -> q!2; go = !go; turns!data od }}
    active proctype Reader() {{ do :: q?_ od }}
    """
    assert _bounds(text)["q"] == bound


def test_processes_of_one_kind_meet_each_other() -> None:
    text = """
    chan meet = [0] of { bit };
    chan q = [1] of { bit };
    active [2] proctype P() { if :: meet!1 -> q!1 :: meet?1 -> q!0; q!0 fi }
    """
    judgement = judge_order(text)
    assert judgement.states > 4 and judgement.wrong == ""


def test_the_certificate_is_checked() -> None:
    result, automata = _decided(RING % (3, "?"))
    data = json.loads(json.dumps(certificate(result)))
    assert recheck(data, result.model, automata) == BOUNDED
    heavier: dict[str, Any] = json.loads(json.dumps(data))
    proof = heavier["channels"][0]["proofs"][0]
    message = next(key for key in proof["weights"] if key.startswith("messages"))
    proof["weights"][message] = 10 * proof["weights"][message]
    with pytest.raises(Refused):
        recheck(heavier, result.model, automata)
    without: dict[str, Any] = json.loads(json.dumps(data))
    del without["channels"][1]["in_order"]
    with pytest.raises(Refused, match="increases the sum"):
        recheck(without, result.model, automata)
    smaller: dict[str, Any] = json.loads(json.dumps(data))
    smaller["channels"][1]["bound"] = smaller["channels"][1]["proofs"][0]["bound"] = 1
    with pytest.raises(Refused, match="the weights prove 2"):
        recheck(smaller, result.model, automata)


def test_a_trial_finds_what_order_excludes_wrongly() -> None:
    result, automata = _decided(RING % (3, "?"))
    together = result.together
    assert together is not None
    data = next(place for place in result.net.message_places if together.queue[place] and together.beside[place])
    together.behind = [0] * len(together.behind)
    together.beside[data] = 0
    with pytest.raises(WrongProof, match="cannot be"):
        try_claims(result.net, automata, Claims((), {}, together))


def test_weights_without_order_are_not_taken_for_a_limit() -> None:
    result, _ = _decided(RING % (3, "??"))
    together = result.together
    assert together is not None
    place = next(place for place in result.net.message_places if together.alone(place))
    assert limit_of(together, {place: 1}) == 1
    assert limit_of(together, {place: -1}) is None


@pytest.mark.parametrize("batch", batches(5))
def test_random_systems_fit(batch: int) -> None:
    judged = [judge_order(SYSTEMS[seed % len(SYSTEMS)](seed), seed, 120) for seed in range(batch * 24, batch * 24 + 24)]
    assert not [judgement.wrong for judgement in judged if judgement.wrong]
    assert sum(judgement.bounds for judgement in judged) > 12
    assert sum(judgement.exact for judgement in judged) > 6
