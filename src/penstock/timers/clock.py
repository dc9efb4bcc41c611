"""The process that makes time pass when nothing else can happen.

Until the next timer runs down every tick is like the one before: nothing becomes possible that was not.  So the clock
jumps there in one step, unless something in the model would see the ticks between.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from penstock.resolve.model import Model
from penstock.syntax.nodes import (
    Assert,
    Assignment,
    CCode,
    CExpression,
    Never,
    Node,
    Print,
    Reference,
    SetTimer,
    TimerQuery,
    Word,
)
from penstock.syntax.translation import Writer
from penstock.syntax.walk import NodeIndex, walk
from penstock.syntax.wording import Phrase

TICK = "tick"


@dataclass(frozen=True, slots=True)
class ClockNames:
    """At `label` the clock may wait forever; `jump` is how many ticks pass at once, None if each is a step."""

    process: str
    label: str
    jump: str | None


def ticks_are_seen(model: Model) -> bool:
    """Whether a model can tell many ticks from one.

    Where a tick is possible, so is `timeout`; never claims count steps, while formulas do not; `_last` is the clock
    after the first tick already; and what C code looks at, nobody knows.  What a timer has left changes with each tick:
    that is seen, unless only statements that are always possible ask for it.
    """
    nodes = model.nodes
    waits = any(word.word == "timeout" for word in nodes.of(Word))
    looks_back = any(reference.name == "_last" for reference in nodes.of(Reference))
    return waits or looks_back or nodes.has(Never, CCode, CExpression) or _waits_for_ticks(nodes)


def _waits_for_ticks(nodes: NodeIndex) -> bool:
    """Whether anything but a statement that is always possible asks how many ticks a timer has left."""
    asked = [query for query in nodes.of(TimerQuery) if query.query == "remaining"]
    possible: list[Node] = [found for kind in (Assignment, Assert, Print, SetTimer) for found in nodes.of(kind)]
    return not {node for statement in possible for node in walk(statement)}.issuperset(asked)


def write_clock(writer: Writer, names: ClockNames, timers: Sequence[str], position: int) -> None:
    """Put the clock after a model; readers are shown `position` for it."""
    running = " || ".join(f"{timer} > 1" for timer in timers)
    declared = f"    int {names.jump};\n" if names.jump is not None else ""
    writer.own("\n/* time: a timer is 0 when it is off, and n + 1 when n ticks are left */\n", position)
    writer.own(
        f"active proctype {names.process}() {{\n{declared}{names.label}:\n    do\n    :: atomic {{\n        ", position
    )
    writer.note(Phrase(TICK))
    writer.own(f"timeout && ({running}) ->\n        ", position)
    writer.note(Phrase("timers run down"))
    writer.own("d_step {\n", position)
    steps = _ticking(timers) if names.jump is None else _jumping(timers, names.jump)
    written = ";\n".join(f"            {step}" for step in steps)
    writer.own(f"{written}\n        }}\n    }}\n    od\n}}\n", position)


def _ticking(timers: Sequence[str]) -> list[str]:
    return [f"{timer} = {timer} - ({timer} > 1)" for timer in timers]


def _jumping(timers: Sequence[str], jump: str) -> list[str]:
    """The shortest time that any timer has left passes for all of them."""
    shortest = [
        f"{jump} = ({timer} > 1 && ({jump} == 0 || {timer} <= {jump}) -> {timer} - 1 : {jump})" for timer in timers
    ]
    return [*shortest, *(f"{timer} = ({timer} > 1 -> {timer} - {jump} : {timer})" for timer in timers), f"{jump} = 0"]
