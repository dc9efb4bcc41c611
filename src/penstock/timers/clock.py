"""The process that makes time pass: when nothing else can happen, every timer that runs has one tick less left."""

from __future__ import annotations

from collections.abc import Sequence

from penstock.syntax.translation import Writer
from penstock.syntax.wording import Phrase

TICK = "tick"


def write_clock(writer: Writer, name: str, label: str, timers: Sequence[str], position: int) -> None:
    """Put the clock after a model; readers are shown `position` for it.  At `label` it may wait forever."""
    running = " || ".join(f"{timer} > 1" for timer in timers)
    writer.own("\n/* time: a timer is 0 when it is off, and n + 1 when n ticks are left */\n", position)
    writer.own(f"active proctype {name}() {{\n{label}:\n    do\n    :: atomic {{\n        ", position)
    writer.note(Phrase(TICK))
    writer.own(f"timeout && ({running}) ->\n        ", position)
    writer.note(Phrase("timers run down"))
    writer.own("d_step {\n", position)
    steps = ";\n".join(f"            {timer} = {timer} - ({timer} > 1)" for timer in timers)
    writer.own(f"{steps}\n        }}\n    }}\n    od\n}}\n", position)
