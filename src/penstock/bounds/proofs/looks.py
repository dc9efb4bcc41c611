"""What a test says about how long a channel is: `len(q) < 3`, `empty(q)`, `!(len(q) > 2 || x)`, an `else` beside it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

from penstock.bounds.abstraction.analysis import Analysis
from penstock.bounds.abstraction.graphs import Arc
from penstock.bounds.abstraction.places import Transition
from penstock.bounds.abstraction.transfer import Transfer
from penstock.syntax.nodes import Binary, ChannelQuery, Condition, Else, Expression, Reference, Unary
from penstock.syntax.walk import walk

_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}


def known_empty(analysis: Analysis, step: Transition) -> list[int]:
    """The queues of global channels that are empty when a step is taken, since it is a test that says so."""
    transfer = Transfer(analysis, step.owner, step.owner.states[step.source])
    meant = {queue for channel in _asked(step.arc) for queue in transfer.meant(channel, transfer.read) or ()}
    ordered = sorted(queue for queue in meant if analysis.queues[queue - 1].owner is None)
    return [queue for queue in ordered if Look(transfer, queue).longest(step.arc) == 0]


def _asked(arc: Arc) -> Iterator[Reference]:
    for node in (arc.statement, *arc.beside):
        yield from (found.channel for found in walk(node) if isinstance(found, ChannelQuery))


@dataclass(frozen=True, slots=True)
class Look:
    """What a process knows of one queue after a step from a place where `transfer` is known."""

    transfer: Transfer
    queue: int

    def longest(self, arc: Arc) -> float:
        """How many messages the queue can hold at most if the step is possible."""
        statement = arc.statement
        if isinstance(statement, Condition):
            return self._longest(statement.expression, True)
        if isinstance(statement, Else):
            return min((self._longest(guard.expression, False) for guard in arc.beside), default=inf)
        return inf

    def _longest(self, value: Expression, wanted: bool) -> float:
        """The same if an expression is true, or false."""
        match value:
            case Unary(operator="!"):
                return self._longest(value.operand, not wanted)
            case Binary(operator="&&" | "||"):
                both = [self._longest(part, wanted) for part in (value.left, value.right)]
                return min(both) if (value.operator == "&&") == wanted else max(both)
            case Binary(operator=operator) if operator in _MIRRORED:
                operator = operator if wanted else _OPPOSITE[operator]
                if self._is_length(value.left):
                    return self._compared(operator, value.right)
                if self._is_length(value.right):
                    return self._compared(_MIRRORED[operator], value.left)
            case ChannelQuery(query="empty" | "nempty" | "len") if self._is_meant(value.channel):
                return 0 if (value.query == "empty") == wanted else inf
        return inf

    def _compared(self, operator: str, other: Expression) -> float:
        values = self.transfer.plan.evaluation.values(other, self.transfer.read)
        if not values or operator not in ("<", "<=", "=="):
            return inf
        return max(0, max(values) - (operator == "<"))

    def _is_length(self, value: Expression) -> bool:
        return isinstance(value, ChannelQuery) and value.query == "len" and self._is_meant(value.channel)

    def _is_meant(self, channel: Reference) -> bool:
        """Whether a reference means this queue and no other."""
        return self.transfer.meant(channel, self.transfer.read) == frozenset([self.queue])
