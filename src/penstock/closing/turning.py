"""Queues whose order depends on unknown values: any order is possible then.

q !! x     ->     turn the queue; q ! x; turn it again          so `x` may be anywhere
q ?? 1     ->     turn the queue; q ?? _; turn it again         so any message that may be a 1 may be taken
"""

from __future__ import annotations

from dataclasses import dataclass, field

from penstock.closing.channels import ChannelFlow
from penstock.closing.texts import Cannot
from penstock.resolve.symbols import Variable
from penstock.syntax.nodes import Node


@dataclass(slots=True)
class Turning:
    """Writes what turns a queue, and notes the variables that this takes."""

    channels: ChannelFlow
    prefix: str
    types: dict[str, str] = field(default_factory=dict)
    """The variables that the process needs, and their types."""

    def around(self, node: Node, channel: str, form: Variable, flags: int, statement: str) -> list[str]:
        """A statement with the queue turned before and after it."""
        fields = [one.type for one in self.channels.fields(form)]
        if "chan" in fields:
            raise Cannot(node, "the order of these channels depends on values that may come from outside")
        names = []
        for place, kind in enumerate([*fields, *["bool"] * flags]):
            names.append(f"{self.prefix}{kind}_{place}")
            self.types[names[-1]] = kind
        count = f"{self.prefix}times"
        self.types[count] = "byte"
        message = ", ".join(names)
        forgotten = "; ".join(f"{name} = 0" for name in (*names, count))
        moved = f"{channel}?{message}; {channel}!{message}"
        turn = f"do :: {count} < len({channel}) -> {moved}; {count}++ :: break od; {forgotten}"
        return [turn, statement, turn]

    def declared(self) -> str:
        """The declarations of what was needed since the last time."""
        text = "".join(f"{kind} {name}; " for name, kind in self.types.items())
        self.types.clear()
        return text
