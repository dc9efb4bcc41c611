"""All states of a model in which some channels are forgotten, but for which messages were ever sent to them.

A channel that grows without end makes infinitely many states.  To bound the others, it is enough to know what may be
its first message: any of those that were sent, or none.  Each such choice is a state of the model as far as a step can
tell, if nothing looks behind the first message; so whatever the model does is done here, too, and perhaps more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import prod

from penstock.bounds.runs.reduction import private_places
from penstock.bounds.runs.search import Searched, SearchLimits
from penstock.budget import check
from penstock.control import Automaton, Edge
from penstock.machine import Machine, Options, build_machine
from penstock.machine.channels import all_edges, channel_cells
from penstock.machine.engine import MachineStep, Place
from penstock.machine.runtime import CUT_OFF, FIRST_PROCESS, Queue, State
from penstock.resolve.model import Model
from penstock.resolve.symbols import Variable
from penstock.syntax.nodes import ChannelQuery, Node, Poll, ProcessQuery, Receive, Reference
from penstock.syntax.walk import walk

MOST_CHOICES = 512
"""First messages of forgotten channels in one state."""
Moment = tuple[State, int]
"""A state, and the process that goes on alone, or 0."""


class CannotForget(Exception):
    """Something looks behind the first message of a channel, or too much may be first."""


def lengths_beside(
    model: Model, automata: Sequence[Automaton], forgotten: frozenset[str], limits: SearchLimits, reduced: bool = True
) -> Searched | None:
    """The largest lengths of all other channels; None if there are too many states, or channels cannot be forgotten.

    With partial order reduction fewer states are seen.
    """
    processes = [automaton for automaton in automata if automaton.kind != "never"]
    machine = build_machine(model, processes, Options(unlimited=True, reset_dead=True, measuring=True))
    places = [place for place, name in enumerate(machine.lengths.shared) if name in forgotten]
    variables = {cell.variable for cell in channel_cells(machine.program.globals) if cell.name in forgotten}
    if len(places) < len(forgotten) or any(_looks_behind(model, automaton, variables) for automaton in processes):
        return None
    looking = [_looks(machine, place, variables) for place in machine.places]
    try:
        states = _Beside(machine, places, looking, limits, reduced).count()
    except CannotForget:
        return None
    highest = {name: length for name, length in machine.lengths.highest.items() if name not in forgotten}
    return None if states is None else Searched(None, states, highest)


class _Beside:
    """Goes through the states; processes that cannot tell forgotten channels from others are asked once for all."""

    def __init__(
        self, machine: Machine, places: Sequence[int], looking: Sequence[bool], limits: SearchLimits, reduced: bool
    ) -> None:
        self.machine = machine
        self.places = places
        self.looking = looking
        self.limits = limits
        self.private = private_places(machine) if reduced else [False] * len(machine.places)

    def count(self) -> int | None:
        """The number of states, if all were seen."""
        machine = self.machine
        first: Moment = (machine.initial, 0)
        seen, waiting = {first}, [first]
        while waiting:
            check()
            state, holder = waiting.pop()
            steps = (None if holder else self._private(state, seen)) or self._steps(state, holder)
            for step in steps:
                following = self._remembered(step.state, state), step.holder
                if following not in seen:
                    seen.add(following)
                    waiting.append(following)
            if self.limits.met(len(seen)) or any(fault.text.startswith(CUT_OFF) for fault in machine.faults):
                return None
            machine.forget()
            machine.log.clear()
        return len(seen)

    def _private(self, state: State, seen: set[Moment]) -> list[MachineStep] | None:
        """The private steps of one process, if these are enough."""
        for at in range(FIRST_PROCESS, len(state)):
            if self.private[state[at][0]]:
                found = self.machine.process_steps(state, at)
                if found and seen.isdisjoint((step.state, 0) for step in found):
                    return found
        return None

    def _steps(self, state: State, holder: int) -> Iterator[MachineStep]:
        machine = self.machine
        if holder:
            for choice in self._choices(state):
                yield from machine.process_steps(choice, holder) or machine.steps(choice)
            return
        at = range(FIRST_PROCESS, len(state))
        blind = [step for one in at if not self.looking[state[one][0]] for step in machine.process_steps(state, one)]
        if not blind:  # then it may be time for `timeout`
            for choice in self._choices(state):
                yield from machine.steps(choice)
            return
        yield from blind
        looking = [one for one in at if self.looking[state[one][0]]]
        for choice in self._choices(state) if looking else ():
            for one in looking:
                yield from machine.process_steps(choice, one)

    def _choices(self, state: State) -> Iterator[State]:
        """The state with each first message, or none, in the forgotten channels."""
        queues = [state[1][place] for place in self.places]
        heads = [[queue[:1], *((queue[0], one) for one in queue[1:])] for queue in queues]
        if prod(map(len, heads)) > MOST_CHOICES:
            raise CannotForget
        for chosen in product(*heads):
            yield self._with(state, chosen)

    def _with(self, state: State, contents: Iterable[Queue]) -> State:
        queues = list(state[1])
        for place, content in zip(self.places, contents, strict=True):
            queues[place] = content
        return (state[0], tuple(queues), *state[2:])

    def _remembered(self, state: State, before: State) -> State:
        """The state with all messages ever sent in the forgotten channels, in an order of their own."""
        old, new = before[1], state[1]
        contents = [_both(old[place], new[place]) for place in self.places]
        return self._with(state, contents)


def _both(old: Queue, new: Queue) -> Queue:
    known = set(old[1:])
    return old if known.issuperset(new[1:]) else (old[0], *sorted(known.union(new[1:])))


def _looks_behind(model: Model, automaton: Automaton, forgotten: set[Variable]) -> bool:
    """Whether a statement may look at more of a forgotten channel than its first message."""
    for edge in all_edges([automaton]):
        in_d_step = edge.inner is not None
        if any(_beyond_first(node, in_d_step, model, forgotten) for one in _statements(edge) for node in walk(one)):
            return True
    return False


def _beyond_first(node: Node, in_d_step: bool, model: Model, forgotten: set[Variable]) -> bool:
    if not isinstance(node, ChannelQuery | Poll | Receive) or not _may_be(node.channel, model, forgotten):
        return False
    # Inside a d_step there is no state in which another first message could be chosen.
    return in_d_step or (node.query == "len" if isinstance(node, ChannelQuery) else node.random)


def _may_be(channel: Reference, model: Model, forgotten: set[Variable]) -> bool:
    """Whether a reference may mean a forgotten channel: only declared channels are certain to be others."""
    variable = model.variables.get(channel)
    return variable is None or variable.channel is None or variable in forgotten


def _looks(machine: Machine, place: Place, forgotten: set[Variable]) -> bool:
    """Whether what a process does at a place may depend on a forgotten channel."""
    if machine.program.priority_slot or place.provided is not None:
        return True
    model = machine.program.model
    statements = [one for move in place.moves if move.edge is not None for one in _statements(move.edge)]
    return any(_asks(node, model, forgotten) for statement in statements for node in walk(statement))


def _asks(node: Node, model: Model, forgotten: set[Variable]) -> bool:
    if isinstance(node, ProcessQuery):
        return True
    return isinstance(node, ChannelQuery | Poll | Receive) and _may_be(node.channel, model, forgotten)


def _statements(edge: Edge) -> list[Node]:
    return [edge.statement] if edge.inner is None else [inner.statement for inner in all_edges([edge.inner])]
