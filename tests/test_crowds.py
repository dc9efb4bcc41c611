"""Runs that start processes again and again: which rounds can be repeated although there are more of them each time."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.judge.fuzz_crowds import judge_crowds
from tests.judge.random_crowds import random_crowds
from tests.loading import load_automata
from tests.support import batches, load_text

from penstock.bounds.evidence import EvidencePart
from penstock.bounds.runs.crowds import Crowd
from penstock.bounds.runs.pumping import Pumps, RoundGrowth
from penstock.bounds.runs.search import FOLLOWED, Pump, RunSearch, SearchLimits
from penstock.bounds.runs.witness import Refused, as_data, recheck_witness, repeated, witness_in, witness_of
from penstock.control import Automaton
from penstock.machine import build_machine
from penstock.machine.engine import MachineStep
from penstock.machine.runtime import FIRST_PROCESS
from penstock.resolve.model import Model
from penstock.syntax.printer import statement_text
from penstock.tasks.models import processes_of

CHANNELS = "chan q = [2] of { byte }; chan hand = [2] of { chan }; chan meet = [0] of { byte };\n"
STAYS = "proctype Client() { q!1; (false) } init { do :: run Client() od }"
COMES_AND_GOES = "proctype Client() { q!1 } init { do :: run Client(); _nr_pr == 1 od }"
HANDS_ON = "proctype Worker() { q!1; run Worker() } init { run Worker() }"
OWN_CHANNELS = """proctype Client(chan server) { chan own = [1] of { byte }; server!own; own?_ }
init { do :: run Client(hand) od }"""
LAST = """chan last;
proctype Client() { chan own = [1] of { byte }; own!1; last = own; last?1; q!1; own!1; (false) }
init { do :: run Client() od }"""


def loaded(text: str) -> tuple[Model, list[Automaton]]:
    model = load_text(CHANNELS + text)
    assert model.ok, model.diagnostics.records
    return model, processes_of(load_automata(model))


def found(text: str, suspects: tuple[str, ...] = (), states: int = 400) -> Pump | None:
    model, automata = loaded(text)
    pump = RunSearch(model, automata).run(suspects, SearchLimits(states)).pump
    if pump is not None:
        recheck_witness(model, automata, witness_of(automata, pump), (20, 40))
    return pump


@pytest.mark.parametrize(
    ("text", "more", "channel"),
    [(STAYS, 1, "q"), (COMES_AND_GOES, 0, "q"), (HANDS_ON, 1, "q"), (OWN_CHANNELS, 1, "hand"), (LAST, 1, "q")],
)
def test_processes_are_started_for_ever(text: str, more: int, channel: str) -> None:
    pump = found(text, (channel,))
    assert pump is not None
    assert pump.growth[channel] >= 1
    assert (pump.crowd.more if pump.crowd is not None else 0) == more


def test_others_take_the_steps_of_the_next_round() -> None:
    pump = found(HANDS_ON)
    assert pump is not None and pump.crowd is not None
    (mover, heir), *_ = pump.crowd.moved
    assert [pump.crowd.place(mover, number) for number in range(4)] == [mover, heir, heir + 1, heir + 2]


@pytest.mark.parametrize(
    "limited",
    [
        "(_pid < 5)",
        "(_nr_pr < 5)",
        "(hand == 2 && len(q) < 2)",
        "byte number = _pid; (number < 5); number = 0",
        "byte number = own; (number < 9); number = 0",
        "(last == 0 || last == 4); last = own",
        "timeout",
        "meet?_",
        "len(q) < 3",
        "kept < 5; kept++",
    ],
)
def test_what_is_not_the_same_for_more_processes(limited: str) -> None:
    """Each of these ends after a while, or might."""
    text = f"chan last; byte kept; proctype Client() {{ chan own = [1] of {{ byte }}; {limited}; q!1; (false) }}\n"
    assert found(text + "init { do :: run Client() od }") is None


def grown(text: str, stem: str, loop: str) -> RoundGrowth | None:
    """What a round adds; steps are given as `process statement`, one after the other with a semicolon."""
    model, automata = loaded(text)
    machine = build_machine(model, automata, FOLLOWED)
    state, taken = machine.initial, []
    for wanted in f"{stem}; {loop}".split("; "):
        step = next(step for step in machine.steps(state) if told(step) == wanted)
        state = step.state
        taken.append(step)
    begin = len(stem.split("; "))
    return Pumps(machine).growth(taken[begin - 1].state, [[step] for step in taken[begin:]])


def told(step: MachineStep) -> str:
    edge = step.move.edge
    return f"{step.at - FIRST_PROCESS} {'end' if edge is None else statement_text(edge.statement)}"


def test_a_round_by_hand() -> None:
    text = "proctype Client() { q!1; (false) } init { do :: run Client() od }"
    growth = grown(text, "0 (run Client())", "0 (run Client()); 1 q!1")
    assert growth is not None
    assert (growth.channels, growth.crowd) == ({0: 1}, Crowd(4, 1, ((3, 4),), 253))


def test_a_process_below_others_does_not_end() -> None:
    """The client that ends here is below another one in the next round."""
    text = "proctype Client() { q!1 } init { do :: run Client() od }"
    loop = "1 end; 0 (run Client()); 0 (run Client()); 1 q!1; 2 q!1"
    assert grown(text, "0 (run Client()); 1 q!1", loop) is None


def test_a_channel_that_ends_with_its_owner_does_not_grow() -> None:
    """It takes its messages along each time."""
    text = (
        "proctype Client() { chan own = [1] of { byte }; do :: own!1 :: q!1; break od } init { do :: run Client() od }"
    )
    assert grown(text, "0 (run Client()); 1 own!1", "1 q!1; 1 end; 0 (run Client()); 1 own!1; 1 own!1") is None


def test_each_process_goes_on_as_one() -> None:
    """Two clients send, and only one is there for the next round."""
    text = "proctype Client() { q!1; (false) } init { do :: run Client() od }"
    assert grown(text, "0 (run Client()); 0 (run Client())", "1 q!1; 2 q!1; 0 (run Client())") is None


def test_messages_name_the_same_channels_in_all_rounds() -> None:
    """What is received is the first channel each time, and what is expected another one."""
    text = """chan last;
