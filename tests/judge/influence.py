"""The analyses against brute force: all runs of a small model in which only the influence of the outside is followed.

Guards may always be passed.  A state says for each process where it is and which of its variables come from outside,
the same for globals, and for each channel which fields of its messages do.
"""

from __future__ import annotations

from collections.abc import Iterator

from penstock.closing.arrivals import ANYTHING
from penstock.closing.closing import find_influence
from penstock.closing.influence import Influence
from penstock.closing.interface import Interface, interface_of
from penstock.control import Automaton, build_automata
from penstock.control.flat import START, Place, flat_steps
from penstock.resolve import Model
from penstock.resolve.processes import instance_count
from penstock.resolve.symbols import PREDEFINED
from penstock.resolve.timers import expired_timers
from penstock.syntax.nodes import (
    Assignment,
    ChannelQuery,
    Condition,
    Constant,
    Node,
    Poll,
    Proctype,
    Receive,
    Reference,
    ResetTimer,
    Send,
    SetTimer,
    Word,
)
from penstock.syntax.printer import reference_text
from penstock.syntax.walk import walk

MOST_STATES = 1500
ROOM = 2
Outside = frozenset[tuple[str, str]]
"""The variables that come from outside: process (nobody for globals) and name."""
Message = tuple[int | None, tuple[bool, ...]]
Queues = tuple[tuple[Message, ...], ...]
State = tuple[tuple[Place, ...], Outside, Queues]


def wrong_influence(model: Model) -> list[str]:
    """Where the analyses say something that a run contradicts."""
    automata = build_automata(model)
    interface = interface_of(model)
    influence = find_influence(model, automata, interface)
    follower = _Follower(model, [automaton for automaton in automata if _is_there(model, automaton)], interface)
    return [text for state in follower.states() for text in _contradictions(influence, follower, state)][:3]


def _is_there(model: Model, automaton: Automaton) -> bool:
    """Whether it is there from the start; what `run` starts is not followed, as if it never moved."""
    node = automaton.process.node
    return not isinstance(node, Proctype) or instance_count(model, node) > 0


def _contradictions(influence: Influence, follower: _Follower, state: State) -> Iterator[str]:
    places, outside, _ = state
    for automaton, place in zip(follower.automata, places, strict=True):
        scope = influence.scopes[automaton.name]
        for cell in [*scope.own.cells, *scope.shared.cells]:
            owner = automaton.name if cell.slot >= scope.shared.size else ""
            spot = scope.held(place, cell.slot)
            came = (owner, cell.name) in outside
            if came and not influence.may(spot):
                yield f"{owner}:{cell.name} at {automaton.name} {place} is said to be reliable"
            if not came and influence.must(spot):
                yield f"{owner}:{cell.name} at {automaton.name} {place} is said to be chaotic"


class _Follower:
    def __init__(self, model: Model, automata: list[Automaton], interface: Interface) -> None:
        self.model = model
        self.automata = automata
        self.interface = interface
        self.channels = [variable for variable in model.globals if variable.channel is not None]
        self.steps = [list(flat_steps(automaton)) for automaton in automata]

    def states(self) -> Iterator[State]:
        first: State = (tuple(START for _ in self.automata), frozenset(), tuple(() for _ in self.channels))
        seen, waiting = {first}, [first]
        while waiting and len(seen) < MOST_STATES:
            state = waiting.pop(0)
            yield state
            for following in self._following(state):
                if following not in seen:
                    seen.add(following)
                    waiting.append(following)

    def _following(self, state: State) -> Iterator[State]:
        places, outside, queues = state
        for number, automaton in enumerate(self.automata):
            for source, target, edge in self.steps[number]:
                if source == places[number]:
                    moved = (*places[:number], target, *places[number + 1 :])
                    found = (
                        self._effects(edge.statement, automaton.name, outside, queues) if edge else [(outside, queues)]
                    )
                    yield from ((moved, *effect) for effect in found)

    def _effects(
        self, statement: Node, process: str, outside: Outside, queues: Queues
    ) -> Iterator[tuple[Outside, Queues]]:
        match statement:
            case Assignment():
                yield (
                    self._set(statement.target, self._comes(statement.value, process, outside), process, outside),
                    queues,
                )
            case SetTimer():
                yield (
                    self._set(statement.timer, self._comes(statement.value, process, outside), process, outside),
                    queues,
                )
            case ResetTimer():
                yield self._set(statement.timer, False, process, outside), queues
            case Condition():
                for expire in expired_timers(statement.expression):
                    outside = self._set(expire.timer, False, process, outside)
                yield outside, queues
            case Send():
                yield from self._send(statement, process, outside, queues)
            case Receive():
                yield from self._receive(statement, process, outside, queues)
            case _:
                yield outside, queues

    def _send(
        self, statement: Send, process: str, outside: Outside, queues: Queues
    ) -> Iterator[tuple[Outside, Queues]]:
        channel = self.channels.index(self.model.variables[statement.channel])
        if self.interface.leaves(self.channels[channel]):
            yield outside, queues
        elif len(queues[channel]) < ROOM:
            first = statement.arguments[0]
            fields = tuple(self._comes(argument, process, outside) for argument in statement.arguments)
            message = (first.value if isinstance(first, Constant) else None, fields)
            yield outside, _with(queues, channel, (*queues[channel], message))

    def _receive(
        self, statement: Receive, process: str, outside: Outside, queues: Queues
    ) -> Iterator[tuple[Outside, Queues]]:
        channel = self.channels.index(self.model.variables[statement.channel])
        first = statement.patterns[0]
        wanted = first.value if isinstance(first, Constant) else None
        if queues[channel] and queues[channel][0][0] in (wanted, None):
            (_, fields), *rest = queues[channel]
            yield self._take(statement, fields, process, outside), _with(queues, channel, tuple(rest))
        arriving = self.interface.arriving(self.channels[channel])
        if ANYTHING in arriving or (wanted is not None and any(one.fits(0, wanted) for one in arriving)):
            yield self._take(statement, (True,) * len(statement.patterns), process, outside), queues

    def _take(self, statement: Receive, fields: tuple[bool, ...], process: str, outside: Outside) -> Outside:
        for pattern, came in zip(statement.patterns, fields, strict=True):
            if isinstance(pattern, Reference):
                outside = self._set(pattern, came, process, outside)
        return outside

    def _key(self, reference: Reference, process: str) -> tuple[str, str]:
        owner = self.model.variables[reference].owner
        return (process if owner is not None else ""), reference_text(reference)

    def _set(self, target: Reference, came: bool, process: str, outside: Outside) -> Outside:
        if self.model.variables[target] in PREDEFINED.values():
            return outside
        key = self._key(target, process)
        return outside | {key} if came else outside - {key}

    def _comes(self, value: Node, process: str, outside: Outside) -> bool:
        for node in walk(value):
            if isinstance(node, Word):
                return True
            if isinstance(node, Poll | ChannelQuery):
                if self.interface.is_open(self.model.variables[node.channel]):
                    return True
            elif isinstance(node, Reference) and self._key(node, process) in outside:
                return True
        return False


def _with(queues: Queues, channel: int, messages: tuple[Message, ...]) -> Queues:
    return (*queues[:channel], messages, *queues[channel + 1 :])
