"""The outside as statements see it: what it decides, what it may hold up, and what is unknown because of it."""

from __future__ import annotations

from collections.abc import Sequence

from penstock.closing.knowledge import Reliability
from penstock.closing.ranges import Site
from penstock.closing.reading import leaves
from penstock.closing.texts import FALSE, TRUE, Texts, joined
from penstock.resolve.symbols import PREDEFINED
from penstock.syntax.nodes import Condition, Expression, Proctype, Reference, Statement
from penstock.syntax.printer import reference_text

NOTHING_MORE = "the environment does nothing more in this time slice"


class Outside:
    """`clock` is the timer that holds the outside up, in a model with time; it interrupts by the channel `interrupts`.

    The guards in `interrupting` begin an escape of an `unless`: were they possible whenever the outside may decide so,
    nothing else would ever be.  So it has to offer an interruption.
    """

    def __init__(self, texts: Texts, clock: str | None, interrupts: str = "interrupts") -> None:
        self.texts = texts
        self.knowledge = texts.knowledge
        self.model = texts.model
        self.clock = clock
        self.interrupts = interrupts
        self.interrupting: set[Statement] = set()
        self.loose: set[str] = set()
        """What waits for a rendezvous after a guard, or chooses: no `d_step` can hold it."""

    def from_outside(self, statements: list[str], at: Statement) -> list[str]:
        """A step that the outside decides about."""
        if at in self.interrupting:
            return [f"{self.interrupts}?1", *statements]
        if self.clock is None:
            return statements or [TRUE]
        return [f"expire({self.clock})", f"set({self.clock}, 0)", *statements]

    def takes_its_time(self, sites: Sequence[Site]) -> bool:
        """Whether it is a protocol that acts: it does so whenever it likes, in a model with time."""
        acts = any(isinstance(one.process.node, Proctype) and one.process.node.environment for one, _ in sites)
        return acts and self.clock is not None

    def when_it_likes(self, texts: list[str], statement: Statement) -> list[str]:
        """A step, which begins with a condition or does not wait, when the outside has time for it."""
        now, *then = texts if isinstance(statement, Condition) else [TRUE, *texts]
        return [joined("&&", [now, f"expire({self.clock})"]), f"set({self.clock}, 0)", *then]

    def interruption(self, condition: str) -> str:
        """The outside interrupts, which it cannot do where a condition does not hold."""
        return f"{self.interrupts}?eval({condition})" if condition != TRUE else f"{self.interrupts}?1"

    def nothing_from_outside(self, at: Statement) -> list[tuple[list[str], str]]:
        """For the rest of this time slice nothing comes: time can go on."""
        if self.clock is None or at in self.interrupting:
            return []
        return [([f"expire({self.clock})", f"set({self.clock}, 1)"], NOTHING_MORE)]

    def forget(self, target: Reference) -> list[str]:
        """Statements after which a variable may have any value."""
        if self.model.variables[target] in PREDEFINED.values():
            return []
        found = []
        for part in self.texts.structures.listed((target,)):
            found.append(f"{self.texts.place(part)} = 0")
            if self.texts.flagged(part):
                found.append(f"{self.texts.flag(part)} = true")
        return found

    def flag_is(self, target: Reference, unknown: str) -> list[str]:
        """Let the flag of a variable, if it has one, tell what is known of its new value."""
        if self.model.variables[target] in PREDEFINED.values() or not self.texts.flagged(target):
            return []
        flag = self.texts.flag(target)
        return [] if unknown == flag else [f"{flag} = {unknown if unknown != FALSE else 'false'}"]

    def why(self, *values: Expression) -> str:
        """The variables that may come from outside, as a comment."""
        names: dict[str, None] = {}
        for value in values:
            for leaf in leaves(value):
                if isinstance(leaf, Reference):
                    names[reference_text(leaf)] = None
        return _may_come(list(names))

    def why_unknown(self, value: Expression, sites: Sequence[Site]) -> str:
        found = [
            leaf
            for leaf in leaves(value)
            if isinstance(leaf, Reference) and self.knowledge.status(leaf, sites) is not Reliability.RELIABLE
        ]
        return self.why(*found) if found else "/* the outside decides this */"


def _may_come(names: list[str]) -> str:
    if not names:
        return "/* the outside decides this */"
    if len(names) == 1:
        return f"/* {names[0]} may come from outside */"
    return f"/* {', '.join(names[:-1])} and {names[-1]} may come from outside */"
