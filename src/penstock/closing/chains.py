"""Places of control, and whether it matters that a process waits there."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from penstock.closing.guards import Guards
from penstock.closing.texts import Flags
from penstock.syntax.nodes import Atomic, Condition, Do, DStep, If, Receive, Run, Send, Statement

Atomics = tuple[Atomic | DStep, ...]


class Idling(Enum):
    """What happens where no guard holds, if that depends on values from outside."""

    NO_MATTER = 0
    FOR_EVER = 1
    FOR_OTHERS = 2


@dataclass(slots=True)
class Chain:
    """A place of control: the statements with which a process may go on from there share it.

    `anchor` is the token before which a label can lead back to it.
    """

    anchor: int
    label: str | None = None
    selection: If | Do | None = None
    extras: dict[str, tuple[list[str], str]] = field(default_factory=dict)
    waiting: Idling | None = None
    after_jump: bool = False
    in_block: bool = False


class Waits:
    def __init__(self, guards: Guards, flags: Flags, may_wait: bool = False) -> None:
        self.guards = guards
        self.may_wait = may_wait
        """It always matters that a process waits for ever."""
        self.flags = flags
        self.knowledge = guards.knowledge
        self.outside = guards.steps.outside
        self.in_claim = False

    def there(self, guards: list[Statement | None], atomics: Atomics) -> Idling:
        """It matters that a process waits where others wait for that: for time to pass, or for an atomic sequence."""
        conditions = [guard for guard in guards if isinstance(guard, Condition) and self.guards.uncertain(guard)]
        certain = any(guard is None or self._always(guard) for guard in guards)
        interrupts = any(guard in self.outside.interrupting for guard in conditions)
        if self.in_claim or not conditions or certain or interrupts:
            return Idling.NO_MATTER
        held = self.knowledge.is_held([site for guard in conditions for site in self.knowledge.sites(guard)])
        if self.outside.clock is None and not held:
            return Idling.NO_MATTER
        if self.guards.are_local(guards):
            return Idling.NO_MATTER if self.guards.exhaustive(guards) else Idling.FOR_EVER
        if held:
            self.flags.released.update(atomics)
        return Idling.FOR_OTHERS

    def for_ever(self, guards: list[Statement | None], idling: Idling | None) -> bool:
        """Whether an option is needed for the case that none of the guards will ever hold."""
        if idling is Idling.FOR_EVER or not self.may_wait or self.in_claim:
            return idling is Idling.FOR_EVER
        certain = any(guard is None or self._always(guard) for guard in guards)
        return not certain and any(map(self._may_never_hold, guards)) and not self.guards.exhaustive(guards)

    def _may_never_hold(self, guard: Statement | None) -> bool:
        """What an environment that keeps sending decides may come at some time; what it has sent stays as it is."""
        return self.guards.takes_in_doubt(guard) if isinstance(guard, Receive) else self.guards.uncertain(guard)

    @staticmethod
    def _always(guard: Statement) -> bool:
        return not isinstance(guard, Condition | Send | Receive | Run)
