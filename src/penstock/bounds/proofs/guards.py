"""Channels that their writers keep short by looking at them first.

do :: len(q) < 3 -> q!m od     ->     q never holds more than 3

A process that has seen how long a channel is knows, until another may send, that it holds no more than that, and one
more after each message of its own.  The only writer always knows; any other as long as it has control.  Where others
may send in between, each of them adds no more than it sends from one look to the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf
from typing import Literal

from penstock.bounds.abstraction.analysis import Analysis
from penstock.bounds.abstraction.fusing import ALWAYS_POSSIBLE, by_priority
from penstock.bounds.abstraction.graphs import Arc
from penstock.bounds.abstraction.instances import InstanceClass
from penstock.bounds.abstraction.transfer import Transfer
from penstock.bounds.proofs.looks import Look
from penstock.budget import check
from penstock.syntax.nodes import ChannelQuery, Condition, Else, Proctype, Receive, Send

Test = Condition | Else
Knowledge = Literal["always", "control", "count"]
MOST_MESSAGES = 255
"""What is allowed to grow beyond this is not kept short."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A queue that is kept short: how many messages it may hold, and the tests that see to it."""

    bound: int
    tests: tuple[Test, ...]


def kept_short(analysis: Analysis, queue: int) -> Kept | None:
    """How long a queue gets if its writers look at it before they send; None if they do not do so."""
    if analysis.queues[queue - 1].summary or not analysis.model.nodes.has(ChannelQuery):
        return None
    sending = {owner: set(_sends(analysis, owner, queue)) for owner in analysis.classes}
    writers = [owner for owner, steps in sending.items() if steps]
    alone = len(writers) == 1 and not writers[0].several

    def following(knowledge: Knowledge) -> list[_Writer]:
        return [_Writer(analysis, owner, queue, sending[owner], knowledge) for owner in writers]

    kept = _by_control(following("always" if alone else "control")) or _by_counting(following("count"))
    return kept if kept is not None and kept.tests else None


def _by_control(writers: list[_Writer]) -> Kept | None:
    """Everyone knows how long the queue is when it sends."""
    if not all(writer.run() for writer in writers):
        return None
    return Kept(max((writer.most for writer in writers), default=0), _tests(writers))


def _by_counting(writers: list[_Writer]) -> Kept | None:
    """Since anyone has looked for the last time, nobody has sent more than it does without looking."""
    numbers = [_processes(writer.owner) for writer in writers]
    if None in numbers or not all(writer.run() for writer in writers):
        return None
    seen = max(writer.seen for writer in writers)
    more = sum(number * writer.most for number, writer in zip(numbers, writers, strict=True) if number is not None)
    return Kept(seen + more, _tests(writers))


def _processes(owner: InstanceClass) -> int | None:
    """How many processes of a class there can ever be; None if that is not known."""
    if not owner.several:
        return 1
    return owner.tokens if not owner.creators else None


def _tests(writers: list[_Writer]) -> tuple[Test, ...]:
    return tuple(dict.fromkeys(test for writer in writers for test in writer.tests))


def _sends(analysis: Analysis, owner: InstanceClass, queue: int) -> Iterator[tuple[int, Arc]]:
    for node, arc in owner.steps:
        check()
        statement = arc.statement
        if isinstance(statement, Send):
            transfer = Transfer(analysis, owner, owner.states[node])
            if queue in transfer.queues(statement.channel, len(statement.arguments), transfer.read):
                yield node, arc


@dataclass(slots=True)
class _Writer:
    """Follows what a process knows: how long the queue is, or how much it has sent since it looked."""

    analysis: Analysis
    owner: InstanceClass
    queue: int
    sends: set[tuple[int, Arc]]
    knowledge: Knowledge
    known: dict[int, float] = field(default_factory=dict)
    tests: list[Test] = field(default_factory=list)
    most: int = 0
    """The most that is known after a message was sent."""
    seen: int = 0
    """How long the queue is at most when the process looks."""

    def run(self) -> bool:
        """Whether there is a limit to what is known after each message that is sent."""
        steps: dict[int, list[tuple[Arc, set[int]]]] = {}
        for (node, arc), targets in self.owner.steps.items():
            steps.setdefault(node, []).append((arc, targets))
        self.known[0] = inf if self.knowledge == "control" else 0
        waiting = [0]
        while waiting:
            node = waiting.pop()
            for arc, targets in steps.get(node, ()):
                check()
                length = self._after(node, arc)
                if length == inf and (node, arc) in self.sends:
                    return False
                length = length if self._remembers(node, arc) else inf
                for target in targets:
                    if length > self.known.get(target, -1):
                        self.known[target] = length
                        waiting.append(target)
        return True

    def _after(self, node: int, arc: Arc) -> float:
        """What is known right after a step."""
        seen = self._look(node, arc)
        if seen < inf and self.knowledge == "count":
            return 0
        length = min(self.known[node], seen)
        if (node, arc) not in self.sends:
            return length
        if length >= MOST_MESSAGES:
            return inf
        self.most = max(self.most, int(length) + 1)
        return length + 1

    def _remembers(self, node: int, arc: Arc) -> bool:
        """Whether nobody else can send before the next step."""
        if self.knowledge != "control":
            return True
        graph = self.owner.plan.graph
        process = graph.automaton.process.node
        if by_priority(self.analysis.model) or (isinstance(process, Proctype) and process.provided is not None):
            return False
        handed = isinstance(arc.statement, Send | Receive) and not self._is_buffered(node, arc.statement)
        return arc.keeps_control and not handed and self._goes_on(arc.target)

    def _goes_on(self, location: int) -> bool:
        """Whether some step from there is always possible: control is given away where there is none."""
        for arc in self.owner.plan.graph.leaving[location]:
            if isinstance(arc.statement, ALWAYS_POSSIBLE):
                return True
            if isinstance(arc.statement, Send):
                nodes = [number for number, node in enumerate(self.owner.nodes) if node.location == location]
                if all(self._is_buffered(node, arc.statement) for node in nodes):
                    return True
        return False

    def _is_buffered(self, node: int, statement: Send | Receive) -> bool:
        transfer = Transfer(self.analysis, self.owner, self.owner.states[node])
        fields = len(statement.arguments if isinstance(statement, Send) else statement.patterns)
        queues = transfer.queues(statement.channel, fields, transfer.read)
        return bool(queues) and not any(self.analysis.kind(queue).rendezvous for queue in queues)

    def _look(self, node: int, arc: Arc) -> float:
        """How long the queue may be if the step is possible."""
        transfer = Transfer(self.analysis, self.owner, self.owner.states[node])
        seen = Look(transfer, self.queue).longest(arc)
        if seen < inf:
            assert isinstance(arc.statement, Condition | Else)
            self.seen = max(self.seen, int(seen))
            self.tests.append(arc.statement)
        return seen
