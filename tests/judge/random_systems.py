"""Random systems of communicating processes, with what decides where messages go: message types in variables,
channels as arguments, in arrays, in messages and assigned, processes that are created."""

from __future__ import annotations

from random import Random

MESSAGES = ("ping", "pong", "stop")


def random_system(seed: int) -> str:
    """The system that belongs to a seed."""
    return _System(Random(seed)).text()


class _System:
    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.fields = chance.choice(["mtype", "mtype", "mtype, byte"])
        self.channels = [f"c{number}" for number in range(chance.randint(1, 3))]
        self.array = chance.randint(0, 2) if chance.random() < 0.4 else 0
        self.meets = chance.random() < 0.3
        self.assigned = chance.random() < 0.25
        self.creates = chance.random() < 0.4
        self.lines: list[str] = []

    def text(self) -> str:
        self.lines = ["mtype = { ping, pong, stop };"]
        self.lines += [f"chan {name} = [2] of {{ {self.fields} }};" for name in self.channels]
        if self.array:
            self.lines.append(f"chan row[{self.array + 1}] = [1] of {{ {self.fields} }};")
        if self.meets:
            self.lines.append("chan meet = [0] of { mtype };")
        if self.chance.random() < 0.3:
            self.lines.append("mtype shared = ping;")
        processes = self.chance.randint(2, 3)
        for number in range(processes):
            self._process(f"active proctype P{number}()", [])
        if self.creates:
            self._process("proctype Child(chan given)", ["given"])
        if self.chance.random() < 0.3:
            self._process("proctype Named(mtype kind; byte place)", [], kinds=["kind"], places=["place"])
            self._starter("Named", lambda: f"{self.message()}, {self.chance.randint(0, 2)}")
        return "\n".join(self.lines) + "\n"

    def _starter(self, name: str, arguments: object) -> None:
        assert callable(arguments)
        runs = "; ".join(f"run {name}({arguments()})" for _ in range(self.chance.randint(1, 2)))
        self.lines.append(f"init {{ {runs} }}")

    def message(self) -> str:
        return self.chance.choice(MESSAGES[: self.chance.choice([1, 2, 2, 3])])

    # -- processes ---------------------------------------------------------------------------

    def _process(
        self, head: str, channels: list[str], kinds: list[str] | None = None, places: list[str] | None = None
    ) -> None:
        self.kinds = ["m", *(kinds or [])] + (["shared"] if any("shared" in line for line in self.lines) else [])
        self.places = ["i", *(places or [])]
        self.own = list(channels)
        declared = ["  mtype m = ping;", "  byte i, x;"]
        if self.assigned and self.chance.random() < 0.5:
            declared.append("  chan other;")
            self.own.append("other")
            declared.append(f"  other = {self.chance.choice(self.channels)};")
        if self.chance.random() < 0.15:
            declared.append(f"  chan mine = [1] of {{ {self.fields} }};")
            declared = [declared[0], declared[1], declared[-1], *declared[2:-1]]
            self.own.append("mine")
        body = self._sequence(2, self.chance.randint(1, 3))
        self.lines += [head + " {", *declared, *body, "}"]

    def _sequence(self, depth: int, length: int) -> list[str]:
        lines: list[str] = []
        for _ in range(length):
            lines += self._statement(depth)
        return lines

    def _statement(self, depth: int) -> list[str]:
        kind = self.chance.random()
        if depth and kind < 0.3:
            return self._options("do", depth)
        if depth and kind < 0.42:
            return self._options("if", depth)
        if kind < 0.5:
            return ["  " + self._local() + ";"]
        return ["  " + self._communication() + ";"]

    def _options(self, word: str, depth: int) -> list[str]:
        lines = [f"  {word}"]
        for _ in range(self.chance.randint(1, 3)):
            first = self._communication() if self.chance.random() < 0.8 else self._local()
            inner = self._sequence(depth - 1, self.chance.randint(0, 2))
            lines.append(f"  :: {first} ->" if inner else f"  :: {first}")
            lines += ["  " + line for line in inner]
        if word == "do" and self.chance.random() < 0.4:
            lines.append("  :: break")
        return [*lines, "  od;" if word == "do" else "  fi;"]

    def _local(self) -> str:
        choices = [
            f"m = {self.message()}",
            f"i = {self.chance.randint(0, 2)}",
            "i = (i + 1) % 2",
            f"m == {self.message()}",
            "i > 0",
            "x = x + 1",
        ]
        if "shared" in self.kinds:
            choices += [f"shared = {self.message()}", "m = shared"]
        if self.assigned:
            choices += [f"{self.chance.choice(self.channels)} = {self.chance.choice(self.channels)}"]
            if "other" in self.own:
                choices += [f"other = {self._channel()}"] * 2
        if self.creates:
            choices += [f"run Child({self._channel()})"]
        return self.chance.choice(choices)

    def _channel(self) -> str:
        known = [*self.channels, *self.own, *self.own]
        if self.array:
            known += [f"row[{self.chance.randint(0, self.array)}]", f"row[{self.chance.choice(self.places)} % 2]"]
        return self.chance.choice(known)

    def _communication(self) -> str:
        if self.meets and self.chance.random() < 0.2:
            return self.chance.choice([f"meet!{self.message()}", f"meet?{self.message()}", "meet?m"])
        channel = self._channel()
        if self.chance.random() < 0.42:
            kind = self.chance.choice([self.message(), self.message(), self.chance.choice(self.kinds)])
            value = self.chance.choice(["1", "2", "i"])
            return f"{channel}!{kind}" + (f", {value}" if "," in self.fields else "")
        kind = self.chance.choice([self.message(), self.message(), "m", "eval(m)"])
        value = self.chance.choice(["1", "2", "x", "i", "_", "eval(i)"])
        form = self.chance.choice(["?", "?", "?", "??"])
        return f"{channel}{form}{kind}" + (f", {value}" if "," in self.fields else "")
