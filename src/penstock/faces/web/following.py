"""What a page does with an open run besides single steps: by chance, until something holds, and all at a glance."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random, SystemRandom

from penstock.budget import Activity, Progress, check, present
from penstock.diagnostics.record import counted
from penstock.draw.graph.data import drawn_graph
from penstock.draw.graph.graph import Graph, GraphEdge, GraphNode
from penstock.faces.web.protocol import (
    LaneAnswer,
    LaneParams,
    PathAnswer,
    RandomParams,
    RunParams,
    RunProcess,
    RunView,
    StepsAnswer,
    StepsParams,
    TreeAnswer,
    TreeBranch,
    UntilParams,
    WaitsAnswer,
)
from penstock.faces.web.runs import HasRuns, PageRun
from penstock.faces.web.states import texts_of
from penstock.stepping.conditions import Questions
from penstock.stepping.looking import step_at
from penstock.stepping.paths import line_of, path_of
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
    return run.view()


def until(session: HasRuns, asked: UntilParams) -> RunView:
    """By chance; one that was not met is told."""
    run = session.runs[asked.run]
    timeline = run.timeline
    begin = timeline.now.depth
    if _by_chance(timeline, _seed(asked.seed), asked.most, _goal(timeline, asked)):
        return run.view()
    what = (
        f"line {asked.line} was not reached" if asked.line is not None else f"`{asked.condition}` did not become true"
    )
    return run.view(f"{what} in {counted(timeline.now.depth - begin, 'step')}")


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
        if not number % _STEPS_BETWEEN_NEWS:
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
    timeline = session.runs[asked.run].timeline
    line = line_of(timeline)
    last = min(asked.last, asked.first + MOST_STEPS_AT_ONCE - 1)
    shown = [step_at(timeline, moment) for moment in line[max(1, asked.first) : last + 1]]
    processes = [
        RunProcess(number, one.name, one.proctype, one.pid) for number, one in enumerate(line[-1].mark.instances)
    ]
    return StepsAnswer(tuple(processes), tuple(step for step in shown if step is not None))


def path(session: HasRuns, asked: RunParams) -> PathAnswer:
    run = session.runs[asked.run]
    line = line_of(run.timeline)
    return PathAnswer(path_of(line), run.timeline.now.depth, run.loop_of(line))


def tree(session: HasRuns, asked: RunParams) -> TreeAnswer:
    timeline = session.runs[asked.run].timeline
    return TreeAnswer(tuple(_branches(timeline)), timeline.now.number)


def _branches(timeline: Timeline) -> Iterator[TreeBranch]:
    present_line = {moment.number for moment in line_of(timeline)}
    waiting = [timeline.begin]
    while waiting:
        first = last = waiting.pop()
        length = 1
        while len(last.children) == 1:
            last, length = last.children[0], length + 1
        waiting.extend(reversed(last.children))
        step = step_at(timeline, first)
        yield TreeBranch(
            None if first.parent is None else first.parent.number,
            first.number,
            last.number,
            first.depth,
            length,
            "" if step is None else step.statement,
            "" if step is None else step.name,
            last.failure,
            first.number in present_line,
        )


def lane(session: HasRuns, asked: LaneParams) -> LaneAnswer:
    timeline = session.runs[asked.run].timeline
    line = line_of(timeline)
    inquiry = Questions(timeline.machine).ask_anybody(asked.expression, timeline.now.mark)
    return LaneAnswer(tuple(inquiry.value(moment.mark) for moment in line), inquiry.question.is_truth)


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
