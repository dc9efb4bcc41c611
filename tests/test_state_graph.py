"""State spaces as graphs: every state and every step is there, and what is wrong stands out."""

from __future__ import annotations

from pathlib import Path

import pytest

from penstock.draw.graph.data import drawn_graph
from penstock.draw.graph.states import folded_graph, state_graph
from penstock.machine.space import StateSpace, state_space
from penstock.machine.trace import Ending
from penstock.reading.source import Source
from penstock.tasks.explore import explore
from penstock.tasks.requests.explore import ExploreRequest

EXAMPLES = Path(__file__).parent.parent / "examples"
CROSSING = """\
byte left = 1, right = 1, count;
active proctype A() { atomic { left == 1 -> left = 0 }; right == 1; right = 0; assert(count == 0); left = 1 }
active proctype B() { right == 1; right = 0; left == 1; left = 0; count++; right = 1 }
"""
MANY = """\
byte x;
active [2] proctype P() { do :: x < 3 -> x++ :: x > 0 -> x-- od }
"""
BROKEN = """\
byte row[2], at;
active proctype P() { do :: at < 3 -> row[at] = 1; at++ od }
"""


def space_of(text: str, **choices: object) -> StateSpace:
    outcome = explore(ExploreRequest(Source(text=text), **choices))  # type: ignore[arg-type]
    assert outcome.exploration is not None
    return state_space(outcome.exploration)


@pytest.mark.parametrize("text", [CROSSING, MANY, BROKEN, (EXAMPLES / "pingpong.pml").read_text()])
def test_all_states_and_all_ways_are_there(text: str) -> None:
    space = space_of(text)
    graph = state_graph(space)
    assert len(graph.nodes) == space.exploration.states
    assert len(graph.edges) == space.exploration.transitions
    for arrow in space.arrows:
        assert arrow.path[-1].state == space.exploration.order[arrow.target]


def test_what_is_wrong_stands_out() -> None:
    space = space_of(CROSSING)
    stuck = [number for number, kind in space.wrong.items() if kind is Ending.DEADLOCK]
    assert len(stuck) == space.exploration.deadlocks > 0
    graph = state_graph(space)
    assert {int(node.id) for node in graph.nodes if node.marked} == set(stuck)
    failed = [edge for edge in graph.edges if edge.marked]
    assert failed and all("assert(count == 0)" in edge.label for edge in failed)
    assert "deadlock" in graph.subtitle and "an assertion fails" in graph.subtitle


def test_a_state_in_which_something_breaks() -> None:
    space = space_of(BROKEN)
    (number,) = (number for number, kind in space.wrong.items() if kind is Ending.ERROR)
    assert ("at", "2") in space.values(number)


def test_a_claim_that_waits_is_no_deadlock() -> None:
    claimed = "byte x; active proctype P() { do :: x < 2 -> x++ :: else -> x = 0 od }\nltl p { [] (x < 2) }"
    space = space_of(claimed)
    assert Ending.DEADLOCK not in space.wrong.values()
    assert Ending.CLAIM in space.wrong.values()


def test_states_are_folded_by_where_processes_are() -> None:
    space = space_of((EXAMPLES / "pingpong.pml").read_text())
    graph = folded_graph(space)
    places = {tuple((one.process, one.place) for one in space.standing(at)) for at in range(42)}
    assert len(graph.nodes) == len(places) < 42
    assert len({node.label for node in graph.nodes}) == len(graph.nodes), "different places are told apart"
    names = [(edge.source, edge.target, edge.label) for edge in graph.edges]
    assert len(set(names)) == len(names)
    alone = folded_graph(space, kept=["Player"])
    assert len(alone.nodes) == len({place for one in places for place in one if place[0] == "Player"} | {()})


def test_folding_keeps_what_is_wrong() -> None:
    graph = folded_graph(space_of(CROSSING))
    assert [node for node in graph.nodes if node.marked and "deadlock" in node.note]
    assert [edge for edge in graph.edges if edge.marked]


def test_atomic_sequences_are_one_edge_with_all_their_steps() -> None:
    graph = state_graph(space_of(CROSSING))
    assert "A: (left == 1); left = 0" in {edge.label for edge in graph.edges}


@pytest.mark.slow
def test_drawn_as_data() -> None:
    graph = state_graph(space_of(MANY))
    drawn = drawn_graph(graph)
    assert [node.id for node in drawn.nodes] == [node.id for node in graph.nodes]
    assert [(edge.source, edge.target, edge.text) for edge in drawn.edges] == [
        (edge.source, edge.target, edge.label) for edge in graph.edges
    ]
    for node in drawn.nodes:
        assert 0 <= node.x <= drawn.width - node.width and 0 <= node.y <= drawn.height - node.height
    assert "x = 0" in drawn.nodes[0].detail and len(drawn.entries) == 1
