"""Charts of actors: the states that they are in, and messages that get lost."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from tests.loading import load_automata
from tests.test_actors import read

from penstock.draw.chart import chart_data, chart_mermaid, chart_svg, chart_text
from penstock.draw.chart.story import StateBar, tell
from penstock.machine import Options, build_machine
from penstock.machine.runs import random_run
from penstock.machine.trace import RunTrace

TIRED = """\
network lossy for again
actortype worker {
    state busy { on work(actor boss) boss <- again(); goto tired }
    state tired { on work(actor boss) stop }
}
actortype boss {
    init(actor one) one <- work(this); one <- work(this); one <- work(this)
    method again() skip
}
main { create boss(create worker()) }
"""
WORKER, BOSS = 1, 2


@pytest.fixture(scope="module")
def runs() -> dict[bool, RunTrace]:
    """A run in which the network loses a message, and one in which it does not."""
    model = read(TIRED)
    machine = build_machine(model, load_automata(model), Options(tracing=True))
    found = (random_run(machine, seed, 100).trace() for seed in range(20))
    return {any(step.loses and not step.messages for step in run.steps): run for run in found}


def test_states_are_bars(runs: dict[bool, RunTrace]) -> None:
    story = tell(runs[False])
    busy, tired = story.bars
    assert (busy.process, busy.state, tired.process, tired.state) == (WORKER, "busy", WORKER, "tired")
    assert busy.last == tired.first and tired.last is None
    assert story.rows[busy.first].first.step.started == (WORKER,)
    svg = ElementTree.fromstring(chart_svg(runs[False]))
    assert [one.attrib["data-state"] for one in svg.iter() if "data-state" in one.attrib] == ["busy", "tired"]
    assert "in state busy" in chart_mermaid(runs[False])


def test_an_actor_without_states_has_no_bar(runs: dict[bool, RunTrace]) -> None:
    assert {bar.process for bar in tell(runs[True]).bars} == {WORKER}
    lines = chart_text(runs[True]).splitlines()
    column = next(line for line in lines if " boss#1" in line).index("boss#1")
    assert "┃" not in {line[column : column + 1] for line in lines}


def test_what_the_network_loses_leaves_and_gets_nowhere(runs: dict[bool, RunTrace]) -> None:
    (line,) = (line for line in chart_text(runs[True]).splitlines() if "the network loses again()" in line)
    assert "●─✗" in line
    (event,) = (one for one in chart_data(runs[True])["events"] if one["kind"] == "lost")
    assert event["process"] == WORKER
    assert "●─✗" not in chart_text(runs[False])


def test_what_comes_after_a_stop_is_lost(runs: dict[bool, RunTrace]) -> None:
    fates = [(one.sender, one.receiver, one.fate) for one in tell(runs[True]).deliveries.values()]
    assert fates == [(BOSS, WORKER, "received")] * 2 + [(BOSS, WORKER, "lost")]
    (line,) = (line for line in chart_text(runs[True]).splitlines() if line.endswith(", lost"))
    assert "┃✗─" in line


def test_a_state_that_is_entered_again_is_no_news() -> None:
    text = "actortype a { state s { on m() goto s } }\nmain { actor x = create a(); x <- m() }"
    model = read(text)
    machine = build_machine(model, load_automata(model), Options(tracing=True))
    story = tell(random_run(machine, 0, 100).trace())
    assert [(bar.state, bar.last) for bar in story.bars] == [("s", None)]
    assert story.bars == (StateBar(1, "s", story.bars[0].first, None),)
