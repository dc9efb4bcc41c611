"""Whether steps of a run can be repeated forever, with a channel that holds more after each round.

The steps lead back to the same places and variables, perhaps of more processes (`crowds`).  They can be taken again if
every message that they receive is there again, and if nothing they look at has changed.  What they receive from a
channel in all rounds together must be what was in it, followed by what they send to it in all rounds together.

A test whose outcome growth cannot change may be on the way: a channel that is not empty will not be, its first message
is the same in each round, and a length beyond a number stays beyond it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, cycle, islice, takewhile

from penstock.bounds.runs.crowds import Crowd, Kinds, Succession
from penstock.bounds.runs.neutral import Neutrality
from penstock.budget import check
from penstock.control import Edge
from penstock.machine import Machine
from penstock.machine.channels import all_edges
from penstock.machine.engine import MachineStep, Move, Place, retaken
from penstock.machine.runtime import Fault, Queue, Row, State
from penstock.resolve.symbols import ProcessNames, Variable
from penstock.syntax.nodes import (
    Binary,
    ChannelQuery,
    Expression,
    Node,
    Poll,
    ProcessQuery,
    Proctype,
    Receive,
    Reference,
    Send,
    Word,
)
from penstock.syntax.walk import walk

_COMPARISONS = ("<", "<=", "==", "!=", ">=", ">")
NOT_AFFECTED = ("full", "nfull")
"""Questions with a fixed answer where channels have no limit."""


@dataclass(slots=True)
class _Traffic:
    """What a round does to one channel."""

    sent: list[Row] = field(default_factory=list)
    taken: list[Row] = field(default_factory=list)
    in_order: bool = True
    """Whether messages are only added at the end and only taken from the beginning."""


@dataclass(frozen=True, slots=True)
class RoundGrowth:
    """What a round that can be repeated forever adds to channels, by their places; a crowd if it leaves processes."""

    channels: dict[int, int]
    crowd: Crowd | None = None


class Pumps:
    """Judges rounds of one machine, which must keep a log of what is sent and received."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        edges = list(all_edges(machine.program.automata))
        self._rendezvous = [kind.rendezvous for kind in machine.program.kinds.values()]
        self._sorted = any(isinstance(edge.statement, Send) and edge.statement.sorted for edge in edges)
        # What is sorted may come first.
        self._looks_inside = self._sorted or any(_looks_inside(edge.statement) for edge in edges)
        self._by_priority = bool(machine.program.priority_slot)
        self._hopeless = any(isinstance(node, ProcessQuery) for edge in edges for node in walk(edge.statement))
        self._questions: dict[tuple[ProcessNames, Expression], Callable[[State, int], int]] = {}
        """What is asked again and again is compiled once."""
        self._kinds = Kinds(machine)
        self._neutral = Neutrality(machine.program.model, machine.program.proctype)

    @property
    def crowded(self) -> bool:
        """Whether rounds that leave more processes are looked for at all."""
        return not (self._hopeless or self._by_priority or self._sorted)

    def alike(self, state: State) -> object:
        """What is the same in a state with nothing but more processes of those that are there."""
        return self._kinds.alike(state)

    def growth(self, begin: State, steps: Sequence[Sequence[MachineStep]]) -> RoundGrowth | None:
        """By how much a round makes channels longer; None if there may be no further round.

        `steps` are the ways between states that are stored: a step, or all steps of an atomic sequence.
        """
        end = steps[-1][-1].state if steps else begin
        if self._hopeless:
            return None
        if same_control(begin, end):
            return self._grown(begin, end, steps, None)
        succession = self._kinds.succession(begin, end) if self.crowded else None
        return None if succession is None else self._grown(begin, end, steps, succession)

    def _grown(
        self, begin: State, end: State, steps: Sequence[Sequence[MachineStep]], succession: Succession | None
    ) -> RoundGrowth | None:
        changed = _changed(begin, end, succession)
        if succession is not None and any(succession.channels[place] != place for place in changed):
            return None
        traffic = self._traffic(begin, steps, changed, succession)
        if traffic is None or not changed <= set(traffic):
            return None
        grown = {place: len(traffic[place].sent) - len(traffic[place].taken) for place in changed}
        if any(number < 0 for number in grown.values()) or not any(grown.values()):
            return None
        if not all(_goes_on(begin[1][place], traffic[place], succession) for place in grown):
            return None
        crowd = None
        if succession is not None:
            crowd = succession.crowd(begin, end, [step.state for path in steps for step in path])
        return RoundGrowth({place: number for place, number in grown.items() if number}, crowd)

    def _traffic(
        self,
        begin: State,
        steps: Sequence[Sequence[MachineStep]],
        changed: set[int],
        succession: Succession | None,
    ) -> dict[int, _Traffic] | None:
        """What a round does to channels by their places, if all its steps stay possible."""
        traffic: dict[int, _Traffic] = {}
        state = begin
        for path in steps:
            for step in path:
                check()
                if not self._stays_possible(state, step, changed, succession):
                    return None
                self._record(state, step, traffic)
                state = step.state
                # A channel that ends with its owner takes along what it holds; one that is made anew begins empty.
                if any(place >= len(state[1]) for place in changed):
                    return None
                if succession is not None and len(state) < len(begin):
                    return None
            # Control was lost inside an atomic sequence: it must be lost there again.
            if path[-1].holder and (succession is not None or not self._same_choices(state, changed)):
                return None
        return traffic

    def _record(self, state: State, step: MachineStep, traffic: dict[int, _Traffic]) -> None:
        log = self.machine.log
        log.clear()
        retaken(state, step)
        for action, place, message, where in log:
            if action == "print" or self._rendezvous[state[1][place][0]]:
                continue
            found = traffic.setdefault(place, _Traffic(in_order=not self._sorted))
            if action == "send":
                found.sent.append(message)
            elif action == "receive":
                found.taken.append(message)
                found.in_order = found.in_order and where == 1
        log.clear()

    # -- what a step depends on ----------------------------------------------------------------

    def _stays_possible(
        self, state: State, step: MachineStep, changed: set[int], succession: Succession | None
    ) -> bool:
        """Whether nothing a step looks at, apart from what it receives, is a channel whose growth could be seen there.

        Where processes have priorities, a step depends on all that others could do.
        """
        if self._by_priority and not self._same_choices(state, changed):
            return False
        takers = [(step.at, step.move)]
        if step.partner_move is not None:
            takers.append((step.partner, step.partner_move))
        for at, move in takers:
            place = self.machine.places[state[at][0]]
            for statement, waiting in _consulted(place, move):
                if succession is not None and not self._is_neutral(statement, waiting, state, at, place):
                    return False
                if not self._independent(statement, waiting, state, at, place, changed, succession):
                    return False
        return True

    def _is_neutral(self, statement: Node, waiting: bool, state: State, at: int, place: Place) -> bool:
        """Whether a statement does the same for others, and where there are more of them.

        Whether a rendezvous is possible depends on all others.
        """
        if waiting and isinstance(statement, Send) and any(self._rendezvous):
            return False
        kinds = list(self.machine.program.kinds.values())

        def fields_of(channel: Reference) -> Sequence[Variable] | None:
            meant = self._place(channel, state, at, place)
            return None if meant is None or not 0 <= meant < len(state[1]) else kinds[state[1][meant][0]].fields

        return self._neutral.holds(statement, fields_of)

    def _independent(
        self,
        statement: Node,
        waiting: bool,
        state: State,
        at: int,
        place: Place,
        changed: set[int],
        succession: Succession | None,
    ) -> bool:
        beyond = self._beyond(statement, state, at, place)
        for node in walk(statement):
            if isinstance(node, Word) and node.word == "timeout" and not self._same_choices(state, changed):
                return False
            channel = _channel_looked_at(node, waiting)
            if channel is None or node in beyond:
                continue
            looked_at = self._place(channel, state, at, place)
            if looked_at is None:
                return False
            # Channels in its messages are others in each round, where there are more processes.
            polled = succession is not None and not isinstance(node, ChannelQuery)
            if looked_at in changed and (polled or not self._is_steady(node, state[1][looked_at])):
                return False
        return True

    def _is_steady(self, node: Node, queue: Queue) -> bool:
        """Whether what is asked of a channel that grows has the same answer in each round, as it holds something."""
        if len(queue) == 1:
            return False
        if isinstance(node, ChannelQuery):
            return node.query in ("empty", "nempty")
        return isinstance(node, Poll | Receive) and not node.random and not self._sorted

    def _beyond(self, statement: Node, state: State, at: int, place: Place) -> set[Node]:
        """The lengths in a statement that are compared with less than they are: growth changes nothing about that."""
        found: set[Node] = set()
        for node in walk(statement):
            if not isinstance(node, Binary) or node.operator not in _COMPARISONS:
                continue
            for one, other in ((node.left, node.right), (node.right, node.left)):
                asks = isinstance(one, ChannelQuery) and one.query == "len"
                if asks and not any(isinstance(part, ChannelQuery | Poll) for part in walk(other)):
                    assert isinstance(one, ChannelQuery)
                    channel = self._place(one.channel, state, at, place)
                    least = self._value(other, state, at, place)
                    if channel is not None and least is not None and len(state[1][channel]) - 1 > least:
                        found.add(one)
        return found

    def _value(self, expression: Expression, state: State, at: int, place: Place) -> int | None:
        process = place.automaton.process
        question = self._questions.get((process, expression))
        if question is None:
            question = self._questions[process, expression] = self.machine.question(process, expression)
        try:
            return question(state, at)
        except (Fault, ZeroDivisionError):
            return None

    def _place(self, channel: Reference, state: State, at: int, place: Place) -> int | None:
        """Which channel is meant; None if that may change within the step."""
        edges = place.automaton.edges
        if any(edge.inner is not None for edge in edges if edge.source == place.state):
            return None
        number = self._value(channel, state, at, place)
        return None if number is None else number - 1

    def _same_choices(self, state: State, changed: set[int]) -> bool:
        """Whether the same steps of all processes are possible here in every round.

        This is so if a receive only looks at the first message of a channel, and that does not change.
        """
        return not self._looks_inside and all(len(state[1][place]) > 1 for place in changed)


