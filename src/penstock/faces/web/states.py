"""The state graph of a small model, with a shortest run to every node of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from penstock.budget import Watch, present
from penstock.draw.graph.data import drawn_graph
from penstock.draw.graph.dot import dot
from penstock.draw.graph.graph import Graph
from penstock.draw.graph.mermaid import mermaid
from penstock.draw.graph.states import folded_graph, state_graph
from penstock.errors import UsageError
from penstock.faces.data.asking import request_of
from penstock.faces.web.found import model_given
from penstock.faces.web.protocol import GraphAnswer, GraphParams, GraphPath, GraphTexts
from penstock.machine import Options, build_machine
from penstock.machine.engine import MachineStep
from penstock.machine.explore import Exploration, macro_steps
from penstock.machine.space import StateSpace, state_space
from penstock.machine.tracing import step_key
from penstock.stepping.paths import path_of
from penstock.stepping.timeline import Moment, Timeline
from penstock.tasks.explore import ExploreOutcome, explore
from penstock.tasks.models import processes_of
from penstock.tasks.requests.explore import ExploreRequest

MOST_STATES = 5000
"""What is visited; more cannot be looked at anyway."""
MOST_NODES = 300
"""What is drawn."""


def graph(_session: object, asked: GraphParams) -> GraphAnswer:
    request = request_of("explore", {**model_given(asked.model), "limit": MOST_STATES, "no_claim": True})
    outcome = explore(request, present().watch or Watch())
    found = outcome.exploration
    assert found is not None
    folded = asked.folded or found.states > MOST_NODES
    space = state_space(found)
    graph, kept = _folded(space, asked.kept) if folded else (state_graph(space, ""), ())
    small = len(graph.nodes) <= MOST_NODES
    paths = tuple(_paths(_timeline(request, outcome), found, graph)) if small else ()
    drawing, texts = (drawn_graph(graph), texts_of(graph)) if small else (None, None)
    return GraphAnswer(drawing, texts, found.states, found.complete, folded, kept, len(graph.nodes), paths)


def texts_of(graph: Graph) -> GraphTexts:
    return GraphTexts(dot([graph]), mermaid([graph]))


def _folded(space: StateSpace, kept: tuple[str, ...]) -> tuple[Graph, tuple[str, ...]]:
    """By the places of all processes, or of those that are asked for; if these are too many, of fewer processes."""
    names = tuple(space.names.processes(max(space.exploration.order, key=len)))
    wanted = [kept] if kept else [(), *(names[:count] for count in range(len(names) - 1, 0, -1))]
    for one in wanted:
        graph = folded_graph(space, "", one)
        if len(graph.nodes) <= MOST_NODES:
            return graph, one
    return graph, wanted[-1]


def _timeline(request: ExploreRequest, outcome: ExploreOutcome) -> Timeline:
    """A run of the same automata: its choices have the numbers that they have whenever the model is opened."""
    options = Options(unlimited=request.unlimited, lossy=request.lossy, tracing=True)
    reading = outcome.reading
    return Timeline(build_machine(reading.model, processes_of(reading.automata), options))


def _paths(timeline: Timeline, found: Exploration, graph: Graph) -> Iterator[GraphPath]:
    walker = _Walker(timeline, found)
    for node in graph.nodes:
        moment = walker.moment(int(node.id))
        yield GraphPath(node.id, path_of(_line_to(moment)))


class _Walker:
    """Goes to states on a machine that keeps all values, each from the state that it was found from."""

    def __init__(self, timeline: Timeline, found: Exploration) -> None:
        self.timeline = timeline
        self.found = found
        self._moments = {0: timeline.begin}

    def moment(self, number: int) -> Moment:
        chain = [number]
        while chain[-1] not in self._moments:
            chain.append(self.found.parents[chain[-1]])
        for before, state in zip(reversed(chain), reversed(chain[:-1]), strict=False):
            self.timeline.to(self._moments[before])
            self._go(self._steps(before, state))
            self._moments[state] = self.timeline.now
        return self._moments[number]

    def _steps(self, before: int, state: int) -> Iterable[MachineStep]:
        target = self.found.order[state]
        ways = macro_steps(self.found.machine, self.found.order[before])
        return next(way for way in ways if way[-1].state == target)

    def _go(self, steps: Iterable[MachineStep]) -> None:
        for step in steps:
            if not step.at or step.move.silent:
                continue  # the claim only watches, and SPIN's silent steps do nothing
            key = step_key(step)
            choice = next((one for one in self.timeline.choices() if step_key(one.taken) == key), None)
            if choice is not None:
                self.timeline.go(choice)
            elif not self._was_tick():
                raise UsageError("the states of this model cannot be stepped to")

    def _was_tick(self) -> bool:
        """Timers run down at once when time passes: that is one step of a run."""
        step = self.timeline.now.step
        return step is not None and bool(step.tick)


def _line_to(moment: Moment) -> list[Moment]:
    line = [moment]
    while (before := line[-1].parent) is not None:
        line.append(before)
    return line[::-1]
