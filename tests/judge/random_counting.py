"""Random systems whose loops are limited by what variables hold: counters that are tested, stepped and reset, flags,
`else`, small types that wrap around, contents of messages that guards test, global flags, processes that are created.

Small enough for all states to be visited where the channels stay bounded.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

TYPES = ("byte", "byte", "byte", "short", "int", "bit", "unsigned2", "unsigned3")
_EDGES = {"byte": 256, "short": 32768, "int": 2147483648, "bit": 2, "unsigned2": 4, "unsigned3": 8}
"""The first value that a type does not hold."""


def random_counting_system(seed: int) -> str:
    """The system that belongs to a seed."""
    return _System(Random(seed), Random(f"else {seed}")).text()


@dataclass(frozen=True, slots=True)
class _Counter:
    """A variable that guards test, with the numbers it is compared with and stepped by."""

    name: str
    type: str
    start: int
    limit: int
    step: int
    array: bool = False

    def declaration(self) -> str:
        name = self.name.partition("[")[0]
        if self.type.startswith("unsigned"):
            return f"unsigned {name} : {self.type[-1]} = {self.start}"
        size = "[2]" if self.array else ""
        return f"{self.type} {name}{size} = {self.start}"


class _System:
    def __init__(self, chance: Random, nesting: Random) -> None:
        self.chance = chance
        self.nesting = nesting
        self.fields = chance.choice(["byte", "byte", "mtype, byte"])
        self.channels = [f"q{number}" for number in range(chance.randint(1, 2))]
        self.shared = ["gate"] if chance.random() < 0.25 else []
        self.meets = chance.random() < 0.15
        self.creates = chance.random() < 0.3
        self.counters: list[_Counter] = []

    def text(self) -> str:
        lines = ["mtype = { ping, pong };"]
        lines += [f"chan {name} = [2] of {{ {self.fields} }};" for name in self.channels]
        lines += ["chan meet = [0] of { byte };"] if self.meets else []
        lines += [f"byte {name} = {self.chance.randint(0, 1)};" for name in self.shared]
        for number in range(self.chance.choice([1, 1, 2, 2, 2, 3])):
            copies = "active [2]" if self.chance.random() < 0.1 else "active"
            lines += self._process(f"{copies} proctype P{number}()", [])
        if self.creates:
            given = _Counter("given", "byte", 0, self.chance.randint(1, 3), 1)
            lines += self._process("proctype Child(byte given)", [given])
            lines.append(self._starter())
        return "\n".join(lines) + "\n"

    def _starter(self) -> str:
        """Children are created once or twice, in a loop that counts, or forever."""
        run = f"run Child({self.chance.randint(0, 3)})"
        kind = self.chance.random()
        if kind < 0.5:
            return f"init {{ {run} }}"
        if kind < 0.65:
            return f"init {{ {run}; run Child(1) }}"
        if kind < 0.85:
            return f"init {{ byte n; do :: n < {self.chance.randint(1, 2)} -> {run}; n++ :: else -> break od }}"
        return f"init {{ do :: {run} :: break od }}"

    # -- variables ---------------------------------------------------------------------------

    def _process(self, head: str, given: list[_Counter]) -> list[str]:
        self.counters = [self._counter(name) for name in "ij"[: self.chance.choice([1, 1, 2])]]
        declared = [f"  {counter.declaration()};" for counter in self.counters] + ["  byte v; bool flag;"]
        self.counters += given
        if self.chance.random() < 0.15:
            return [head + " {", *declared, *self._jumps(self.chance.randint(2, 5)), "}"]
        return [head + " {", *declared, *self._sequence(2, self.chance.randint(1, 2)), "}"]

    def _counter(self, name: str) -> _Counter:
        type_ = self.chance.choice(TYPES)
        edge = _EDGES[type_]
        step = self.chance.choice([1, 1, 1, 1, 2, 3, -1])
        limit = self.chance.randint(1, 4)
        start = limit if step < 0 else 0
        kind = self.chance.random()
        if kind < 0.25 and step > 0:  # near the edge: the limit may be beyond what the type holds
            start, limit = edge - self.chance.randint(1, min(4, edge)), edge + self.chance.randint(-2, 2)
        elif kind < 0.4:
            start = self.chance.randint(0, min(3, edge - 1))
        array = type_ in ("byte", "short") and self.chance.random() < 0.12
        name = f"{name}[{self.chance.randint(0, 1)}]" if array else name
        return _Counter(name, type_, min(start, edge - 1), min(limit, 2147483647), step, array)

    # -- statements --------------------------------------------------------------------------

    def _sequence(self, depth: int, length: int) -> list[str]:
        lines: list[str] = []
        for _ in range(length):
            lines += self._statement(depth)
        return lines

    def _jumps(self, places: int) -> list[str]:
        """Control flow without structure: cycles that share steps, and that are entered anywhere."""
        lines = []
        for number in range(places):
            lines.append(f"L{number}: if")
            for _ in range(self.chance.randint(1, 2)):
                steps = [self._action(), *(self._plain() for _ in range(self.chance.choice([0, 1, 1, 2])))]
                lines.append(f"  :: {'; '.join(steps)}; goto L{self.chance.randrange(places)}")
            lines.append("  fi;")
        return lines

    def _statement(self, depth: int) -> list[str]:
        kind = self.chance.random()
        if depth and kind < 0.08:
            return self._guarded_sending()
        if depth and kind < 0.35:
            return self._counting_loop(depth)
        if depth and kind < 0.6:
            return self._options("do", depth)
        if depth and kind < 0.68:
            return self._options("if", depth)
        if kind < 0.75:
            body = "; ".join(self._plain() for _ in range(2))
            return [f"  {self.chance.choice(['atomic', 'atomic', 'd_step'])} {{ {body} }};"]
        if kind < 0.78:
            return [f"  {{ {self._communication()}; {self._plain()} }} unless {{ {self._guard()} }};"]
        return [f"  {self._plain()};"]

    def _counting_loop(self, depth: int) -> list[str]:
        """A loop that a counter limits, unless something is wrong with it."""
        counter = self.chance.choice(self.counters)
        comparison = "<" if counter.step > 0 else ">"
        limit = counter.limit if counter.step > 0 else 0
        kind = self.chance.choice([comparison, comparison, comparison, comparison + "=", "!="])
        guard = f"{counter.name} {kind} {limit}"
        if self.chance.random() < 0.2:
            guard = f"{guard} {self.chance.choice(['&&', '||'])} {self._guard()}"
        body = [self._communication(), self._step(counter)]
        if self.chance.random() < 0.3:
            self.chance.shuffle(body)
        if self.chance.random() < 0.15:
            body.pop()
        if self.chance.random() < 0.2:
            body.insert(self.chance.randint(0, len(body)), self._plain())
        lines = ["  do", f"  :: {guard} -> {'; '.join(body)}"]
        lines[1:1] = self._nested_else()
        kind = self.chance.choice(["else", "else", "else", "reset", "reset", "none", "other", "both"])
        if kind in ("else", "both"):
            lines.append(f"  :: else -> {self.chance.choice(['break', 'break', self._reset(counter), self._plain()])}")
        if kind in ("reset", "both"):
            lines.append(f"  :: {self._action()} -> {self._reset(counter)}")
        if kind == "other" and depth > 1:
            lines.append(f"  :: {self._action()} ->")
            lines += self._sequence(depth - 1, 1)
        return [*lines, "  od;"]

    def _nested_else(self) -> list[str]:
        """Sometimes an option with an `else` that does not wait for the options after it."""
        if self.nesting.random() > 0.08:
            return []
        counter = self.nesting.choice(self.counters)
        test = f":: {counter.name} {self.nesting.choice(['<', '==', '>'])} {counter.limit}"
        action = self._step(counter) if self.nesting.random() < 0.5 else self._communication()
        return [f"  :: if {self.nesting.choice([test, ''])} :: else -> {action} fi"]

    def _options(self, word: str, depth: int) -> list[str]:
        lines = [f"  {word}"]
        for _ in range(self.chance.randint(1, 2)):
            inner = self._sequence(depth - 1, self.chance.randint(0, 2))
            lines += self._nested_else()
            lines.append(f"  :: {self._action()}" + (" ->" if inner else ""))
            lines += ["  " + line for line in inner]
        kind = self.chance.random()
        if kind < 0.3 and all("timeout" not in line for line in lines):
            lines.append(f"  :: else -> {self.chance.choice(['break' if word == 'do' else 'skip', self._plain()])}")
        elif kind < 0.5 and word == "do":
            lines.append(f"  :: {self._guard()} -> break")
        return [*lines, "  od;" if word == "do" else "  fi;"]

    def _action(self) -> str:
        kind = self.chance.random()
        if kind < 0.5:
            return self._guard()
        return self._communication() if kind < 0.9 else self._plain()

    def _plain(self) -> str:
        kind = self.chance.random()
        if kind < 0.4:
            return self._communication()
        if kind < 0.6:
            return self._step(self.chance.choice(self.counters))
        if kind < 0.75:
            return self._reset(self.chance.choice(self.counters))
        if self.shared and kind < 0.85:
            return f"{self.shared[0]} = {self.chance.choice(['1 - ' + self.shared[0], '0', '1', 'flag'])}"
        return self.chance.choice(["flag = 1 - flag", "flag = true", "flag = false", "v = 0", self._guard()])

    def _step(self, counter: _Counter) -> str:
        name, step = counter.name, counter.step
        plain = f"{name} = {name} {'+' if step > 0 else '-'} {abs(step)}"
        if abs(step) == 1:
            plain = name + ("++" if step > 0 else "--")
        odd = [f"{name} = {name} * 2", f"{name} = ({name} + 1) % 3", f"{name} = {name} + v", f"{name} = 1 - {name}"]
        if counter.array:
            odd += [f"{name.partition('[')[0]}[flag] = {name} + 1"] * 2
        return self.chance.choice([plain] * 12 + odd)

    def _reset(self, counter: _Counter) -> str:
        other = self.chance.choice(self.counters).name
        choices = [str(counter.start)] * 3 + ["0", "1", "v", f"{other}", f"{counter.name} - 1"]
        return f"{counter.name} = {self.chance.choice(choices)}"

    def _guard(self) -> str:
        counter = self.chance.choice(self.counters)
        comparison = self.chance.choice(["<", "<=", "==", ">", ">=", "!="])
        plain = f"{counter.name} {comparison} {self.chance.choice([counter.limit, counter.limit, counter.start, 1])}"
        odd = ["flag", "!flag", "v > 1", "v == 0", "v < 2", "true"]
        odd += [f"{self.shared[0]} == 1", f"{self.shared[0]} == 0"] if self.shared else []
        odd += [self._length_guard()] * 2
        if len(self.counters) > 1:
            first, second = self.chance.sample(self.counters, 2)
            odd += [f"{first.name} + {second.name} < {first.limit}", f"{first.name} < {second.name}"]
            odd += [f"({plain} && {second.name} != {second.limit})", f"!({plain} || flag)"]
        return self.chance.choice([plain] * 8 + odd)

    def _length_guard(self) -> str:
        channel = self.chance.choice(self.channels)
        limit = self.chance.randint(1, 3)
        return self.chance.choice(
            [f"len({channel}) < {limit}"] * 3
            + [f"{limit} >= len({channel})", f"len({channel}) == {limit}", f"!(len({channel}) > 1 || flag)"]
            + [f"empty({channel})", f"nempty({channel})"]
        )

    def _guarded_sending(self) -> list[str]:
        """A loop that looks at a channel before it sends; mostly at the same."""
        sends = "; ".join(self._communication() for _ in range(self.chance.choice([1, 1, 2])))
        body = f"{self._length_guard()} -> {sends}"
        if self.chance.random() < 0.4:
            body = f"atomic {{ {body} }}"
        rest = self.chance.choice(["", "", " :: else -> break", " :: else -> flag = 1 - flag"])
        return [f"  do :: {body}{rest} od;"]

    def _communication(self) -> str:
        if self.meets and self.chance.random() < 0.25:
            return self.chance.choice(["meet!1", f"meet!{self.counters[0].name}", "meet?v", "meet?1"])
        channel = self.chance.choice(self.channels)
        typed = "," in self.fields
        if self.chance.random() < 0.6:
            value = self.chance.choice(["0", "1", "1", "2", "v", self.counters[0].name])
            return f"{channel}!" + (self.chance.choice(["ping, ", "ping, ", "pong, "]) if typed else "") + value
        value = self.chance.choice(["v", "v", "v", "_", "0", "1", "eval(v)", self.counters[0].name])
        return f"{channel}?" + (self.chance.choice(["ping, ", "ping, ", "pong, ", "_, "]) if typed else "") + value
