"""Why a process does not go on: which channel is full or empty, which condition is false."""

from __future__ import annotations

import re

from penstock.automata import Edge
from penstock.machine.engine import Place
from penstock.machine.recorder import Recorder
from penstock.machine.runtime import FIRST_PROCESS, Fault
from penstock.machine.trace import Waiting
from penstock.resolve.symbols import PREDEFINED, ProcessNames, Variable
from penstock.syntax.nodes import (
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
from penstock.syntax.printer import BasicStatement, expression_text
from penstock.syntax.walk import final, walk

GOES_ON = "it can go on"
_FULL_MAILBOX = re.compile(r"the mailbox of `([^`]+)` \(capacity \d+\) is full")
MOST_REASONS = 4
"""A process at a choice of many options: the first few tell enough."""


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
    found = [match[1] for one in waiting for match in _FULL_MAILBOX.finditer(one.reason)]
    return list(dict.fromkeys(found))


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
        return Waiting(process, where.file, where.line, shown, self._reasons(edges))

    def _reasons(self, edges: list[Edge]) -> str:
        if self.place.provided is not None and not self.place.provided(self.state, self.at):
            return "its `provided` condition is false"
        if self.machine.process_steps(self.state, self.at):
            return GOES_ON
        reasons: list[str] = []
        for edge in edges:
            inner = edge.inner.edges if edge.inner is not None else ()
            first = [step.statement for step in inner if step.source == 0]
            for statement in first or [edge.statement]:
                reason = self._reason(statement)
                if reason not in reasons:
                    reasons.append(reason)
        more = f" (and {len(reasons) - MOST_REASONS} more)" if len(reasons) > MOST_REASONS else ""
        return "; ".join(reasons[:MOST_REASONS]) + more

    def _reason(self, statement: BasicStatement) -> str:
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
                    return GOES_ON
        except (Fault, ZeroDivisionError) as problem:
            return f"`{self.model.said(statement)}` fails: {problem}"

    # -- channels ----------------------------------------------------------------------------

    def _channel(self, reference: Reference) -> int:
        number = self._value(reference)
        if not 0 < number <= len(self.state[1]):
            raise Fault(self.model.wording.no_channel or f"`{expression_text(reference)}` holds no channel")
        return number - 1

    def _channel_name(self, reference: Reference, place: int) -> str:
        written, name = expression_text(reference), self.channels[place]
        if self._is_mailbox(place):
            return f"`{name}`"
        same = written == name or name.endswith("." + written)
        return f"`{name}`" if same else f"`{written}`, which is `{name}`,"

    def _is_mailbox(self, place: int) -> bool:
        """Whether a channel is called by the name of the process that it belongs to."""
        return self.channels[place] in self.recorder.process_names()

    def _channel_kind(self, place: int) -> str:
        return "the mailbox of" if self._is_mailbox(place) else "channel"

    def _full(self, statement: Send) -> str:
        place = self._channel(statement.channel)
        queue = self.state[1][place]
        kind = list(self.machine.program.kinds.values())[queue[0]]
        name = self._channel_name(statement.channel, place)
        if kind.rendezvous:
            return f"nobody is ready to receive from {name} (it has no buffer)"
        if len(queue) > kind.capacity:
            return f"{self._channel_kind(place)} {name} (capacity {kind.capacity}) is full"
        return GOES_ON

    def _nothing_to_receive(self, statement: Receive) -> str:
        place = self._channel(statement.channel)
        queue = self.state[1][place]
        kind = list(self.machine.program.kinds.values())[queue[0]]
        name = self._channel_name(statement.channel, place)
        if kind.rendezvous:
            return f"nobody is ready to send to {name} (it has no buffer)"
        if len(queue) == 1:
            return f"{self._channel_kind(place)} {name} is empty"
        wanted = ",".join(self._pattern(pattern) for pattern in statement.patterns)
        first = ",".join(self.recorder.names.message(queue, queue[1], self.channels))
        if statement.random:
            return f"no message in {self._channel_kind(place)} {name} matches [{wanted}]"
        return f"the first message in {self._channel_kind(place)} {name} is [{first}], which does not match [{wanted}]"

    def _pattern(self, pattern: Pattern) -> str:
        if isinstance(pattern, Eval):
            return str(self._value(pattern.value))
        if isinstance(pattern, Constant):
            return expression_text(pattern)
        return "_"

    # -- conditions --------------------------------------------------------------------------

    def _false(self, condition: Expression, said: str) -> str:
        if isinstance(condition, Word) and condition.word == "timeout":
            return "`timeout` waits until nothing else can happen"
        text = said or f"`{expression_text(condition)}` is false"
        values = [f"`{name}` is {value}" for name, value in self._values_in(condition).items()]
        return f"{text} ({', '.join(values)})" if values else text

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
                if variable.type != "chan" and variable.name != "_":
                    shown = self.recorder.names.value(variable, self._value(node), self.channels)
                    found[self.model.wording.variable(expression_text(node))] = shown
        return found

    def _variable(self, reference: Reference) -> Variable:
        return self.machine.program.model.variables[final(reference)]

    def _value(self, value: Expression) -> int:
        if isinstance(value, Reference) and self._variable(value) is PREDEFINED["_"]:
            return 0
        return self.machine.value(self.process, value, self.state, self.at)
