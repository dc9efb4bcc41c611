"""Instance classes: processes that behave alike, because their type and the arguments that matter are the same."""

from __future__ import annotations

from dataclasses import dataclass, field

from penstock.bounds.abstraction.graphs import Arc, ControlGraph
from penstock.flow.evaluation import Evaluation
from penstock.flow.values import ANY, NOTHING, Values
from penstock.graphs import components
from penstock.resolve.layout import Cell as NamedCell
from penstock.resolve.symbols import Variable

OWN_NUMBER = -1
"""What `_pid` is, as a cell that is never assigned."""
State = tuple[Values, ...]
Key = tuple[int | None, ...]
"""What the tracked cells hold; None if that is not known."""


@dataclass(frozen=True, slots=True)
class ControlNode:
    """A location of a process, and what its tracked cells hold there."""

    location: int
    key: Key = ()


@dataclass(frozen=True, slots=True)
class Queue:
    """A channel as the analysis knows it; `summary` if it stands for those of several processes."""

    number: int
    name: str
    variable: Variable
    owner: InstanceClass | None = None

    @property
    def summary(self) -> bool:
        return self.owner is not None and self.owner.several


@dataclass(slots=True, eq=False)
class ProcessPlan:
    """What all instances of a process type have in common: which cells are followed, and where they are."""

    graph: ControlGraph
    evaluation: Evaluation
    followed: dict[int, int]
    """For each followed cell its place in the states: locals, and globals that this type assigns."""
    parameters: list[NamedCell]
    locals: list[NamedCell]
    channels: list[NamedCell]
    assigned_globals: frozenset[int]
    tracked: tuple[NamedCell, ...] = ()
    """The cells whose values are distinguished: there is a node for each of them."""
    numbered: bool = False
    """Whether its statements ask for `_pid`: those that are there from the start are then classes of their own."""


@dataclass(slots=True, eq=False)
class InstanceClass:
    """Processes of one type with the same arguments.

    `site` distinguishes those that own channels, or ask for their number: the number of an `active` instance, or the
    `run` that starts them.  `tokens` is how many there are at the start, `pid` is what `_pid` is where it is known.
    """

    number: int
    plan: ProcessPlan
    arguments: tuple[Values, ...]
    site: object = None
    pid: int | None = None
    tokens: int = 0
    nodes: list[ControlNode] = field(default_factory=list)
    """Where it may be, in the order in which that was found; the first is where it begins."""
    numbers: dict[ControlNode, int] = field(default_factory=dict)
    states: list[State] = field(default_factory=list)
    """For each node what is known there."""
    steps: dict[tuple[int, Arc], set[int]] = field(default_factory=dict)
    """For each node and arc the nodes that it may lead to."""
    queues: dict[int, int] = field(default_factory=dict)
    """For each cell that declares a channel the number of its queue."""
    creators: set[tuple[InstanceClass, Arc]] = field(default_factory=set)
    several: bool = False
    """Whether there can be more than one at a time."""

    def add(self, node: ControlNode, state: State) -> int:
        number = self.numbers[node] = len(self.nodes)
        self.nodes.append(node)
        self.states.append(state)
        return number

    def leaving(self, node: int) -> tuple[Arc, ...]:
        return self.plan.graph.leaving[self.nodes[node].location]

    @property
    def may_end(self) -> bool:
        return any(not self.leaving(node) for node in range(len(self.nodes)))

    def repeated(self) -> set[Arc]:
        """The steps that a process may take more than once: on a cycle, or at several nodes."""
        following: dict[int, list[int]] = {}
        for (node, _), targets in self.steps.items():
            following.setdefault(node, []).extend(targets)
        component = components(range(len(self.nodes)), lambda node: following.get(node, ()))
        places: dict[Arc, int] = {}
        found: set[Arc] = set()
        for (node, arc), targets in self.steps.items():
            again = any(component[target] == component[node] for target in targets)
            if again or places.setdefault(arc, node) != node:
                found.add(arc)
        return found

    @property
    def name(self) -> str:
        plain = self.plan.graph.automaton.name
        values = [_shown(value) for value in self.arguments]
        number = f"#{self.pid}" if self.plan.numbered and self.pid is not None else ""
        return f"{plain}{number}({', '.join(values)})" if values else plain + number


def _shown(values: Values) -> str:
    if values is ANY:
        return "any"
    if values == NOTHING:
        return "nothing"
    return "|".join(map(str, sorted(values or ())))
