"""Timers of the closed model: one that was set to an unknown time may run down at any time."""

from __future__ import annotations

from collections.abc import Sequence

from penstock.closing.changes import StatementChange
from penstock.closing.knowledge import Reliability
from penstock.closing.outside import Outside
from penstock.closing.ranges import Site
from penstock.closing.texts import FALSE, Cannot
from penstock.resolve.timers import doubtful_timers
from penstock.syntax.nodes import Condition, Reference, ResetTimer, SetTimer
from penstock.syntax.printer import reference_text, statement_text


class Timing:
    def __init__(self, outside: Outside) -> None:
        self.outside = outside
        self.texts = outside.texts
        self.knowledge = outside.knowledge
        self.influence = outside.texts.influence

    def set_timer(self, statement: SetTimer, sites: Sequence[Site]) -> StatementChange | None:
        unknown = self.texts.unknown(statement.value, sites)
        told = self.outside.flag_is(statement.timer, unknown)
        if unknown == FALSE and not told and not self.texts.chosen:
            return None
        value, _ = self.texts.value(statement.value, sites)
        timer = self.texts.place(statement.timer)
        comment = (
            self.outside.why_unknown(statement.value, sites) if unknown != FALSE else f"/* {timer} is known now */"
        )
        return StatementChange([([f"set({timer}, {value})", *told], statement_text(statement))], comment=comment)

    def reset_timer(self, statement: ResetTimer) -> StatementChange | None:
        told = self.outside.flag_is(statement.timer, FALSE)
        timer = self.texts.place(statement.timer)
        said = statement_text(statement)
        if not told and not self.texts.chosen:
            return None
        return StatementChange([([f"reset({timer})", *told], said)], comment=f"/* {timer} is known now */")

    def check_doubtful(self, condition: Condition, sites: Sequence[Site]) -> None:
        """A timer that ran for an unknown time may be on or off behind `a || expire(t)`: nothing says which."""
        for found in doubtful_timers(condition.expression):
            if self._status(found.timer, sites) is not Reliability.RELIABLE:
                said = f"whether `{reference_text(found.timer)}` is on after this may depend on the outside"
                raise Cannot(condition, said, "join `expire` by `&&` only, or write two options")

    def _status(self, timer: Reference, sites: Sequence[Site]) -> Reliability:
        spots = [frozenset(self.influence.reference_spots(timer, scope, place)) for scope, place in sites]
        return self.knowledge.judge(spots)

    def late(self, timer: Reference, sites: Sequence[Site]) -> list[tuple[list[str], str]]:
        """A timer that was set to an unknown time need not run down yet."""
        status = self._status(timer, sites)
        if status is Reliability.RELIABLE:
            return []
        text = self.texts.place(timer)
        guard = f"expire({text})" if status is Reliability.CHAOTIC else f"{self.texts.flag(timer)} && expire({text})"
        return [([guard, f"set({text}, 1)"], f"{text} does not run down yet")]
