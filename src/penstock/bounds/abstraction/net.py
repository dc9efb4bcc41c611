"""The abstraction: a net of places that hold tokens, and transitions that move them.

There is a place for each location of each instance class, and for each message type of each queue.
A step moves a process from one location to the next; a send adds a message, a receive takes one, a
`run` adds a process.  A rendezvous is two halves that happen equally often: its place is always empty.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, product

from penstock.bounds.abstraction.analysis import Analysis, split
from penstock.bounds.abstraction.fusing import fused
from penstock.bounds.abstraction.graphs import Arc
from penstock.bounds.abstraction.instances import InstanceClass, Key, State
from penstock.bounds.abstraction.messages import Partition
from penstock.bounds.abstraction.places import Holding, Messages, Net, Room, Standing, Transition
from penstock.bounds.abstraction.transfer import Sending, Transfer
from penstock.budget import check
from penstock.flow.values import Values
from penstock.syntax.nodes import Assignment, Receive, Send
from penstock.syntax.walk import runs_in


@dataclass(frozen=True, slots=True)
class _Step:
    """A step that may be taken at a node, with what it may do to queues and processes."""

    transfer: Transfer
    node: int
    arc: Arc
    after: State
    """What is known after it, whatever the message."""
    sendings: tuple[Sending, ...] = ()
    receivings: tuple[tuple[int, tuple[Values, ...]], ...] = ()
    started: tuple[tuple[InstanceClass, ...], ...] = ()


def build_net(analysis: Analysis, coarse: bool = False, process_limit: int | None = None) -> Net:
    """The net of a model; steps that can never be taken are left out."""
    net = Net(analysis)
    if process_limit is not None:
        running = sum(owner.tokens for owner in analysis.classes if owner.leaving(0))
        net.start[net.place(Room())] = max(0, process_limit - running)
    for variable, cell in analysis.shared.items():
        for value in analysis.globals[cell] or ():
            net.start[net.place(Holding(variable, value))] = 1
    for owner in analysis.classes:
        number = net.place(Standing(owner, 0))
        if owner.tokens:
            net.start[number] = owner.tokens
    receiving = list(_steps(analysis, receiving=True))
    statements = [(step.arc.statement, list(step.receivings)) for step in receiving]
    receives = [(statement, taken) for statement, taken in statements if isinstance(statement, Receive)]
    partition = Partition(analysis, receives, coarse)
    net.named = partition.named
    builder = _Builder(net, partition)
    # Receives come last: only then it is known which types of messages are sent at all.
    for step in chain(_steps(analysis, receiving=False), receiving):
        builder.add(step)
    if analysis.shared:
        net.transitions = fused(net)
    _prune(net)
    return net


def _steps(analysis: Analysis, receiving: bool) -> Iterator[_Step]:
    """The steps of all classes that may be taken where they are: those that receive, or all others."""
    for owner in analysis.classes:
        for node, state in enumerate(owner.states):
            transfer = Transfer(analysis, owner, state)
            for arc in owner.leaving(node):
                check()
                if isinstance(arc.statement, Receive) is not receiving:
                    continue
                for case in transfer.cases(arc):
                    step = _step(case, node, arc)
                    if step is not None:
                        yield step


def _step(transfer: Transfer, node: int, arc: Arc) -> _Step | None:
    statement = arc.statement
    if isinstance(statement, Send):
        sendings = tuple(transfer.sendings(statement))
        return _Step(transfer, node, arc, transfer.state, sendings=sendings) if sendings else None
    after = transfer.after(arc)
    if after is None:
        return None
    if isinstance(statement, Receive):
        return _Step(transfer, node, arc, after, receivings=tuple(transfer.receiving(statement)))
    started = tuple(tuple(transfer.started(arc, run)) for run in runs_in(statement))
    return _Step(transfer, node, arc, after, started=started)


class _Builder:
    def __init__(self, net: Net, partition: Partition) -> None:
        self.net = net
        self.analysis = net.analysis
        self.partition = partition

    def add(self, step: _Step) -> None:
        statement = step.arc.statement
        if isinstance(statement, Send):
            for message in self._sent(step):
                self._transitions(step, step.after, {message: 1})
        elif isinstance(statement, Receive):
            for message, after in self._received(step, statement):
                self._transitions(step, after, {} if statement.peek else {message: -1}, (message,))
        else:
            for classes in product(*step.started):
                new: dict[int, int] = {}
                for created in classes:
                    number = self.net.place(Standing(created, 0))
                    new[number] = new.get(number, 0) + 1
                # A process without a body ends at once.
                lasting = sum(bool(created.leaving(0)) for created in classes)
                self._transitions(step, step.after, new, (), lasting)

    def _sent(self, step: _Step) -> list[int]:
        found: dict[int, None] = {}
        for queue, values in step.sendings:
            handed = self.analysis.kind(queue).rendezvous
            for message in self.partition.types(queue, values):
                check()
                found[self.net.place(Messages(queue, message, handed))] = None
        return list(found)

    def _received(self, step: _Step, statement: Receive) -> Iterator[tuple[int, State]]:
        """The messages that may be received, and what is known after that."""
        for queue, accepted in step.receivings:
            handed = self.analysis.kind(queue).rendezvous
            if handed and statement.peek:
                continue
            for number in self.net.types_in(queue, handed):
                check()
                place = self.net.places[number]
                assert isinstance(place, Messages)
                if self.partition.accepts(queue, accepted, place.type):
                    fields = self.partition.values(queue, place.type)
                    after = step.transfer.taking_from(statement, queue, fields)
                    if after is not None:
                        yield number, after

    def _transitions(
        self, step: _Step, after: State, change: dict[int, int], needs: tuple[int, ...] = (), started: int = 0
    ) -> None:
        """One transition for each node that the step may lead to, and each value that it may give a global variable."""
        for target in landings(step, after):
            for held, moved in self._held(step):
                self._transition(step, target, {**change, **moved}, (*needs, *held), started)

    def _held(self, step: _Step) -> Iterator[tuple[list[int], dict[int, int]]]:
        """What the step needs global variables to hold, and how it changes that."""
        fixed = step.transfer.fixed
        if not fixed:
            yield [], {}
            return
        variables = {cell: variable for variable, cell in self.analysis.shared.items()}
        held = {cell: self.net.place(Holding(variables[cell], value)) for cell, value in fixed.items()}
        statement = step.arc.statement
        target = self.analysis.model.variables[statement.target] if isinstance(statement, Assignment) else None
        cell = self.analysis.shared.get(target) if target is not None else None
        if cell is None or target is None:
            yield list(held.values()), {}
            return
        for value in step.transfer.given_to_shared(step.arc):
            new = self.net.place(Holding(target, value))
            yield list(held.values()), {held[cell]: -1, new: 1} if new != held[cell] else {}

    def _transition(
        self, step: _Step, target: int, change: dict[int, int], needs: tuple[int, ...], started: int
    ) -> None:
        check()
        owner = step.transfer.owner
        effect = dict(change)
        room = self.net.numbers.get(Room())
        if room is not None:
            # A process that has ended makes room for another.
            ended = int(not owner.leaving(target))
            effect[room] = ended - started
            needs = (*needs, room) if started else needs
        here, there = self.net.place(Standing(owner, step.node)), self.net.place(Standing(owner, target))
        effect[here] = effect.get(here, 0) - 1
        effect[there] = effect.get(there, 0) + 1
        listed = tuple((place, number) for place, number in effect.items() if number)
        self.net.transitions.append(Transition(owner, step.arc, step.node, target, listed, (here, *needs)))


def landings(step: _Step, after: State) -> Iterator[int]:
    """The nodes where a step ends if `after`, which is a part of `step.after`, is known then.

    Where the analysis did not distinguish values that are distinguished here, its node for all of them counts.
    """
    owner = step.transfer.owner
    known = [node for node, _ in split(owner.plan, step.arc.target, step.after)]
    for node, _ in split(owner.plan, step.arc.target, after):
        check()
        # A variable is distinguished in all nodes where a step ends or in none, so that one node covers this one.
        yield owner.numbers[next(other for other in known if _covers(other.key, node.key))]


def _covers(general: Key, special: Key) -> bool:
    return all(one is None or one == other for one, other in zip(general, special, strict=True))


def _prune(net: Net) -> None:
    """Leave out transitions that can never be taken, because no token ever comes where they need one."""
    waiting: dict[int, list[int]] = {}
    missing = []
    for number, transition in enumerate(net.transitions):
        missing.append(len(set(transition.needs)))
        for place in set(transition.needs):
            waiting.setdefault(place, []).append(number)
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
                    if target not in marked and change > 0:
                        marked.add(target)
                        agenda.append(target)
    net.transitions = [transition for number, transition in enumerate(net.transitions) if number in possible]
