"""Random systems in which channels are values: compared, computed with, indexed with, kept in numbers and structures,
handed on by processes that end while others still know their channels.

Beside that there is what else may confuse who follows channels: claims that watch or act, priorities, `_pid`, variables
and places of other processes, structures in messages, jumps.
"""

from __future__ import annotations

from random import Random


def random_channels(seed: int) -> str:
    """The system that belongs to a seed."""
    return _System(Random(seed)).text()


class _System:
    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.priorities = chance.random() < 0.15
        # SPIN's verifiers have no priorities where there are rendezvous.
        self.hand = chance.choice([1, 1, 2] if self.priorities else [0, 1, 2])
        self.structures = chance.random() < 0.3
        self.remote = chance.random() < 0.15
        self.passes = chance.random() < 0.4
        self.two_owners = chance.random() < 0.4
        self.late = self.two_owners and chance.random() < 0.5
        self.size = chance.randint(4, 8)

    def text(self) -> str:
        lines = ["chan r = [1] of { byte };", f"chan hand = [{self.hand}] of {{ chan }};"]
        lines += [f"byte kept, seen[{self.size}];", "chan last;"]
        if self.structures:
            lines += ["typedef Parcel { byte weight; chan link };", "chan box = [2] of { Parcel };"]
        lines += self._owner("W")
        if self.two_owners:
            lines += self._owner("V")
        if self.passes:
            lines += self._process("proctype User(chan given)", self._sequence(["given"], 1, 2))
        if self.chance.random() < 0.4 and not self.late:
            head = f"active proctype Other(){self._priority()}"
            lines += self._process(head, self._sequence(["c"], 2, 2), "chan c; ")
        lines += self._starter()
        return "\n".join([*lines, *self._claim()]) + "\n"

    def _priority(self) -> str:
        return f" priority {self.chance.randint(1, 3)}" if self.priorities and self.chance.random() < 0.6 else ""

    def _process(self, head: str, body: list[str], declared: str = "") -> list[str]:
        parcel = "Parcel p; " if self.structures else ""
        return [f"{head} {{", f"  {declared}byte x; {parcel}", *(f"  {line}" for line in body), "}"]

    def _owner(self, name: str) -> list[str]:
        """A process that owns a channel and gives it away; it may end while others still know it."""
        early = self.chance.choice(["", "", "byte y = own; "])
        body = [f"{self.chance.choice(['hand!own', 'last = own', 'hand!own; hand!own'])};"]
        if self.late and self.chance.random() < 0.6:
            return self._process(f"proctype {name}()", ["hand!own;"], "chan own = [1] of { byte }; ")
        body += self._sequence(["own"], 1, self.chance.choice([0, 1]))
        body += self.chance.choice([[], [], ["own?_;"], ["do :: own?_ od;"], ["(false);"]])
        return self._process(f"proctype {name}()", body, f"chan own = [1] of {{ byte }}; {early}")

    def _starter(self) -> list[str]:
        """Starts owners, takes channels, uses them so that they matter, and looks at them."""
        body = self._started_late() if self.late else self._started()
        if self.passes:
            body.append(f"run User({self.chance.choice(['c', 'd', 'r', 'last'])});")
        if self.chance.random() < 0.7:
            body.append(self._looking(["c", "d"]))
        body += self._sequence(["c", "d"], 2, self.chance.randint(0, 2))
        return self._process("init", body, "chan c, d; ")

    def _started(self) -> list[str]:
        count = self.chance.choice([1, 2, 2, 2, 3])
        run = f"run W(){self._priority()}"
        body = [
            self.chance.choice(
                [
                    f"do :: x < {count} -> {run}; x++ :: else -> break od;",
                    f"again: if :: x < {count} -> {run}; x = x + 1; goto again :: else fi;",
                    f"{run}; {run};",
                    f"do :: {run} :: break od;",
                ]
            )
        ]
        body += ["hand?c;", self.chance.choice(["hand?d;", "hand?d;", "d = c;", "d = last;"])]
        body += ["run V();"] if self.two_owners else []
        return [*body, "c!1;" if self.chance.random() < 0.5 else "", "d!1;" if self.chance.random() < 0.5 else ""]

    def _started_late(self) -> list[str]:
        """The second owner gets the number of the channel whose owner has ended."""
        taking = self.chance.choice(["hand?c;", "hand?c; d = c;", "hand?c; hand?d;"])
        ended = self.chance.choice(["_nr_pr == 1;", "_nr_pr == 1;", ""])
        return ["run W();", taking, ended, "run V();", self.chance.choice(["c!1;", "c!1;", "c?_;", "d!1;", ""])]

    def _looking(self, names: list[str]) -> str:
        guard = self._guard(names)
        burst = "; ".join(self.chance.choice(["r!1", "r!1", "c!1", "d!1", "last!1"]) for _ in range(2))
        other = self.chance.choice(["", "", ":: else -> r!1", ":: else"])
        form = self.chance.choice([f"{guard}; {burst};", f"if :: {guard} -> {burst} {other} fi;"])
        return form if self.chance.random() < 0.7 else f"if :: {guard} :: else -> {burst} fi;"

    def _claim(self) -> list[str]:
        if self.chance.random() > 0.15:
            return []
        act = self.chance.choice(["kept == 1", "len(r) > 1", "kept = 1 - kept", "kept == 1 -> kept = 2"])
        return [f"never {{ do :: true :: {act} :: kept == 3 -> break od }}"]

    # -- statements --------------------------------------------------------------------------

    def _sequence(self, names: list[str], depth: int, length: int) -> list[str]:
        return [self._statement(names, depth) for _ in range(length)]

    def _statement(self, names: list[str], depth: int) -> str:
        kind = self.chance.random()
        if depth and kind < 0.25:
            options = [f":: {self._action(names)}" for _ in range(self.chance.randint(1, 2))]
            inner = self._statement(names, depth - 1)
            ending = self.chance.choice([":: break", ":: else -> break", f":: {self._guard(names)} -> break"])
            return f"do {' '.join(options)}; {inner} {ending} od;"
        if depth and kind < 0.5:
            inner = self._statement(names, depth - 1)
            otherwise = self.chance.choice([" :: else", f" :: else -> {self._plain(names)}", ""])
            return f"if :: {self._guard(names)} -> {inner}{otherwise} fi;"
        if kind < 0.56:
            word = self.chance.choice(["atomic", "d_step"])
            return f"{word} {{ {self._guard(names)} -> {self._number(names)} }};"
        return f"{self._action(names)};"

    def _action(self, names: list[str]) -> str:
        return self._guard(names) if self.chance.random() < 0.35 else self._plain(names)

    def _plain(self, names: list[str]) -> str:
        return self._number(names) if self.chance.random() < 0.3 else self._communication(names)

    def _channel(self, names: list[str]) -> str:
        return self.chance.choice([*names, *names, "last", "r"] + (["p.link"] if self.structures else []))

    def _guard(self, names: list[str]) -> str:
        """What looks at channels other than to use them, and at other things that are not known."""
        one, other = self._channel(names), self._channel(names)
        number = self.chance.randint(0, 5)
        choices = [
            f"{one} == {other}",
            f"{one} != {other}",
            f"{one} == {number}",
            f"{one} > {number}",
            f"{one} < {other}",
        ]
        choices += [f"seen[{one} % {self.size}]", f"!seen[{one} % {self.size}]", f"kept == {one}", f"x != {one}"]
        choices += [f"({one} == {other} || {one} != {number})", f"!({one} == {other})", f"{one} - {number} == 0"]
        choices += [
            "kept == _pid",
            "kept == _nr_pr",
            f"len({one}) < {other}",
            f"len(r) < {number}",
            "kept >= 0",
            f"kept < {number}",
        ]
        choices += [f"{one}?[1]", f"(kept -> {one} : {other}) == {number}"]
        if self.remote:
            choices += [f"W[{number % 3}]:x == {number}", f"W[{number % 3}]:own == {one}"] * 2
        return self.chance.choice(choices)

    def _number(self, names: list[str]) -> str:
        """Assignments, also of what a channel is worth."""
        one = self._channel(names)
        choices = [
            f"kept = {one}",
            f"x = {one}",
            f"seen[{one} % {self.size}] = 1",
            f"last = {one}",
            "x = kept",
            "kept++",
        ]
        choices += [f"seen[kept % {self.size}] = {one}", "kept = _pid", f"kept = (x -> {one} : 1)"]
        assignable = [name for name in names if name not in ("own", "given")]
        choices += [f"{name} = {self._channel(names)}" for name in assignable]
        if self.structures:
            choices += [f"p.link = {one}", f"p.weight = {one}", "kept = p.weight"]
        if self.priorities:
            choices += [f"set_priority(_pid, {self.chance.randint(1, 3)})"]
        return self.chance.choice(choices)

    def _communication(self, names: list[str]) -> str:
        one = self._channel(names)
        target = self.chance.choice(["last", *(name for name in names if name not in ("own", "given"))])
        choices = ["r!1", "r!1", "r?_", f"{one}!1", f"{one}!{self._channel(names)}", f"{one}?_", f"{one}?x"]
        choices += [f"hand!{one}", f"hand?{target}", f"hand?eval({one})", f"hand?{self.chance.randint(1, 5)}"]
        if self.structures:
            choices += ["box!p", "box?p", f"box!1, {one}", f"box?x, {target}", f"box?1, eval({one})"]
        return self.chance.choice(choices)
