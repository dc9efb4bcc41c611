"""Random components as people write them: they clamp, check ranges, switch, count, copy, and compare what they hear.

What is asserted mostly holds, sometimes by what one test teaches, sometimes only by a relation between two values, and
sometimes it is off by one.  Each statement has a line of its own.
"""

from __future__ import annotations

from random import Random

_LIMITS = (2, 3, 5, 8, 20)


def random_component(seed: int) -> str:
    return _Component(Random(f"component {seed}")).text()


class _Component:
    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.signals = ["a", "b", "c"][: chance.choice([1, 1, 2, 3])]
        self.lines: list[str] = []
        self.passes = chance.random() < 0.4
        """Whether another process hears of the values."""

    def text(self) -> str:
        kind = self.chance.choice(["byte", "byte", "byte", "short"])
        head = [
            "mtype = { a, b, c };",
            f"chan q = [{self.chance.choice([1, 1, 2])}] of {{ mtype, {kind} }};",
            f"env q ? {', '.join(self.signals)};",
            "byte row[8];",
        ]
        head += ["chan inner = [1] of { byte };"] if self.passes else []
        self._put("active proctype P()", "{", f"{kind} v, w;", "byte n, m, s;", "bit f;", "do")
        for signal in self.signals:
            target = self.chance.choice(["v", "v", "w"])
            self._put(f":: q?{signal}({target}) ->")
            for _ in range(self.chance.choice([1, 1, 2])):
                self._block(target)
            self._put("f = f;")
        self._put("od", "}")
        if self.passes:
            self._put("active proctype R()", "{", "byte x, k;", "do", ":: inner?x ->")
            self._listen()
            self._put("od", "}")
        return "\n".join([*head, *self.lines]) + "\n"

    def _put(self, *lines: str) -> None:
        self.lines += lines

    def _off(self, limit: int, way: int) -> int:
        """Mostly the limit itself; sometimes what would be a mistake."""
        return limit if self.chance.random() < 0.9 else limit - way

    def _block(self, v: str) -> None:
        limit = self.chance.choice(_LIMITS)
        forms = [self._clamp, self._check, self._switch, self._count, self._table, self._move, self._between]
        forms += [self._copy, self._largest, self._order, self._distance, self._hold, self._pass_on, self._loop]
        self.chance.choice(forms)(v, limit)

    def _clamp(self, v: str, k: int) -> None:
        self._put("if", f":: {v} > {k} -> {v} = {k}")
        if low := self.chance.choice([0, 0, 1, 2]):
            self._put(f":: {v} < {low} -> {v} = {low}")
        self._put(":: else", "fi;", f"assert({v} <= {self._off(k, 1)});")
        if low:
            self._put(f"assert({v} >= {self._off(low, -1)});")

    def _check(self, v: str, k: int) -> None:
        self._put("if", f":: {v} >= 1 && {v} <= {k} ->", f"assert({v} - 1 < {self._off(k, 1)});", f"s = {v};")
        self._put(f"assert(s <= {k});", ":: else", "fi;")

    def _switch(self, v: str, k: int) -> None:
        tests = [f"{v} < 1", f"{v} == 1", f"{v} > 1"] if self.chance.random() < 0.5 else [f"{v} > {k}", f"{v} <= {k}"]
        self._put("if", *(f":: {test} -> s = {number}" for number, test in enumerate(tests)), "fi;")
        self._put(f"assert(s <= {self._off(len(tests) - 1, 1)});")

    def _count(self, v: str, k: int) -> None:
        self._put("if", f":: {v} == {k} && n < {k} -> n++", f":: {v} != {k} && n > 0 -> n--", ":: else", "fi;")
        self._put(f"assert(n <= {self._off(k, 1)});")

    def _table(self, v: str, k: int) -> None:
        size = min(k, 8)
        self._put("if", f":: {v} >= 0 && {v} < {size} -> n = {v}", ":: else -> n = 0", "fi;")
        self._put(f"assert(n < {self._off(size, 1)});", "row[1] = n;")

    def _move(self, v: str, k: int) -> None:
        self._clamp_quietly(v, k)
        self._put("do", f":: n < {v} -> n++", f":: n > {v} -> n--", f":: n == {v} -> break", "od;")
        self._put("skip;", f"assert(n <= {self._off(k, 1)});")

    def _clamp_quietly(self, v: str, k: int) -> None:
        self._put("if", f":: {v} > {k} -> {v} = {k}", f":: {v} < 0 -> {v} = 0", ":: else", "fi;")

    def _between(self, v: str, k: int) -> None:
        other = "w" if v == "v" else "v"
        self._put("if", f":: {v} + 1 < {other} -> f = 1", f":: {v} > {other} + 1 -> f = 0", ":: else", "fi;")
        self._put("assert(f <= 1);")

    def _copy(self, v: str, k: int) -> None:
        self._clamp_quietly(v, k)
        self._put(f"m = {v};", self.chance.choice([f"assert(m <= {self._off(k, 1)});", f"assert(m == {v});"]))

    def _largest(self, v: str, k: int) -> None:
        self._clamp_quietly(v, k)
        self._put("if", f":: {v} > m -> m = {v}", ":: else", "fi;")
        self._put(self.chance.choice([f"assert(m >= {v});", "assert(m <= 20);"]))

    def _order(self, v: str, k: int) -> None:
        self._put("if", ":: v > w ->", "v = w;", ":: else", "fi;")
        self._put("assert(v <= w);")

    def _distance(self, v: str, k: int) -> None:
        self._clamp_quietly("v", k)
        self._clamp_quietly("w", k)
        self._put("if", ":: v >= w -> s = v - w", ":: else -> s = w - v", "fi;")
        self._put(f"assert(s <= {self._off(k, 1)});")

    def _hold(self, v: str, k: int) -> None:
        """A state that a value chooses."""
        self._put("if", f":: {v} > {k} -> f = 1;", "n = 0", f":: {v} <= {k} && f == 1 ->")
        self._put("if", ":: n < 3 -> n++", ":: else -> f = 0", "fi", ":: else", "fi;", "assert(n <= 20);")

    def _pass_on(self, v: str, k: int) -> None:
        if self.passes:
            self._clamp_quietly(v, 5)
            self._put(f"inner!{v};")
        else:
            self._clamp(v, k)

    def _loop(self, v: str, k: int) -> None:
        self._put("n = 0;", "do", f":: n < {v} && n < {k} -> n++", ":: else -> break", "od;")
        self._put("skip;", f"assert(n <= {self._off(k, 1)});")

    def _listen(self) -> None:
        self._put(f"assert(x <= {self._off(5, 1)});", "if", ":: x > k -> k = x", ":: else", "fi;", "assert(k <= 5);")
