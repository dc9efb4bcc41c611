"""What a page does with an open run besides single steps: at random, until something holds, and all at a glance."""

from __future__ import annotations

from collections.abc import Callable
from random import Random, SystemRandom

from penstock.budget import Activity, Progress, check, present
from penstock.diagnostics.record import counted
from penstock.draw.graph.data import drawn_graph
from penstock.draw.graph.graph import Graph, GraphEdge, GraphNode
from penstock.faces.web.lines import told_steps
from penstock.faces.web.protocol import (
    LaneAnswer,
    LaneParams,
    PathAnswer,
    RandomParams,
    RunParams,
    RunView,
    StepsAnswer,
    StepsParams,
    UntilParams,
    WaitsAnswer,
)
from penstock.faces.web.runs import HasRuns, PageRun
from penstock.faces.web.states import texts_of
from penstock.stepping.conditions import Questions
from penstock.stepping.paths import path_of
from penstock.stepping.timeline import Timeline
from penstock.stepping.waits import WaitingFor, waits_for

MOST_STEPS = 100_000
"""How many a run is taken on at once."""
MOST_STEPS_AT_ONCE = 2000
"""How many are told at once."""
_LARGEST_SEED = 10_000
_STEPS_BETWEEN_NEWS = 256


# -- further ---------------------------------------------------------------------------------


def at_random(session: HasRuns, asked: RandomParams) -> RunView:
    run = session.runs[asked.run]
    _by_chance(run.timeline, _seed(asked.seed), asked.count, lambda: False)
    return run.moved()


def until(session: HasRuns, asked: UntilParams) -> RunView:
    """By chance; one that was not met is told."""
    run = session.runs[asked.run]
    timeline = run.timeline
    begin = timeline.now.depth
    if _by_chance(timeline, _seed(asked.seed), asked.most, _goal(timeline, asked)):
        return run.moved()
    what = (
        f"line {asked.line} was not reached" if asked.line is not None else f"`{asked.condition}` did not become true"
    )
    return run.moved(f"{what} in {counted(timeline.now.depth - begin, 'step')}")


def _seed(given: int | None) -> int:
    return given if given is not None else SystemRandom().randrange(1, _LARGEST_SEED)


def _goal(timeline: Timeline, asked: UntilParams) -> Callable[[], bool]:
    if asked.line is not None:
        return lambda: (
            timeline.now.step is not None
            and asked.line
            in (
                timeline.now.step.line,
                timeline.now.step.partner_line,
            )
        )
    question = Questions(timeline.machine).ask_anybody(asked.condition, timeline.now.mark)
    return lambda: question.holds(timeline.now.mark)


def _by_chance(timeline: Timeline, seed: int, count: int, done: Callable[[], bool]) -> bool:
    """Take steps until something is done; whether it was."""
    chance = Random(seed)
    for number in range(min(count, MOST_STEPS)):
        check()
        if number and not number % _STEPS_BETWEEN_NEWS:
            present().tell(Progress(Activity.SIMULATING, done=number, total=count))
        choices = timeline.choices()
        if not choices:
            return False
        timeline.go(chance.choice(choices))
        if done():
            return True
    return False


# -- all of it -------------------------------------------------------------------------------


def steps(session: HasRuns, asked: StepsParams) -> StepsAnswer:
    run = session.runs[asked.run]
    return told_steps(run.timeline, run.line, asked.first, min(asked.last, asked.first + MOST_STEPS_AT_ONCE - 1))


def path(session: HasRuns, asked: RunParams) -> PathAnswer:
    run = session.runs[asked.run]
    return PathAnswer(path_of(run.line), run.timeline.now.depth, run.repeats_from)


def lane(session: HasRuns, asked: LaneParams) -> LaneAnswer:
    run = session.runs[asked.run]
    inquiry = Questions(run.timeline.machine).ask_anybody(asked.expression, run.timeline.now.mark)
    return LaneAnswer(tuple(inquiry.value(moment.mark) for moment in run.line), inquiry.question.is_truth)


# -- who waits for whom ----------------------------------------------------------------------


def waits(session: HasRuns, asked: RunParams) -> WaitsAnswer:
    run = session.runs[asked.run]
    found = waits_for(run.timeline.run)
    graph = _wait_for_graph(run, found)
    return WaitsAnswer(drawn_graph(graph), texts_of(graph), found)


def _wait_for_graph(run: PageRun, found: tuple[WaitingFor, ...]) -> Graph:
    """An arrow leads from who waits to who could help; where nobody can, to what it waits for."""
    instances = run.timeline.now.mark.instances
    waiting = {one.process for one in found}
    shown = sorted(waiting | {helper for one in found for helper in one.helpers})
    nodes = [GraphNode(f"p{number}", instances[number].name, "box", marked=number in waiting) for number in shown]
    edges: dict[tuple[str, str, str], GraphEdge] = {}
    for number, one in enumerate(found):
        targets = [f"p{helper}" for helper in one.helpers]
        if not targets:
            nodes.append(GraphNode(f"n{number}", one.channel or "a condition", "round", "nobody helps"))
            targets = [f"n{number}"]
        for target in targets:
            key = f"p{one.process}", target, one.reason
            edges[key] = GraphEdge(key[0], target, one.reason)
    return Graph("", "", tuple(nodes), tuple(edges.values()))
