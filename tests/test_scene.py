"""Scenes say what the machine knows: facts are compared with its states, steps with those of `simulate`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

import pytest
from tests.judge.random_models.model import random_model
from tests.judge.random_timers import promela, random_system
from tests.support import batches

from penstock.machine.runtime import FIRST_PROCESS
from penstock.machine.trace import Ending, RunTrace, Step
from penstock.reading.source import Source
from penstock.records import as_data, from_data
from penstock.stepping.looking import scene_at
from penstock.stepping.scene import Scene, SceneProcess, SceneStep, SceneVariable
from penstock.stepping.timeline import Timeline
from penstock.tasks.requests.simulate import SimulateRequest
from penstock.tasks.simulate import simulate, simulated_model

EXAMPLES = Path(__file__).parent.parent / "examples"
FILES = ["crossing.pml", "leader.pml", "closing/link.pml", "actors/buffer.apml", "actors/sieve.apml", "abp/abp.pch"]
STEPS = 40
NUMBERS = ("bit", "byte", "short", "int", "pid")
INLINED = """
chan q = [2] of { byte };
inline leave(v) { q!v; skip }
inline twice(v) { leave(v); leave(v) }
active proctype P() { byte x = 7; twice(x); q!x }
"""


def judge(source: Source, seed: int) -> Iterator[Scene]:
    """All scenes of a random run; each agrees with the machine, and with `simulate`."""
    request = SimulateRequest(source, steps=STEPS, seed=seed)
    trace = simulate(request).trace
    timeline = Timeline(simulated_model(request)[1])
    chance, before = Random(seed), None
    for _ in range(STEPS + 1):
        scene = scene_at(timeline)
        assert from_data(Scene, as_data(scene)) == scene
        agrees_with_state(scene, timeline)
        agrees_with_before(scene, before)
        agrees_with_trace(scene, trace)
        yield scene
        if scene.depth == len(trace.steps):
            break
        agrees_with_choices(scene, timeline)
        timeline.go(chance.choice(timeline.choices()))
        before = scene
    assert scene.depth == len(trace.steps)
    if trace.outcome is not Ending.LIMIT:
        assert scene.ending is not None and (scene.ending.outcome, scene.ending.reason) == (trace.outcome, trace.reason)
        assert [one.process for one in scene.ending.waiting] == [one.process for one in trace.waiting]


def leaves(variables: Iterable[SceneVariable]) -> Iterator[SceneVariable]:
    for one in variables:
        yield from leaves(one.parts) if one.parts else [one]


def agrees_with_state(scene: Scene, timeline: Timeline) -> None:
    state, machine = timeline.now.state, timeline.machine
    assert [one.pid for one in scene.processes] == list(range(len(state) - FIRST_PROCESS))
    for one, row in zip(scene.processes, state[FIRST_PROCESS:], strict=True):
        place = machine.places[row[0]]
        assert (one.type, one.node) == (place.automaton.name, place.state)
        agrees_with_cells(one.variables, {cell.name: row[cell.slot] for cell in timeline.run.names.layout(row).cells})
    agrees_with_cells(scene.variables, {cell.name: state[0][cell.slot] for cell in machine.program.globals.cells})
    shown = [queue for queue in state[1] if not timeline.run.names.is_hidden(queue)]
    assert [len(one.messages) for one in scene.channels] == [len(queue) - 1 for queue in shown]
    for one_channel, queue in zip(scene.channels, shown, strict=True):
        kind = machine.program.kind_of(queue)
        assert one_channel.capacity == kind.capacity
        for message, values in zip(one_channel.messages, queue[1:], strict=True):
            for field, text, value in zip(kind.fields, message.values, values, strict=False):
                assert field.type not in NUMBERS or one_channel.mailbox or text == str(int(value))


def agrees_with_cells(variables: Iterable[SceneVariable], cells: dict[str, int]) -> None:
    for one in leaves(variables):
        if one.type in NUMBERS and one.title in cells:
            assert one.value == str(int(cells[one.title])), one


def agrees_with_before(scene: Scene, before: Scene | None) -> None:
    """What is said to have changed has, and nothing else."""
    if before is None:
        assert not any(one.was for one in scene.variables)
        return
    old = {one.process: one for one in before.processes}
    pairs = [(scene.variables, before.variables)]
    pairs += [(one.variables, old[one.process].variables) for one in scene.processes if one.process in old]
    for now, then in pairs:
        values = {one.title: one.value for one in leaves(then)}
        for one in leaves(now):
            if one.was is None:
                assert values[one.title] == one.value, one
            else:
                assert values[one.title] == one.was != one.value, one
    known = {(one.name, one.owner): {message.number for message in one.messages} for one in before.channels}
    for channel in scene.channels:
        then_there = known.get((channel.name, channel.owner), set())
        for message in channel.messages:
            assert message.new is (message.number not in then_there)


def facts(step: SceneStep | Step) -> tuple[object, ...]:
    changes = [(one.name, one.before, one.after) for one in step.changes]
    return step.number, step.process, changes, step.started, step.ended, step.printed, step.tick, step.outside


def agrees_with_trace(scene: Scene, trace: RunTrace) -> None:
    if scene.step is None:
        assert scene.depth == 0
        return
    own, recorded = scene.step, trace.steps[scene.depth - 1]
    assert facts(own) == facts(recorded)
    assert own.ended or own.statement == recorded.statement
    assert (own.place.line if own.place else 0) == recorded.line
    assert [(one.action, one.channel, one.values, one.number) for one in own.events] == [
        (one.action, one.channel, one.values, one.number) for one in recorded.messages
    ]
    assert (own.partner.process if own.partner else None) == recorded.partner


def agrees_with_choices(scene: Scene, timeline: Timeline) -> None:
    """Whatever is chosen does what the scene says that it would; only those who can move are said to."""
    now = timeline.now
    assert [one.number for one in scene.choices] == list(range(1, len(timeline.choices()) + 1))
    movers = {one.step.process for one in scene.choices}
    movers |= {one.step.partner.process for one in scene.choices if one.step.partner is not None}
    assert {one.process for one in scene.processes if one.can_move} == movers
    for choice in scene.choices:
        timeline.go(timeline.choices()[choice.number - 1])
        assert scene_at(timeline).step == choice.step
        timeline.to(now)


@pytest.mark.parametrize("batch", batches(8))
def test_scenes_of_random_models(batch: int) -> None:
    scenes = 0
    for number in range(6):
        text = random_model(1000 * batch + number)
        scenes += len(list(judge(Source(text=text, name="random.pml"), number)))
    assert scenes > 12


@pytest.mark.parametrize("batch", batches(3))
def test_scenes_of_random_timers(batch: int) -> None:
    for number in range(5):
        text = promela(random_system(1000 * batch + number))
        assert list(judge(Source(text=text, name="timers.pml"), number))


@pytest.mark.parametrize("name", FILES)
def test_scenes_of_examples(name: str) -> None:
    for seed in range(3):
        assert len(list(judge(Source(str(EXAMPLES / name)), seed))) > 2


def test_a_process_in_an_inline_tells_who_called_it() -> None:
    timeline = Timeline(simulated_model(SimulateRequest(Source(text=INLINED, name="inlined.pml")))[1])
    process: SceneProcess = scene_at(timeline).processes[0]
    assert (process.place.line, process.place.column) == (3, 19)
    assert [(call.inline, call.place.line) for call in process.calls] == [("leave", 4), ("twice", 5)]


def test_a_deadlock_tells_who_waits_for_what() -> None:
    timeline = Timeline(simulated_model(SimulateRequest(Source(text=INLINED, name="inlined.pml")))[1])
    while choices := timeline.choices():
        timeline.go(choices[0])
    scene = scene_at(timeline)
    assert scene.ending is not None and scene.ending.outcome is Ending.DEADLOCK
    assert scene.ending.waiting[0].channels == ("q",)
    assert scene.processes[0].waits == "channel `q` (capacity 2) is full"
    assert [message.values for message in scene.channels[0].messages] == [("7",), ("7",)]
