"""Formulas with a deadline, as never claims that start a timer of their own.

[] (p -> within(3) q)      ->      never { do
                                           :: left == 0
                                           :: atomic { left == 0 && p && !q -> left = 5 }
                                           :: left > 1 && !q
                                           :: left == 1 && !q -> break
                                           od }

The claim may start wherever `p` holds and `q` does not; the timer runs down when one tick more has passed than may.
Since it is a timer, time passes for it even if no other runs, and a jump of time ends there.  For `!within(3) q` the
claim ends where `q` holds and the timer still runs.
"""

from __future__ import annotations

from dataclasses import dataclass

from penstock.resolve.deadlines import Deadline
from penstock.syntax.nodes import Expire, Expression, Pattern, Reference, TimerQuery
from penstock.syntax.printer import expression_text, reference_text

BEFORE = -1
"""What the timer of a deadline is where its trigger did not hold in the state before."""
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

    def declaration(self, cell: str) -> str:
        return f"int {cell}{f' = {BEFORE}' if self.deadline.begins else ''}; "

    def text(self, cell: str) -> str:
        """The claim in one line."""
        deadline = self.deadline
        goal = f"({_numbers_asked(deadline.goal)})"
        trigger = f"({_numbers_asked(deadline.trigger)})" if deadline.trigger is not None else "true"
        ready = BEFORE if deadline.begins else 0
        start = f"{cell} == {ready} && {trigger}"
        options = [
            f"atomic {{ {start} && !{goal} -> {cell} = {deadline.ticks + 2} }}",
            f"{cell} > 1 && !{goal}",
        ]
        if deadline.always:
            options.insert(0, f"{cell} == 0")
        if deadline.always and deadline.begins:
            options.insert(0, f"atomic {{ {cell} == {BEFORE} -> {cell} = 0 }}")
            options.insert(1, f"atomic {{ {cell} < 1 && !{trigger} -> {cell} = {BEFORE} }}")
        if deadline.until:
            options += [f"{start} && {goal} -> break", f"{cell} > 1 && {goal} -> break"]
        else:
            options.append(f"{cell} == 1 && !{goal} -> break")
        return f"never {self.name} {{ do {' '.join(f':: {option}' for option in options)} od }}"


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
