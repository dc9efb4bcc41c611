"""Who waits for what at the end of a run, as a graph: processes, what they wait for, and who could bring it.

    sender ──full──▶ q ──received from it──▶ receiver ──empty──▶ r ──sent to it──▶ sender

What goes round in circles stands out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from penstock.draw.graph.graph import Graph, GraphEdge, GraphNode
from penstock.graphs import components, grouped
from penstock.machine.obstacles import Obstacle, ObstacleKind, obstacle_text
from penstock.machine.trace import RunTrace, Waiting
from penstock.reasons.users import receivers, senders

_SENDS = (ObstacleKind.FULL, ObstacleKind.NO_RECEIVER)
_RECEIVES = (ObstacleKind.EMPTY, ObstacleKind.NO_SENDER, ObstacleKind.NO_MATCH, ObstacleKind.OTHER_FIRST)
_HELPS = {True: "receives from it", False: "sends to it"}


def wait_graph(trace: RunTrace, title: str = "who waits for what") -> Graph:
    """Without anybody who waits, the graph is empty."""
    edges = list(dict.fromkeys(_edges(trace)))
    circle = _circular(edges)
    marked = tuple(replace(edge, marked=(edge.source, edge.target) in circle) for edge in edges)
    named = {end for edge in edges for end in (edge.source, edge.target)}
    return Graph(title, _told(trace), tuple(_nodes(trace, named)), marked)


def _told(trace: RunTrace) -> str:
    return f"after {len(trace.steps)} steps: {trace.reason}" if trace.reason else f"after {len(trace.steps)} steps"


def _process(number: int) -> str:
    return f"p{number}"


def _nodes(trace: RunTrace, named: set[str]) -> Iterator[GraphNode]:
    waiting = {one.process: one for one in trace.waiting}
    for number, instance in enumerate(trace.processes):
        if number in waiting:
            where = waiting[number]
            yield GraphNode(_process(number), instance.name, "round", f"line {where.line}", detail=where.reason)
        elif _process(number) in named:
            yield GraphNode(_process(number), instance.name, "double", "ended")
    for goal, obstacle in dict.fromkeys(_goals(trace)):
        yield GraphNode(goal, goal[2:], "box", detail=obstacle_text(obstacle))


def _goals(trace: RunTrace) -> Iterator[tuple[str, Obstacle]]:
    seen: set[str] = set()
    for waiting in trace.waiting:
        for obstacle in waiting.obstacles:
            goal = _goal(obstacle)
            if goal and goal not in seen:
                seen.add(goal)
                yield goal, obstacle


def _goal(obstacle: Obstacle) -> str:
    """What is waited for: a channel, or that a condition becomes true."""
    if obstacle.kind in (*_SENDS, *_RECEIVES):
        return f"c {obstacle.channel}"
    return "" if obstacle.kind is ObstacleKind.NONE else f"w {obstacle_text(obstacle)}"


def _edges(trace: RunTrace) -> Iterator[GraphEdge]:
    for waiting in trace.waiting:
        for obstacle in waiting.obstacles:
            if goal := _goal(obstacle):
                yield GraphEdge(_process(waiting.process), goal, _why(obstacle), detail=f"line {waiting.line}")
                yield from _help(trace, waiting, obstacle, goal)


def _why(obstacle: Obstacle) -> str:
    match obstacle.kind:
        case ObstacleKind.FULL:
            return f"full ({obstacle.capacity})"
        case ObstacleKind.NO_RECEIVER:
            return "nobody receives"
        case ObstacleKind.NO_SENDER:
            return "nobody sends"
        case ObstacleKind.EMPTY:
            return "empty"
        case ObstacleKind.NO_MATCH:
            return f"no {','.join(obstacle.wanted)} in it"
        case ObstacleKind.OTHER_FIRST:
            return f"{','.join(obstacle.first)} is first, not {','.join(obstacle.wanted)}"
        case _:
            return ""


def _help(trace: RunTrace, waiting: Waiting, obstacle: Obstacle, goal: str) -> Iterator[GraphEdge]:
    """Who could bring it, as far as that is known."""
    if obstacle.kind in (*_SENDS, *_RECEIVES):
        receives = obstacle.kind not in (ObstacleKind.EMPTY, ObstacleKind.NO_SENDER)
        users = (receivers if receives else senders)(trace, obstacle.channel)
        for process in sorted(users - {waiting.process}):
            yield GraphEdge(goal, _process(process), _HELPS[receives], "dashed")
        return
    names = {seen.name for seen in obstacle.values}
    changed = grouped((step.process, change.name) for step in trace.steps for change in step.changes)
    for process in sorted(number for number, found in changed.items() if number is not None and names & set(found)):
        if process != waiting.process:
            yield GraphEdge(goal, _process(process), "changes it", "dashed")


def _circular(edges: list[GraphEdge]) -> set[tuple[str, str]]:
    """The edges that lead back to where they begin."""
    following = grouped((edge.source, edge.target) for edge in edges)
    part = components(list(following), lambda node: following.get(node, []))
    return {
        (edge.source, edge.target) for edge in edges if edge.target in part and part[edge.source] == part[edge.target]
    }
