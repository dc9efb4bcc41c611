"""Why a process does not go on: which channel is full or empty, which condition is false."""

from __future__ import annotations

from dataclasses import replace

from penstock.control import Edge
from penstock.machine.engine import Place
from penstock.machine.obstacles import MOST_REASONS, Obstacle, ObstacleKind, SeenValue
from penstock.machine.recorder import Recorder
from penstock.machine.runtime import FIRST_PROCESS, Fault
from penstock.machine.trace import Waiting
from penstock.resolve.symbols import PREDEFINED, ProcessNames, Variable
from penstock.syntax.nodes import (
    BasicStatement,
    Condition,
    Constant,
    Eval,
    Expression,
    Pattern,
    Receive,
    Reference,
    RemoteVariable,
    Send,
    Word,
)
from penstock.syntax.printer import expression_text
from penstock.syntax.walk import final, walk

_GOES_ON = Obstacle(ObstacleKind.NONE)


def waiting_processes(recorder: Recorder) -> tuple[Waiting, ...]:
    """For each process that has not ended: where it stands, and what it waits for."""
    found = []
    for at in range(FIRST_PROCESS, len(recorder.state)):
        place = recorder.machine.places[recorder.state[at][0]]
        if place.final or place.automaton.name == recorder.machine.program.model.wording.clock:
            continue  # it only waits for younger processes to end, or it is time itself
        found.append(_Explainer(recorder, at, place).run())
    return tuple(found)


def full_mailboxes(waiting: tuple[Waiting, ...]) -> list[str]:
    """The actors whose mailboxes have no room for what others want to send them."""
    shown = [obstacle for one in waiting for obstacle in one.obstacles[:MOST_REASONS] if obstacle.mailbox]
    return list(dict.fromkeys(obstacle.channel for obstacle in shown if obstacle.kind is ObstacleKind.FULL))


class _Explainer:
    """Explains one process in the present state."""

    def __init__(self, recorder: Recorder, at: int, place: Place) -> None:
        self.recorder = recorder
        self.machine = recorder.machine
        self.model = recorder.machine.program.model
        self.state = recorder.state
        self.at = at
        self.place = place
        self.process: ProcessNames = place.automaton.process
        self.channels = recorder.channel_names()

    def run(self) -> Waiting:
        edges = [move.edge for move in self.place.moves if move.edge is not None]
        where = self.model.locate(edges[0].statement)
        shown = " or ".join(self.model.said(edge.statement) for edge in edges[:MOST_REASONS])
        process = self.recorder.living[self.at - FIRST_PROCESS]
        return Waiting(process, where.file, where.line, shown, self._obstacles(edges))

    def _obstacles(self, edges: list[Edge]) -> tuple[Obstacle, ...]:
        if self.place.provided is not None and not self.place.provided(self.state, self.at):
            return (Obstacle(ObstacleKind.NOT_PROVIDED),)
        if self.machine.process_steps(self.state, self.at):
            return (_GOES_ON,)
        obstacles: list[Obstacle] = []
        for edge in edges:
            inner = edge.inner.edges if edge.inner is not None else ()
            first = [step.statement for step in inner if step.source == 0]
            obstacles.extend(map(self._obstacle, first or [edge.statement]))
        return tuple(dict.fromkeys(obstacles))

    def _obstacle(self, statement: BasicStatement) -> Obstacle:
        try:
            match statement:
                case Send():
                    return self._full(statement)
                case Receive():
                    return self._nothing_to_receive(statement)
                case Condition():
                    phrase = self.model.phrase(statement)
                    return self._false(statement.expression, phrase.waits if phrase is not None else "")
                case _:
                    return _GOES_ON
        except (Fault, ZeroDivisionError) as problem:
            return Obstacle(ObstacleKind.FAILS, text=f"`{self.model.said(statement)}` fails: {problem}")

    # -- channels ----------------------------------------------------------------------------

    def _channel(self, reference: Reference) -> int:
        number = self._value(reference)
        if not 0 < number <= len(self.state[1]):
            raise Fault(self.model.wording.no_channel or f"`{expression_text(reference)}` holds no channel")
        return number - 1

    def _named(self, reference: Reference, place: int) -> Obstacle:
        """A obstacle by a channel, without its kind; a mailbox has the name of the process that it belongs to."""
        written, name = expression_text(reference), self.channels[place]
        if name in self.recorder.process_names():
            return Obstacle(ObstacleKind.NONE, name, mailbox=True)
        same = written == name or name.endswith("." + written)
        return Obstacle(ObstacleKind.NONE, name, "" if same else written)

    def _full(self, statement: Send) -> Obstacle:
        place = self._channel(statement.channel)
        queue = self.state[1][place]
        kind = self.machine.program.kind_of(queue)
        named = self._named(statement.channel, place)
        if kind.rendezvous:
            return replace(named, kind=ObstacleKind.NO_RECEIVER)
        if len(queue) > kind.capacity:
            return replace(named, kind=ObstacleKind.FULL, capacity=kind.capacity)
        return _GOES_ON

    def _nothing_to_receive(self, statement: Receive) -> Obstacle:
        place = self._channel(statement.channel)
        queue = self.state[1][place]
        kind = self.machine.program.kind_of(queue)
        named = self._named(statement.channel, place)
        if kind.rendezvous:
            return replace(named, kind=ObstacleKind.NO_SENDER)
        if len(queue) == 1:
            return replace(named, kind=ObstacleKind.EMPTY)
        wanted = tuple(self._pattern(pattern) for pattern in statement.patterns)
        if statement.random:
            return replace(named, kind=ObstacleKind.NO_MATCH, wanted=wanted)
        first = self.recorder.names.message(queue, queue[1], self.channels)
        return replace(named, kind=ObstacleKind.OTHER_FIRST, wanted=wanted, first=first)

    def _pattern(self, pattern: Pattern) -> str:
        if isinstance(pattern, Eval):
            return str(self._value(pattern.value))
        if isinstance(pattern, Constant):
            return expression_text(pattern)
        return "_"

    # -- conditions --------------------------------------------------------------------------

    def _false(self, condition: Expression, said: str) -> Obstacle:
        if isinstance(condition, Word) and condition.word == "timeout":
            return Obstacle(ObstacleKind.TIMEOUT)
        text = said or f"`{self.model.written(condition)}` is false"
        values = tuple(SeenValue(name, value) for name, value in self._values_in(condition).items())
        return Obstacle(ObstacleKind.FALSE, text=text, values=values)

    def _values_in(self, condition: Expression) -> dict[str, str]:
        """The variables of a condition with their values, except where it is nothing but the variable."""
        if isinstance(condition, Reference):
            return {}
        inside = {node.variable for node in walk(condition) if isinstance(node, RemoteVariable)}
        members = {node.member for node in walk(condition) if isinstance(node, Reference)}
        found: dict[str, str] = {}
        for node in walk(condition):
            if isinstance(node, Reference) and node not in inside and node not in members:
                variable = self._variable(node)
                if variable.type != "chan" and variable.name not in ("_", *self.model.wording.own):
                    shown = self.recorder.names.value(variable, self._value(node), self.channels)
                    found[self.model.wording.variable(expression_text(node))] = shown
        return found

    def _variable(self, reference: Reference) -> Variable:
        return self.machine.program.model.variables[final(reference)]

    def _value(self, value: Expression) -> int:
        if isinstance(value, Reference) and self._variable(value) is PREDEFINED["_"]:
            return 0
        return self.machine.value(self.process, value, self.state, self.at)
