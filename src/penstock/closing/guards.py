"""What a selection waits for: its guards, whether one of them always holds, and what its `else` means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from penstock.closing.places import chosen_elsewhere
from penstock.closing.ranges import Site
from penstock.closing.steps import Steps
from penstock.closing.texts import FALSE, TRUE, joined, negated
from penstock.control import begins_with_else
from penstock.resolve.constants import constant_value
from penstock.resolve.timers import expired_timers
from penstock.syntax.nodes import (
    Atomic,
    Block,
    ChannelQuery,
    Condition,
    Do,
    DStep,
    Else,
    Expire,
    If,
    InlineCall,
    Labelled,
    Receive,
    Send,
    Statement,
    Unless,
    VariableDeclaration,
)
from penstock.syntax.nodes import Sequence as Steps_
from penstock.syntax.printer import reference_text
from penstock.syntax.walk import walk

MOST_VALUES = 4096
"""More combinations of values than this are not tried out."""


def first_of(body: Steps_) -> Statement | None:
    """The statement that a sequence begins with; None for one that is always possible."""
    for step in body.steps:
        if isinstance(step, VariableDeclaration):
            return None
        if isinstance(step, Statement):
            return step
    return None


def guards_of(statement: Statement | None) -> Iterator[Statement | None]:
    """The single statements with which a statement may begin, in the order in which they are tried."""
    match statement:
        case Labelled():
            yield from guards_of(statement.statement)
        case If() | Do():
            for option in sorted(statement.options, key=begins_with_else):
                yield from guards_of(first_of(option))
        case Block() | Atomic() | DStep():
            yield from guards_of(first_of(statement.body))
        case InlineCall():
            yield from guards_of(statement.body)
        case Unless():
            yield from guards_of(statement.main)
            yield from guards_of(statement.escape)
        case _:
            yield statement


class Guards:
    def __init__(self, steps: Steps) -> None:
        self.steps = steps
        self.texts = steps.texts
        self.knowledge = steps.outside.knowledge

    def sites(self, guard: Statement) -> list[Site]:
        return self.knowledge.sites(guard)

    def uncertain(self, guard: Statement | None) -> bool:
        """Whether the outside decides if a guard holds."""
        match guard:
            case Condition():
                return self._elsewhere(guard) or self.texts.uncertain(guard.expression, self.sites(guard))
            case Receive():
                channels = self.texts.influence.channels.may_be(guard.channel)
                opened = any(map(self.texts.influence.interface.is_open, channels))
                return opened or self.takes_in_doubt(guard)
            case Send():
                channels = self.texts.influence.channels.may_be(guard.channel)
                leaves = any(map(self.texts.influence.interface.leaves, channels))
                return leaves or self.steps.sending.may_wait(guard, self.sites(guard))
            case _:
                return False

    def may_be_late(self, guard: Statement | None) -> bool:
        """Whether a guard waits for a timer that was set to an unknown time."""
        if not isinstance(guard, Condition):
            return False
        return any(self.steps.timing.late(found.timer, self.sites(guard)) for found in expired_timers(guard.expression))

    def takes_in_doubt(self, guard: Statement) -> bool:
        """Whether the outside decides if a message from inside is what a guard takes."""
        return isinstance(guard, Receive) and (self._elsewhere(guard) or self.texts.doubtful(guard, self.sites(guard)))

    def _elsewhere(self, guard: Statement) -> bool:
        return chosen_elsewhere(self.texts, guard, self.sites(guard))

    def cannot_be_offered(self, guard: Statement) -> bool:
        """Whether more is open about the guard of an escape than whether the outside interrupts."""
        meets = isinstance(guard, Send) and self.texts.influence.channels.may_meet(guard.channel)
        return meets or self._elsewhere(guard) or self.takes_in_doubt(guard) or self.may_be_late(guard)

    def otherwise(self, guards: Sequence[Statement | None]) -> str:
        """A condition that holds if none of the guards may hold."""
        if self.exhaustive(guards):
            return FALSE
        return joined("&&", [self._may_fail(guard) for guard in guards if not isinstance(guard, Else)])

    def _may_fail(self, guard: Statement | None) -> str:
        match guard:
            case Condition():
                return self._not_surely(guard)
            case Send():
                return self._may_be_full(guard)
            case Receive() | Unless():
                return TRUE
            case _:
                return FALSE

    def _not_surely(self, guard: Condition) -> str:
        if any(isinstance(node, Expire | ChannelQuery) for node in walk(guard.expression)):
            return TRUE
        surely = self.texts.truth(guard.expression, self.sites(guard), surely=True)
        if surely in (TRUE, FALSE) or self.texts.changes(guard.expression, self.sites(guard)):
            return negated(surely)
        return f"!({surely})"

    def _may_be_full(self, guard: Send) -> str:
        channels = self.texts.influence.channels.may_be(guard.channel)
        capacities = [constant_value(found.channel.capacity) for found in channels if found.channel is not None]
        if self._elsewhere(guard):
            return TRUE
        if all(capacities) and not any(map(self.texts.influence.interface.is_open, channels)):
            return f"full({reference_text(guard.channel)})"
        return TRUE

    def are_local(self, guards: Sequence[Statement | None]) -> bool:
        return all(isinstance(guard, Condition) and self.texts.is_local(guard.expression) for guard in guards)

    def exhaustive(self, guards: Sequence[Statement | None]) -> bool:
        """Whether one of the conditions among some guards holds whatever the values are."""
        conditions = [guard for guard in guards if isinstance(guard, Condition)]
        sites = [site for guard in conditions for site in self.sites(guard)]
        return self.knowledge.ranges.always([guard.expression for guard in conditions], sites)
