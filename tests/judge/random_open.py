"""Random open models: one to three processes that hear from outside, with data in guards, and sometimes with timers.

The fields of messages are narrower or wider than the variables that take them, and may be structures.

Each statement has a line of its own, so that a line says which statement was taken.
"""

from __future__ import annotations

from random import Random

SIGNALS = ("a", "b", "c")


def random_open(seed: int) -> str:
    """The model that belongs to a seed."""
    return _Open(Random(seed), Random(f"else and expire {seed}"), Random(f"elements and escapes {seed}")).text()


class _Open:
    def __init__(self, chance: Random, forms: Random, elements: Random) -> None:
        self.chance = chance
        self.forms = forms
        """Decides about forms that came later, so that the rest of a model is as it was."""
        self.elements = elements if elements.random() < 0.4 else None
        """The same for arrays of channels and timers, sorted queues, and escapes that the outside decides."""
        self.timed = chance.random() < 0.5
        self.processes = chance.randint(1, 3)
        self.width = chance.choice([1, 1, 1, 2])
        self.record = chance.random() < 0.3
        """Whether there is a structure, and a channel for it."""
        self.labelled: set[int] = set()
        """The processes that have a place to go to."""
        self.lines: list[str] = []
        self.labels = 0
        self.depth = 0
        self.creates = chance.random() < 0.25
        self.inner = chance.random() < 0.5
        """Whether there is a channel that only the model itself uses."""

    def text(self) -> str:
        chance = self.chance
        self.lines = ["mtype = { a, b, c };"]
        if self.record:
            self.lines.append(f"typedef pair {{ {self._type()} one; {self._type()} two }};")
            self.lines.append("pair both;")
            self.lines.append("chan pairs = [1] of { pair };")
            if chance.random() < 0.4:
                self.lines.append("env pairs ? 0, 1;")
        self.lines += [
            f"chan q{number} = [{chance.choice([1, 1, 2, 0])}] of {{ mtype, {self._fields()} }};"
            for number in range(self.processes)
        ]
        self.lines.append(f"env chan out = [1] of {{ mtype, {self._fields()} }};")
        opened = sorted({0, *(number for number in range(self.processes) if chance.random() < 0.4)})
        for number in opened:
            self.lines.append(f"env q{number} ? {', '.join(sorted(set(chance.choices(SIGNALS, k=2))))};")
        self.lines.append("byte g;")
        self.lines.append("byte row[2];")
        if self.inner:
            self.lines.append(f"chan inner = [2] of {{ {chance.choice(['bit', 'bit', 'byte', 'short'])} }};")
        if self.elements is not None:
            self.lines.append(f"chan lane[2] = [{self.elements.choice([0, 1, 1, 2])}] of {{ byte }};")
            self.lines += ["env lane ? 0, 1;"] if self.elements.random() < 0.3 else []
            self.lines.append("chan ranked = [2] of { byte, byte };")
        if chance.random() < 0.3:
            self.lines += ["inline twice(what)", "{", "what = what + 1;", "g = what;", "}"]
        if self.creates:
            self.lines += ["proctype Child(byte given)", "{", "assert(given < 2);", "g = given;", "}"]
        for number in range(self.processes):
            self._process(number)
        return "\n".join(self.lines) + "\n"

    def _type(self) -> str:
        return self.chance.choice(["byte", "byte", "byte", "bit", "bit", "bool", "short", "int"])

    def _fields(self) -> str:
        return ", ".join(self._type() for _ in range(self.width))

    # -- processes -------------------------------------------------------------------------------

    def _process(self, number: int) -> None:
        self.own = f"q{number}"
        self.number = number
        self.lines.append(f"active proctype P{number}()")
        self.lines.append("{")
        self.lines.append(f"{self._type()} x;")
        self.lines.append("byte y;")
        self.lines.append("bit z;")
        if self.timed:
            self.lines.append("timer t;")
            self.lines += ["timer u[2];"] if self.elements is not None else []
        for _ in range(self.chance.randint(0, 1)):
            self._simple()
        loops = self.chance.random() < 0.75
        if loops:
            if self.chance.random() < 0.4:
                self.labelled.add(number)
                self.lines.append("top:")
            self.lines.append("do")
            for _ in range(self.chance.randint(1, 3)):
                self._option(True)
            self._last_option()
            self.lines.append("od")
        else:
            self._steps(self.chance.randint(1, 4))
        self.lines.append("}")

    def _steps(self, count: int) -> None:
        for _ in range(count):
            self._statement()

    def _statement(self) -> None:
        kind = self.chance.random()
        self.depth += 1
        if kind < 0.22 and self.depth < 3:
            self._selection()
        elif kind < 0.3 and self.depth < 3:
            self._atomic()
        elif kind < 0.33 and self.depth < 3:
            self._unless()
        elif kind < 0.38:
            self.lines.append(f"d_step {{ {self._assignment()}; {self._assignment()} }};")
        elif kind < 0.5:
            self.lines.append(f"{self._receive()};")
        elif kind < 0.56:
            condition = self._condition()
            timed = self.timed and self.forms.random() < 0.2
            self.lines.append(f"({self._with_expire(condition) if timed else condition});")
        elif kind < 0.6 and self.depth < 3:
            self._simple()
            self.lines.append(f"for (y : 0 .. {self.chance.choice(['1', 'z'])}) {{ {self.lines.pop()} }};")
            self.lines.append("y = 0;")  # a d_step must not follow a loop
        elif kind < 0.63 and self.creates:
            self.lines.append(f"run Child({self._value()});")
        else:
            self._simple()
        self.depth -= 1

    def _selection(self) -> None:
        self.lines.append("if")
        for _ in range(self.chance.randint(1, 3)):
            self._option(False)
        self._last_option()
        self.lines.append("fi;")

    def _last_option(self) -> None:
        """Often an `else`; sometimes one inside a selection, which only waits for the options before it."""
        if self.chance.random() < 0.4:
            nested = self.forms.random() < 0.25
            self.lines += [":: if", f":: {self._condition()}"] if nested else []
            self.lines.append(":: else ->")
            self._simple()
            self.lines += ["fi"] if nested else []
            if nested and self.forms.random() < 0.5:
                self._option(False)

    def _option(self, loop: bool) -> None:
        chance = self.chance.random()
        if self.elements is not None and self.elements.random() < 0.2:
            self.lines.append(f":: {self._element(self.elements)} ->")
        elif chance < 0.45:
            self.lines.append(f":: {self._receive()} ->")
        elif chance < 0.6 and self.timed:
            self.lines.append(":: expire(t) ->")
        elif chance < 0.65 and self.timed:
            self.lines.append(f":: {self._with_expire(self._condition())} ->")
        elif chance < 0.7:
            self.lines.append(f":: atomic {{ {self._receive()} ->")
            self._simple()
            self._simple()
            self.lines.append("}")
            return
        elif chance < 0.93:
            self.lines.append(f":: {self._condition()} ->")
        else:
            self.lines.append(f":: {self._send()} ->")
        if loop and self.chance.random() < 0.15:
            self.lines.append("break")
            return
        self._steps(self.chance.randint(1, 2))
        if self.number in self.labelled and self.chance.random() < 0.2:
            self.lines.append("goto top;")

    def _atomic(self) -> None:
        self.lines.append("atomic {")
        self._steps(self.chance.randint(2, 3))
        self.lines.append("};")

    def _unless(self) -> None:
        self.lines.append("{")
        self._steps(self.chance.randint(1, 2))
        self.lines.append("y = 1;")  # no d_step before an escape
        about_inner = ["empty(inner)", "len(inner) == 1"] if self.inner else []
        guard = f"({self.chance.choice(['g == 1', 'g > 1', f'len({self.own}) == 0', *about_inner])})"
        if self.elements is not None:
            known = self.chance
            self.chance = self.elements
            guard = self.chance.choice([guard, f"({self._comparison()})", self._receive(), self._receive()])
            self.chance = known
        self.lines += ["} unless {", f"{guard};"]
        self._simple()
        self.lines.append("};")

    def _simple(self) -> None:
        if self.elements is not None and self.elements.random() < 0.15:
            self.lines.append(f"{self._elsewhere(self.elements)};")
            return
        chance = self.chance.random()
        if chance < 0.4:
            self.lines.append(f"{self._assignment()};")
        elif chance < 0.6:
            self.lines.append(f"{self._send()};")
        elif chance < 0.7:
            self.lines.append(f"assert({self._condition()});")
        elif chance < 0.82 and self.timed:
            self.lines.append(
                self.chance.choice(["set(t, 1);", "set(t, 0);", f"set(t, {self._small()});", "reset(t);"])
            )
        elif chance < 0.86:
            self.lines.append(f"select (y : 0 .. {self.chance.choice(['1', '1', 'z'])});")
            self.lines.append("g = 0;")  # nor must one follow this
        elif chance < 0.9 and any(line.startswith("inline") for line in self.lines):
            self.lines.append(f"twice({self.chance.choice(['x', 'y', 'g'])});")
        elif chance < 0.93:
            self.lines.append(f"row[{self.chance.choice(['0', '1', 'z'])}] = {self._value()};")
        else:
            self.lines.append(f"{self._assignment()};")

    # -- parts -----------------------------------------------------------------------------------

    def _small(self) -> str:
        return self.chance.choice(["z", "(x > 1 -> 1 : 2)", "1", "2"])

    def _variable(self) -> str:
        choices = ["x", "x", "x", "y", "y", "z", "g", "row[0]", "row[z]", "_pid"]
        if self.record:
            choices += ["both.one", "both.two"]
        return self.chance.choice(choices)

    def _value(self) -> str:
        return self.chance.choice(
            ["0", "1", "2", self._variable(), f"{self._variable()} + 1", f"({self._variable()} -> 1 : 0)"]
        )

    def _assignment(self) -> str:
        target = self.chance.choice(["x", "y", "g", "row[1]"] + (["both.one"] if self.record else []))
        return self.chance.choice(
            [
                f"{target} = {self._value()}",
                f"{target} = {self._value()}",
                f"z = !({self._comparison()})",
                f"{target}++",
            ]
        )

    def _comparison(self) -> str:
        value = self.chance.choice(["0", "0", "0", "1", "1", "1", "2", "2", "255"])
        return f"{self._variable()} {self.chance.choice(['==', '!=', '<', '>'])} {value}"

    def _condition(self) -> str:
        chance = self.chance.random()
        if chance < 0.55:
            return self._comparison()
        if chance < 0.7:
            return f"{self._comparison()} && {self._comparison()}"
        if chance < 0.8:
            return f"({self._comparison()} || !({self._comparison()}))"
        if chance < 0.86 and self.inner:
            return f"inner?[{self.chance.choice(['1', 'eval(x)', 'eval(y)', '_'])}]"
        if chance < 0.9:
            return f"len({self._channel()}) {self.chance.choice(['==', '>'])} {self.chance.choice(['0', '1'])}"
        if chance < 0.94:
            return f"{self._buffered()}?[{self.chance.choice(SIGNALS)}, {', '.join(['_'] * self.width)}]"
        if chance < 0.96 and 0 in self.labelled and self.number:
            return self.chance.choice(["P0@top", "P0:y == 1"])
        return "timeout" if not self.timed else self._comparison()

    def _elsewhere(self, chance: Random) -> str:
        """A statement about an element that a variable chooses, or about a queue with an order."""
        index = chance.choice(["z", "z", "0", "1"])
        plain = [f"lane[{index}]!{chance.choice(['x', 'y', '1'])}", f"row[{index}] = x"]
        ranked = f"ranked!!{chance.choice(['x', 'y', '1'])}, {chance.choice(['0', '1'])}"
        timed = [f"set(u[{index}], {chance.choice(['0', '1'])})", f"reset(u[{index}])"] if self.timed else []
        return chance.choice([*plain, *plain, ranked, *timed])

    def _element(self, chance: Random) -> str:
        """What a guard waits for there."""
        index = chance.choice(["z", "z", "0", "1"])
        target = chance.choice(["x", "y", "1", "eval(y)", "row[z]", "g"])
        looked_for = f"{chance.choice(['x', '1', 'eval(y)'])}, {chance.choice(['0', 'y'])}"
        ranked = f"ranked{chance.choice(['?', '??'])}{looked_for}"
        return chance.choice([f"lane[{index}]?{target}"] * 3 + [ranked] + [f"expire(u[{index}])"] * self.timed * 2)

    def _with_expire(self, condition: str) -> str:
        """A condition that waits for the timer as well; nobody can look into another process then."""
        condition = "x == 1" if "P0" in condition else condition
        return self.forms.choice(
            [
                f"{condition} && expire(t)",
                f"expire(t) && {condition}",
                f"{condition} && expire(t) && x < 2",
                f"x != 2 && (expire(t) && {condition})",
            ]
        )

    def _channel(self) -> str:
        return f"q{self.chance.randrange(self.processes)}"

    def _buffered(self) -> str:
        found = [line.split()[1] for line in self.lines if line.startswith("chan q") and "[0]" not in line]
        return self.chance.choice(found) if found else "out"

    def _send(self) -> str:
        if self.inner and self.chance.random() < 0.35:
            return f"inner!{self._value()}"
        if self.record and self.chance.random() < 0.2:
            return "pairs!both"
        channel = self.chance.choice(["out", self._channel(), self._channel()])
        values = [self._value() for _ in range(self.width)]
        return f"{channel}!{self.chance.choice(SIGNALS)}, {', '.join(values)}"

    def _receive(self) -> str:
        if self.inner and self.chance.random() < 0.3:
            return f"inner?{self._target()}"
        if self.record and self.chance.random() < 0.2:
            return "pairs?both"
        channel = self.own if self.chance.random() < 0.85 else "out"
        targets = [self._target()]
        while len(targets) < self.width:
            targets.append(next(one for one in iter(self._target, "") if one == "_" or one not in targets))
        operator = "??" if self.chance.random() < 0.1 else "?"
        return f"{channel}{operator}{self.chance.choice(SIGNALS)}, {', '.join(targets)}"

    def _target(self) -> str:
        return self.chance.choice(["x", "x", "y", "z", "_", "g", "1", "eval(y)", "row[0]"])