def _changed(begin: State, end: State, succession: Succession | None) -> set[int]:
    """The channels that do not hold the same at the end of a round, or what goes on as that."""
    if succession is None:
        return {place for place, (old, new) in enumerate(zip(begin[1], end[1], strict=True)) if old != new}
    heirs = ((place, end[1][succession.channels[place]]) for place in range(len(begin[1])))
    return {place for place, heir in heirs if succession.queue(begin[1][place]) != heir}


def _goes_on(queue: Queue, traffic: _Traffic, succession: Succession | None) -> bool:
    """Whether what is taken from a channel that changes is there in each round."""
    if succession is None or not traffic.taken:
        return _repeats(queue[1:], traffic)
    messages = [*queue[1:], *traffic.sent, *traffic.taken]
    return all(succession.keeps(queue[0], message) for message in messages) and _repeats(queue[1:], traffic)


def same_control(first: State, second: State) -> bool:
    """Whether two states differ in nothing but the contents of channels."""
    return len(first) == len(second) and first[0] == second[0] and first[2:] == second[2:]


def _consulted(place: Place, move: Move) -> Iterator[tuple[Node, bool]]:
    """The statements that decide whether a step is possible; `waiting` if a receive among them is not taken.

    Inside a d_step, what is received may decide which way is taken.
    """
    if move.edge is not None:
        yield from ((statement, move.edge.inner is not None) for statement in _statements(move.edge))
    for other in takewhile(lambda other: other is not move, place.moves):
        if other.edge is not None and (move.is_else or other.rank > move.rank):
            yield from ((statement, True) for statement in _statements(other.edge))
    node = place.automaton.process.node
    if isinstance(node, Proctype) and node.provided is not None:
        yield node.provided, True


