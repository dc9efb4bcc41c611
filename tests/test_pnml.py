"""Nets as PNML are the nets that proofs are about."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest
from tests.commands import penstock
from tests.judge.random_systems import random_system
from tests.loading import load_automata
from tests.support import load_text

from penstock.bounds.abstraction.analysis import Analysis
from penstock.bounds.abstraction.net import build_net
from penstock.bounds.abstraction.places import Net
from penstock.bounds.abstraction.pnml import GRAMMAR, pnml

IN = {"": GRAMMAR}
TWO = "chan q = [2] of { bit }; active [2] proctype P() { q!0; do :: nempty(q) -> q?_ :: run P() od }"


def net_of(text: str) -> Net:
    model = load_text(text)
    return build_net(Analysis(model, load_automata(model)))


def arcs_of(document: Element, inward: bool) -> dict[int, Counter[int]]:
    """For each transition the tokens that it takes, or puts, by place."""
    found: dict[int, Counter[int]] = {}
    for arc in document.iterfind(".//arc", IN):
        source, target = arc.attrib["source"], arc.attrib["target"]
        if source.startswith("p") is inward:
            place, transition = (source, target) if inward else (target, source)
            written = arc.findtext("inscription/text", "1", IN)
            found.setdefault(int(transition[1:]), Counter())[int(place[1:])] += int(written)
    return found


@pytest.mark.parametrize("seed", range(12))
def test_steps_take_and_put_what_they_do_in_the_net(seed: int) -> None:
    net = net_of(random_system(seed))
    document = fromstring(pnml(net))
    start = {
        int(place.attrib["id"][1:]): int(place.findtext("initialMarking/text", "0", IN))
        for place in document.iterfind(".//place", IN)
    }
    assert start == {number: net.start.get(number, 0) for number in range(len(net.places))}
    taken, put = arcs_of(document, True), arcs_of(document, False)
    assert len(list(document.iterfind(".//transition", IN))) == len(net.transitions) > 0
    for number, step in enumerate(net.transitions):
        takes, puts = taken.get(number, Counter()), put.get(number, Counter())
        assert {place: puts[place] - takes[place] for place in takes | puts if puts[place] != takes[place]} == {
            place: change for place, change in step.effect if change
        }
        assert set(takes) == {*step.needs, *(place for place, change in step.effect if change < 0)}


def test_several_tokens_and_names(tmp_path: Path) -> None:
    (tmp_path / "model.pml").write_text(TWO)
    assert penstock("bound", tmp_path / "model.pml", "--net", tmp_path / "net.pnml", "--no-refine").returncode == 3
    text = (tmp_path / "net.pnml").read_text()
    document = fromstring(text)
    assert [place.findtext("text", "", IN) for place in document.iterfind(".//initialMarking", IN)] == ["2"]
    names = [name.text for name in document.iterfind(".//transition/name/text", IN)]
    assert {"q!0", "(nempty(q))", "q?_", "(run P())"} <= set(names)
