"""Random systems that rest on the order of messages: a mark goes around, what was sent before it is ahead of it.

Some stations forget to read what is ahead of the mark, look at channels without reading, take messages from the middle,
sort them, or are there twice: then order proves less, or nothing.
"""

from __future__ import annotations

from random import Random


def random_order(seed: int) -> str:
    """The system that belongs to a seed."""
    return _System(Random(seed)).text()


class _System:
    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.stations = chance.choice([1, 2, 2, 2, 3])
        self.typed = chance.random() < 0.3
        self.odd = chance.choice([0.0, 0.0, 0.1, 0.25])

    def text(self) -> str:
        fields = "mtype, bit" if self.typed else "mtype"
        lines = ["mtype = { mark, data, more };"]
        lines += [f"chan q{number} = [3] of {{ {fields} }};" for number in range(self.stations)]
        lines += ["chan meet = [0] of { bit };"] if self.chance.random() < 0.15 else []
        self.meets = len(lines) > 1 + self.stations
        for number in range(self.stations):
            lines += self._station(number)
        lines += self._starter()
        return "\n".join(lines) + "\n"

    def _starter(self) -> list[str]:
        names = [self.chance.choice(["mark", "mark", "data"]) for _ in range(self.chance.choice([1, 1, 1, 2]))]
        first = "; ".join(self._send(0, name) for name in names)
        return [f"active proctype Starter() {{ bit v; {first} }}"]

    def _station(self, number: int) -> list[str]:
        copies = "active [2]" if self.chance.random() < 0.08 else "active"
        into, out = number, (number + 1) % self.stations
        lines = [f"{copies} proctype P{number}() {{", "  bit v; byte n;", "  do"]
        lines.append(f"  :: {self._receive(into, 'mark')} -> {self._burst(into, out)}; {self._send(out, 'mark')}")
        for name in ("data", "more"):
            if self.chance.random() < 0.85:
                answer = self.chance.choice(["skip", "skip", "skip", self._send(out, name), self._send(out, "data")])
                lines.append(f"  :: {self._receive(into, name)} -> {answer}")
        if self.chance.random() < self.odd:
            lines.append(f"  :: {self._test(into)} -> {self._send(self.chance.choice([into, out]), 'more')}")
        if self.meets:
            lines.append(f"  :: meet{self.chance.choice('!?')}{self.chance.choice(['1', '0'])}")
        return [*lines, "  od", "}"]

    def _burst(self, into: int, out: int) -> str:
        """What a station sends before it passes on the mark."""
        kind = self.chance.random()
        name = self.chance.choice(["data", "data", "more"])
        if kind < 0.35:
            return f"if :: {self._send(out, name)} :: skip fi"
        if kind < 0.5:
            most = self.chance.randint(1, 3)
            return f"n = 0; do :: n < {most} -> {self._send(out, name)}; n++ :: break od"
        if kind < 0.6:
            return f"{self._test(into)}; {self._send(out, name)}"
        return "; ".join(
            self._send(out, self.chance.choice(["data", "more"])) for _ in range(self.chance.randint(1, 2))
        )

    def _test(self, number: int) -> str:
        q = f"q{number}"
        value = ", 1" if self.typed else ""
        return self.chance.choice(
            [
                f"empty({q})",
                f"len({q}) == 0",
                f"len({q}) < 2",
                f"nempty({q})",
                f"{q}?[data{value}]",
                f"{q}?[mark{value}]",
                f"!{q}?[data{value}]",
                f"{q}?<data{', v' if self.typed else ''}>",
                f"(empty({q}) || len({q}) < 1)",
                f"(empty({q}) && true)",
            ]
        )

    def _send(self, number: int, name: str) -> str:
        sign = "!!" if self.chance.random() < self.odd / 2 else "!"
        value = f", {self.chance.choice(['0', '1', 'v'])}" if self.typed else ""
        return f"q{number}{sign}{name}{value}"

    def _receive(self, number: int, name: str) -> str:
        kind = self.chance.random()
        sign = "??" if kind < self.odd / 2 else "?"
        value = f", {self.chance.choice(['v', 'v', '_', '1'])}" if self.typed else ""
        if self.odd / 2 <= kind < self.odd:
            return f"q{number}?<{name}{value}>"
        return f"q{number}{sign}{name}{value}"