def _statements(edge: Edge) -> Iterable[Node]:
    if edge.inner is None:
        return [edge.statement]
    return [inner.statement for inner in all_edges([edge.inner])]


def _channel_looked_at(node: Node, waiting: bool) -> Reference | None:
    if isinstance(node, ChannelQuery):
        return None if node.query in NOT_AFFECTED else node.channel
    if isinstance(node, Poll):
        return node.channel
    if isinstance(node, Receive) and (waiting or node.random or node.peek):
        return node.channel
    return None


def _looks_inside(statement: Node) -> bool:
    """Whether a statement looks at more of a channel than its first message."""
    for node in walk(statement):
        if isinstance(node, ChannelQuery) and node.query == "len":
            return True
        if isinstance(node, Poll | Receive) and node.random:
            return True
    return False


def _repeats(content: Sequence[Row], traffic: _Traffic) -> bool:
    """Whether `content` and then what is sent, again and again, is what is taken, again and again."""
    sent, taken = traffic.sent, traffic.taken
    if not taken:
        return True
    if not traffic.in_order or not sent:
        return False
    # Two words that repeat themselves are equal if they agree as far as both periods together.
    length = len(content) + len(sent) + len(taken)
    there = islice(chain(content, cycle(sent)), length)
    wanted = islice(cycle(taken), length)
    return all(one == other for one, other in zip(there, wanted, strict=True))


def atomic_sequences(steps: Sequence[MachineStep]) -> list[list[MachineStep]]:
    """The steps in groups that belong together because a process kept control."""
    groups: list[list[MachineStep]] = [[]]
    for step, following in zip(steps, [*steps[1:], None], strict=True):
        groups[-1].append(step)
        if following is not None and (not step.holder or following.at != step.holder):
            groups.append([])
    return groups
