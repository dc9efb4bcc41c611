"""The abstraction: a net of places that hold tokens, and transitions that move them.

There is a place for each location of each instance class, and for each message type of each queue.
A step moves a process from one location to the next; a send adds a message, a receive takes one, a
`run` adds a process.  A rendezvous is two halves that happen equally often: its place is always empty.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

from penstock.bounds.analysis import Analysis
from penstock.bounds.graphs import Arc
from penstock.bounds.instances import InstanceClass
from penstock.bounds.messages import MessageType, Partition
from penstock.bounds.transfer import Transfer, runs_in
from penstock.syntax.nodes import Receive, Send


@dataclass(frozen=True, slots=True)
class Location:
    """Where processes of a class may stand."""

    owner: InstanceClass
    location: int


@dataclass(frozen=True, slots=True)
class Messages:
    """Messages of one type in a queue; with `handed` they are handed over directly and never wait."""

    queue: int
    type: MessageType
    handed: bool = False


@dataclass(frozen=True, slots=True)
class Room:
    """Processes that may still be started, where their number is limited."""


Place = Location | Messages | Room


@dataclass(frozen=True, slots=True)
class Transition:
    """A step with its effect on the places: (place, change), each place once, no change of 0 but for loops."""

    owner: InstanceClass
    arc: Arc
    effect: tuple[tuple[int, int], ...]
    needs: tuple[int, ...]
    """The places that must hold a token."""


@dataclass(slots=True)
class Net:
    """Places and transitions by number, and the tokens at the start."""

    analysis: Analysis
    places: list[Place] = field(default_factory=list)
    numbers: dict[Place, int] = field(default_factory=dict)
    transitions: list[Transition] = field(default_factory=list)
    start: dict[int, int] = field(default_factory=dict)

    def place(self, place: Place) -> int:
        number = self.numbers.get(place)
        if number is None:
            number = self.numbers[place] = len(self.places)
            self.places.append(place)
        return number

    def messages_of(self, queue: int) -> list[int]:
        """The places of a buffered queue."""
        return [
            number
            for number, place in enumerate(self.places)
            if isinstance(place, Messages) and place.queue == queue and not place.handed
        ]

    @property
    def message_places(self) -> list[int]:
        return [n for n, place in enumerate(self.places) if isinstance(place, Messages) and not place.handed]

    @property
    def handed_places(self) -> set[int]:
        return {n for n, place in enumerate(self.places) if isinstance(place, Messages) and place.handed}


def build_net(analysis: Analysis, partition: Partition, process_limit: int | None = None) -> Net:
    """The net of a model; steps that can never be taken are left out."""
    net = Net(analysis)
    if process_limit is not None:
        running = sum(found.tokens for found in analysis.classes)
        net.start[net.place(Room())] = max(0, process_limit - running)
    for found in analysis.classes:
        number = net.place(Location(found, 0))
        if found.tokens:
            net.start[number] = found.tokens
    builder = _Builder(net, partition)
    sends = [step for step in builder.steps() if not isinstance(step[2].statement, Receive)]
    for transfer, found, arc in sends:
        builder.add(transfer, found, arc)
    # Receives come last: only then it is known which types of messages are sent at all.
    for transfer, found, arc in builder.steps():
        if isinstance(arc.statement, Receive):
            builder.add(transfer, found, arc)
    _prune(net)
    return net


class _Builder:
    def __init__(self, net: Net, partition: Partition) -> None:
        self.net = net
        self.analysis = net.analysis
        self.partition = partition

    def steps(self) -> Iterator[tuple[Transfer, InstanceClass, Arc]]:
        for found in self.analysis.classes:
            for location, state in enumerate(found.states):
                if state is None:
                    continue
                transfer = Transfer(self.analysis, found, state)
                for arc in found.plan.graph.leaving[location]:
                    if found.states[arc.target] is not None and transfer.after(arc) is not None:
                        yield transfer, found, arc

    def add(self, transfer: Transfer, found: InstanceClass, arc: Arc) -> None:
        statement = arc.statement
        if isinstance(statement, Send):
            for message in self._sent(transfer, statement):
                self._transition(found, arc, {message: 1}, ())
        elif isinstance(statement, Receive):
            for message in self._received(transfer, statement):
                change = {} if statement.peek else {message: -1}
                self._transition(found, arc, change, (message,))
        else:
            started = [transfer.started(arc, run) for run in runs_in(statement)]
            for classes in product(*started):
                new: dict[int, int] = {}
                for created in classes:
                    number = self.net.place(Location(created, 0))
                    new[number] = new.get(number, 0) + 1
                self._transition(found, arc, new, (), len(classes))

    def _sent(self, transfer: Transfer, statement: Send) -> Iterator[int]:
        found: dict[int, None] = {}
        for queue, values in transfer.sendings(statement):
            handed = self.analysis.kind(queue).rendezvous
            for message in self.partition.types(queue, values):
                found[self.net.place(Messages(queue, message, handed))] = None
        yield from found

    def _received(self, transfer: Transfer, statement: Receive) -> Iterator[int]:
        for queue, accepted in transfer.receiving(statement):
            handed = self.analysis.kind(queue).rendezvous
            if handed and statement.peek:
                continue
            for number in self._types(queue, handed):
                place = self.net.places[number]
                assert isinstance(place, Messages)
                if self.partition.accepts(queue, accepted, place.type):
                    yield number

    def _types(self, queue: int, handed: bool) -> list[int]:
        if not hasattr(self, "_by_queue"):
            self._by_queue: dict[tuple[int, bool], list[int]] = {}
            for number, place in enumerate(self.net.places):
                if isinstance(place, Messages):
                    self._by_queue.setdefault((place.queue, place.handed), []).append(number)
        return self._by_queue.get((queue, handed), [])

    def _transition(
        self, found: InstanceClass, arc: Arc, change: dict[int, int], needs: tuple[int, ...], started: int = 0
    ) -> None:
        source = self.net.place(Location(found, arc.source))
        target = self.net.place(Location(found, arc.target))
        effect = dict(change)
        room = self.net.numbers.get(Room())
        if room is not None:
            # A process that has come to its end makes room for another.
            ended = int(not found.plan.graph.leaving[arc.target])
            effect[room] = ended - started
            needs = (*needs, room) if started else needs
        effect[source] = effect.get(source, 0) - 1
        effect[target] = effect.get(target, 0) + 1
        listed = tuple((place, number) for place, number in effect.items() if number)
        self.net.transitions.append(Transition(found, arc, listed, (source, *needs)))


def _prune(net: Net) -> None:
    """Leave out transitions that can never be taken, because no token ever comes where they need one."""
    waiting: dict[int, list[int]] = {}
    missing = []
    for number, transition in enumerate(net.transitions):
        missing.append(len(set(transition.needs)))
        for place in set(transition.needs):
            waiting.setdefault(place, []).append(number)
    handed = net.handed_places
    marked = set(net.start)
    agenda = list(marked)
    possible: set[int] = set()
    while agenda:
        place = agenda.pop()
        for number in waiting.get(place, ()):
            missing[number] -= 1
            if missing[number] == 0:
                possible.add(number)
                for target, change in net.transitions[number].effect:
                    if target not in marked and (change > 0 or target in handed):
                        marked.add(target)
                        agenda.append(target)
    net.transitions = [transition for number, transition in enumerate(net.transitions) if number in possible]