proctype Client() { chan own = [1] of { byte };
  if :: hand!own; last = own :: hand?eval(last); hand!last; hand!last; last = own fi; (false) }
init { do :: run Client() od }"""
    loop = "0 (run Client()); 2 hand?eval(last); 2 hand!last; 2 hand!last; 2 last = own"
    assert grown(text, "0 (run Client()); 1 hand!own; 1 last = own", loop) is None


def test_else_beside_a_rendezvous_depends_on_all_others() -> None:
    """Whoever is left receives from then on, so that there is no `else` in the second round."""
    text = """proctype Client() { if :: meet!1 :: else -> q!1; meet?_; (false) fi }
init { do :: run Client() od }"""
    assert found(text) is None


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda data: data.pop("crowd"), "do not leave these processes"),
        (lambda data: data["crowd"].update(more=2), "do not leave these processes"),
        (lambda data: data["crowd"].update(moved=[]), "do not leave these processes"),
        (lambda data: data["crowd"].update(moved=[[3]]), "is not a pair"),
        (lambda data: data["crowd"].update(rounds=10**6), "do not leave these processes"),
    ],
)
def test_other_processes_than_the_round_leaves_are_refused(
    change: Callable[[dict[str, dict[str, object]]], object], reason: str
) -> None:
    model, automata = loaded(HANDS_ON)
    pump = RunSearch(model, automata).run((), SearchLimits(400)).pump
    assert pump is not None
    data = as_data(witness_of(automata, pump))
    change(data)
    with pytest.raises(Refused, match=reason):
        recheck_witness(model, automata, witness_in(EvidencePart(data)), (5,))


def test_rounds_without_room_are_not_shown() -> None:
    model, automata = loaded(HANDS_ON)
    pump = RunSearch(model, automata).run((), SearchLimits(400)).pump
    assert pump is not None and pump.crowd is not None
    assert pump.crowd.rounds > 200
    with pytest.raises(Refused, match="more processes than SPIN allows"):
        repeated(witness_of(automata, pump), pump.crowd.rounds + 1)


@pytest.mark.slow
@pytest.mark.parametrize("batch", batches(4))
def test_random_crowds_are_replayed(batch: int) -> None:
    seeds = range(batch * 12, batch * 12 + 12)
    judged = [judge_crowds(random_crowds(seed), 150) for seed in seeds]
    assert [(seed, problem) for seed, (_, problem) in zip(seeds, judged, strict=True) if problem] == []
    assert sum(kind not in ("none", "refused") for kind, _ in judged) >= 4
