"""Where the tokens of a net are in a state of the machine.

This is found from the state alone and shares nothing with the steps of the net: every process stands at a location of
its class, every message is of a type, every global variable holds a value.  What the net has no place for, it does not
cover.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import product, zip_longest

from penstock.bounds.abstraction.fusing import fused_locations
from penstock.bounds.abstraction.instances import InstanceClass, ProcessPlan
from penstock.bounds.abstraction.messages import OTHER, Class
from penstock.bounds.abstraction.places import Holding, Messages, Net, Place, Room, Standing
from penstock.bounds.abstraction.transfer import Transfer, is_channel
from penstock.flow.values import Values
from penstock.machine import Machine
from penstock.machine.channels import all_edges, channel_cells
from penstock.machine.engine import MachineStep
from penstock.machine.runtime import FIRST_PROCESS, Queue, Row, State
from penstock.resolve.symbols import Variable

Identity = tuple[InstanceClass, ...]
"""The classes that a process may belong to: mostly one."""
Token = tuple[int, ...]
"""The places where a token may be: mostly one."""
Tokens = tuple[Token, ...]


class NotCovered(Exception):
    """A state has something that the net has no place for; the text says what."""


@dataclass(frozen=True, slots=True, eq=False)
class ChannelQueues:
    """For each channel of a state the queues of the net that it may be; and what was found where these are the same."""

    queues: tuple[frozenset[int], ...]
    messages: dict[tuple[int, Row], Token] = field(default_factory=dict)
    standing: dict[tuple[Identity, Row, Row], Token] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Marking:
    """The tokens of a state, part by part: where parts are the same object, nothing has changed."""

    identities: tuple[Identity, ...]
    channels: ChannelQueues
    shared: Tokens
    waiting: list[Tokens]
    standing: list[Tokens]
    settled: bool
    """Nobody is between two steps that are one in the net."""

    def parts(self) -> list[Tokens]:
        return [self.shared, *self.waiting, *self.standing]

    def changes(self, old: Marking) -> Iterator[tuple[Tokens, Tokens]]:
        """What was in the parts that have changed since `old`, and what is there now."""
        yield old.shared, self.shared
        for before, now in ((old.waiting, self.waiting), (old.standing, self.standing)):
            pairs = zip_longest(before, now, fillvalue=())
            yield from ((gone, come) for gone, come in pairs if gone is not come)


class Marker:
    """Finds markings of one net; the machine must be one of the same model, without a claim."""

    def __init__(self, net: Net, machine: Machine) -> None:
        self.net = net
        self.analysis = net.analysis
        self.machine = machine
        program = machine.program
        self._offset = 1 + program.priority_slot - self.analysis.layout.size
        self._global_channels = len(channel_cells(program.globals))
        self._hidden = fused_locations(net)
        self._room = net.numbers.get(Room())
        self._processes = self._running(machine.initial)
        self._reached = {place for step in net.transitions for place, change in step.effect if change > 0}
        self._reached |= set(net.start)
        self.ambiguous = False
        """Whether there was ever a token that may be in several places."""
        self._known_channels: dict[tuple[frozenset[int], ...], ChannelQueues] = {}
        self._nodes: dict[tuple[InstanceClass, int], list[int]] = {}
        for owner in self.analysis.classes:
            for number, node in enumerate(owner.nodes):
                self._nodes.setdefault((owner, node.location), []).append(number)

    # -- states --------------------------------------------------------------------------------

    def first(self) -> Marking:
        classes = self.analysis.classes
        identities = [
            (owner,)
            for graph in self.analysis.graphs
            for owner in classes
            if owner.plan.graph is graph
            for _ in range(owner.tokens)
        ]
        return self._marking(self.machine.initial, tuple(identities))

    def after(self, old: Marking, before: State, step: MachineStep) -> Marking:
        """The marking after a step from the state `before`, whose marking is `old`."""
        state = step.state
        count = len(state) - FIRST_PROCESS
        if len(state) == len(before):
            return self._marking(state, old.identities, old, before)
        identities = old.identities[:count]
        for at in range(FIRST_PROCESS + len(identities), len(state)):
            identities = (*identities, self._started(state[at], step, old))
        return self._marking(state, identities)

    def _started(self, row: Row, step: MachineStep, old: Marking) -> Identity:
        """The classes that a new process may belong to: those that the step may create, with its arguments."""
        movers = [(step.at, step.move)] + ([(step.partner, step.partner_move)] if step.partner_move else [])
        sites = set()
        for at, move in movers:
            assert move.edge is not None
            edges = [move.edge, *(all_edges([move.edge.inner]) if move.edge.inner is not None else ())]
            sites |= {(owner, edge.statement) for owner in old.identities[at - FIRST_PROCESS] for edge in edges}
        automaton = self.machine.places[row[0]].automaton
        plan = self.analysis.plans[automaton.name]
        found = tuple(
            owner
            for owner in self.analysis.classes
            if owner.plan is plan
            and any((creator, arc.statement) in sites for creator, arc in owner.creators)
            and all(
                self._fits(cell.variable, row[cell.slot + self._offset], values, old.channels)
                for cell, values in zip(plan.parameters, owner.arguments, strict=True)
            )
        )
        if not found:
            raise NotCovered(f"a process {automaton.name} is started with arguments that the proof does not cover")
        return found

    def _marking(
        self, state: State, identities: tuple[Identity, ...], old: Marking | None = None, before: State = ()
    ) -> Marking:
        channels = old.channels if old is not None else self._channels(identities)
        waiting = [
            old.waiting[place] if old and before[1][place] is queue else self._waiting(queue, place, channels)
            for place, queue in enumerate(state[1])
        ]
        standing = [
            old.standing[place]
            if old and before[place + FIRST_PROCESS] is row
            else (self._standing(state, row, identities[place], channels),)
            for place, row in enumerate(state[FIRST_PROCESS:])
        ]
        settled = not self._hidden or not any(map(self._is_hidden, state[FIRST_PROCESS:]))
        return Marking(identities, channels, self._shared(state), waiting, standing, settled)

    # -- channels ------------------------------------------------------------------------------

    def _channels(self, identities: Iterable[Identity]) -> ChannelQueues:
        found = [frozenset([number]) for number in range(1, self._global_channels + 1)]
        for identity in identities:
            for cell in identity[0].plan.channels:
                found.append(frozenset(owner.queues[cell.slot] for owner in identity))
        return self._known_channels.setdefault(tuple(found), ChannelQueues(tuple(found)))

    def _fits(self, variable: Variable, value: int, values: Values, channels: ChannelQueues) -> bool:
        return values is None or not values.isdisjoint(self._numbers(variable, value, channels))

    def _numbers(self, variable: Variable, value: int, channels: ChannelQueues) -> frozenset[int]:
        """What the net may call the value of a variable."""
        if not is_channel(variable) or not value:
            return frozenset([value])
        present = channels.queues[value - 1] if value <= len(channels.queues) else frozenset()
        return self.analysis.with_predecessors(present)

    def _waiting(self, queue: Queue, place: int, channels: ChannelQueues) -> Tokens:
        known = channels.messages
        for message in queue[1:]:
            if (place, message) not in known:
                known[place, message] = self._message(message, channels.queues[place], channels)
        return tuple([known[place, message] for message in queue[1:]])

    def _message(self, message: Row, meant: frozenset[int], channels: ChannelQueues) -> Token:
        possible = [
            Messages(queue, which)
            for queue in meant
            for which in product(*(self._classes(queue, field, value, channels) for field, value in enumerate(message)))
        ]
        token = self._known(possible)
        if not token:
            names = " or ".join(self.analysis.queues[queue - 1].name for queue in meant)
            raise NotCovered(
                f"{names} holds the message {', '.join(map(str, message))}, which the proof does not cover"
            )
        return token

    def _classes(self, queue: int, field: int, value: int, channels: ChannelQueues) -> set[Class]:
        named = self.net.named.get((queue, field))
        if not named:
            return {OTHER}
        numbers = self._numbers(self.analysis.kind(queue).fields[field], value, channels)
        return {number if number in named else OTHER for number in numbers}

    # -- processes and variables -----------------------------------------------------------------

    def _standing(self, state: State, row: Row, identity: Identity, channels: ChannelQueues) -> Token:
        if self._is_hidden(row):
            return ()
        key = identity, row, state[0] if identity[0].plan.assigned_globals else ()
        if key not in channels.standing:
            channels.standing[key] = self._stands(state, row, identity, channels)
        return channels.standing[key]

    def _stands(self, state: State, row: Row, identity: Identity, channels: ChannelQueues) -> Token:
        place = self.machine.places[row[0]]
        possible = [
            Standing(found, number)
            for found in identity
            for number in self._nodes.get((found, place.state), ())
            if self._stands_at(found, number, row, channels) and self._holds(found, number, state, row, channels)
        ]
        token = self._known(possible)
        if not token:
            raise NotCovered(f"{place.automaton.name} reaches a place, or holds values, that the proof does not cover")
        return token

    def _is_hidden(self, row: Row) -> bool:
        place = self.machine.places[row[0]]
        return (place.automaton.name, place.state) in self._hidden

    def _stands_at(self, owner: InstanceClass, number: int, row: Row, channels: ChannelQueues) -> bool:
        """Whether what the tracked variables hold is what is known at a node."""
        cells = owner.plan.tracked
        return all(
            known is None or known in self._numbers(cell.variable, row[cell.slot + self._offset], channels)
            for cell, known in zip(cells, owner.nodes[number].key, strict=True)
        )

    def _holds(self, owner: InstanceClass, number: int, state: State, row: Row, channels: ChannelQueues) -> bool:
        """Whether all variables that are followed hold what they may hold at a node."""
        transfer = Transfer(self.analysis, owner, owner.states[number])
        return all(
            self._fits(variable, row[slot + self._offset] if own else state[0][slot], transfer.read(slot), channels)
            for slot, variable, own in self._followed(owner.plan)
        )

    def _followed(self, plan: ProcessPlan) -> list[tuple[int, Variable, bool]]:
        """The cells that are followed: their variables, and whether they are the process's own."""
        own = [(cell.slot, cell.variable, True) for cell in (*plan.parameters, *plan.locals)]
        cells = [cell for cell in self.analysis.layout.cells if cell.slot in plan.assigned_globals]
        return own + [(cell.slot, cell.variable, False) for cell in cells]

    def _shared(self, state: State) -> Tokens:
        found = []
        for variable, cell in self.analysis.shared.items():
            token = self._known([Holding(variable, state[0][cell])])
            if not token:
                raise NotCovered(f"{variable.name} holds {state[0][cell]}, which the proof does not cover")
            found.append(token)
        if self._room is not None:
            found += [(self._room,)] * self.room(state)
        return tuple(found)

    def room(self, state: State) -> int:
        """How many processes may still be started, where their number is limited; less than 0 if there are too many."""
        if self._room is None:
            return 0
        return self.net.start[self._room] + self._processes - self._running(state)

    def _running(self, state: State) -> int:
        return sum(not self.machine.places[row[0]].final for row in state[FIRST_PROCESS:])

    def _known(self, places: Iterable[Place]) -> Token:
        numbers = [self.net.numbers.get(place) for place in places]
        token = tuple([number for number in numbers if number in self._reached])
        self.ambiguous = self.ambiguous or len(token) > 1
        return token
