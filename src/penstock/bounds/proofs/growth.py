"""Counterexamples: steps that, taken together, only add to a queue.

They are found as a flow through the net and shown as cycles in the processes: every flow is a sum of a
few of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf

from penstock.bounds.abstraction.graphs import Arc
from penstock.bounds.abstraction.instances import InstanceClass
from penstock.bounds.abstraction.places import Messages, Net, Transition
from penstock.budget import check
from penstock.lp.exact import whole_numbers
from penstock.lp.problem import Problem
from penstock.lp.solve import SolverStatus, solve

Flow = dict[int, int]
"""How often each transition is taken."""


@dataclass(frozen=True, slots=True)
class Round:
    """Steps of one process, this many times; `closed` if they come back to where they began."""

    owner: InstanceClass
    arcs: tuple[Arc, ...]
    times: int
    closed: bool


@dataclass(frozen=True, slots=True)
class Counterexample:
    """What makes queues grow: by `growth` messages in a round of all its steps."""

    queues: tuple[int, ...]
    growth: dict[int, int]
    rounds: tuple[Round, ...]
    flow: Flow


def find_growth(
    net: Net, messages: list[int], only: Callable[[Transition], bool] | None = None
) -> Counterexample | None:
    """The shortest steps after which these places hold more and none holds less; None if there are none.

    With `only`, the steps must be among these.
    """
    steps = [number for number in net.near(messages) if only is None or only(net.transitions[number])]
    solution = solve(_growth_problem(net, messages, steps))
    if solution.status is not SolverStatus.OPTIMAL:
        return None
    found = whole_numbers(
        solution.values, lambda numbers, _: _grows(net, dict(zip(steps, numbers, strict=True)), messages)
    )
    if found is None:
        return None
    flow = {number: times for number, times in zip(steps, found[0], strict=True) if times}
    change = _change(net, flow)
    places = [net.places[place] for place in net.message_places if change.get(place, 0) > 0]
    grown = sorted({place.queue for place in places if isinstance(place, Messages)})
    growth = {queue: sum(change.get(place, 0) for place in net.messages_of(queue)) for queue in grown}
    return Counterexample(tuple(grown), growth, tuple(decompose(net, flow)), flow)


def _growth_problem(net: Net, messages: list[int], steps: list[int]) -> Problem:
    problem = Problem()
    rows: dict[int, list[tuple[int, int]]] = {}
    for number in steps:
        column = problem.column(cost=1.0)
        for place, change in net.transitions[number].effect:
            rows.setdefault(place, []).append((column, change))
    handed = net.handed_places
    for place, terms in rows.items():
        problem.row(terms, lower=0.0, upper=0.0 if place in handed else inf)
    total: dict[int, int] = {}
    for place in messages:
        for column, change in rows.get(place, ()):
            total[column] = total.get(column, 0) + change
    problem.row([(column, change) for column, change in total.items() if change], lower=1.0)
    return problem


def _change(net: Net, flow: Flow) -> dict[int, int]:
    change: dict[int, int] = {}
    for number, times in flow.items():
        for place, effect in net.transitions[number].effect:
            change[place] = change.get(place, 0) + effect * times
    return change


def _grows(net: Net, flow: Flow, messages: list[int]) -> bool:
    change = _change(net, flow)
    handed = net.handed_places
    kept = all(value >= 0 and (value == 0 or place not in handed) for place, value in change.items())
    return kept and min(flow.values(), default=0) >= 0 and sum(change.get(place, 0) for place in messages) > 0


def decompose(net: Net, flow: Flow) -> list[Round]:
    """A flow as cycles of processes, and paths of processes that are started on the way."""
    left: dict[InstanceClass, dict[int, dict[Transition, int]]] = {}
    for number, times in flow.items():
        transition = net.transitions[number]
        leaving = left.setdefault(transition.owner, {}).setdefault(transition.source, {})
        leaving[transition] = leaving.get(transition, 0) + times
    rounds: list[Round] = []
    for owner, by_node in left.items():
        while any(by_node.values()):
            check()
            steps, closed = _walk(by_node)
            times = min(by_node[step.source][step] for step in steps)
            for step in steps:
                by_node[step.source][step] -= times
                if not by_node[step.source][step]:
                    del by_node[step.source][step]
            rounds.append(Round(owner, tuple(arc for step in steps for arc in step.arcs), times, closed))
    return sorted(rounds, key=lambda found: (found.owner.number, found.arcs[0].number))


def _walk(leaving: dict[int, dict[Transition, int]]) -> tuple[tuple[Transition, ...], bool]:
    """Follow steps until a node repeats, or there are none; begin at a node that nothing leads to, if possible."""
    targets = {step.target for steps in leaving.values() for step in steps}
    sources = [node for node, steps in leaving.items() if steps]
    start = next((node for node in sources if node not in targets), sources[0])
    path: list[Transition] = []
    visited = {start: 0}
    node = start
    while leaving.get(node):
        step = next(iter(leaving[node]))
        path.append(step)
        node = step.target
        if node in visited:
            return tuple(path[visited[node] :]), True
        visited[node] = len(path)
    return tuple(path), False
