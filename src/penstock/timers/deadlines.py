"""Formulas with a deadline, as never claims that start a timer of their own.

[] (p -> within(3) q)      ->      never { do
                                           :: true
                                           :: atomic { p && !q -> left = 5 }; break
                                           od;
                                           do
                                           :: !q && left != 1
                                           :: !q && left == 1 -> break
                                           od }

The claim may start wherever `p` holds and `q` does not; the timer runs down when one tick more has passed than may.
Since it is a timer, time passes for it even if no other runs, and a jump of time ends there.
"""

from __future__ import annotations

from dataclasses import dataclass

from penstock.resolve.deadlines import Deadline
from penstock.syntax.nodes import Expire, Expression, Pattern, Reference, TimerQuery
from penstock.syntax.printer import expression_text, reference_text

ASKED = {"expire": " == 1", "active": " > 0", "remaining": " - 1"}
"""What each question about a timer asks of the number that stands for it."""


@dataclass(frozen=True, slots=True)
class DeadlineClaim:
    """The claim `name` that a formula becomes; `said` is the formula as the user wrote it."""

    name: str
    said: str
    deadline: Deadline

    @property
    def cell(self) -> str:
        return f"{self.name}_left"

    def text(self, cell: str) -> str:
        """The claim in one line."""
        deadline = self.deadline
        goal = f"({_numbers_asked(deadline.goal)})"
        trigger = f"({_numbers_asked(deadline.trigger)}) && " if deadline.trigger is not None else ""
        start = f"atomic {{ {trigger}!{goal} -> {cell} = {deadline.ticks + 2} }}"
        starting = f"do :: true :: {start}; break od" if deadline.always else start
        waiting = f"do :: !{goal} && {cell} != 1 :: !{goal} && {cell} == 1 -> break od"
        return f"never {self.name} {{ {starting}; {waiting} }}"


def _numbers_asked(value: Expression) -> str:
    return expression_text(value, spelling=_spelled)


def _spelled(value: Expression | Pattern) -> str | None:
    match value:
        case Expire():
            return f"({reference_text(value.timer)}{ASKED['expire']})"
        case TimerQuery():
            return f"({reference_text(value.timer)}{ASKED[value.query]})"
        case Reference(name="_nr_pr"):
            return "(_nr_pr - 1)"
        case _:
            return None
