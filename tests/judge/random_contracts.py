"""Random open models with contracts, and the same models with an environment that keeps them, written out by hand.

The models are those of `random_open`; what their environment may do is limited by values, relations, variables that it
writes, and a protocol.  The second text shares nothing with how models are closed.  All processes of the environment
have names that begin with `environment`.
"""

from __future__ import annotations

from itertools import product
from random import Random

from tests.judge.random_open import random_open

ANY = {"bit": [0, 1], "bool": [0, 1], "byte": [0, 1, 2, 3, 255], "short": [-1, 0, 1, 2, 300], "int": [-1, 0, 1, 2, 300]}
MOST_SENDS = 14
_Fields = list[tuple[str, list[int]]]


def random_contracts(seed: int) -> tuple[str, str]:
    """An open model with contracts, and the model with an environment."""
    return _Contracts(seed).texts()


class _Contracts:
    def __init__(self, seed: int) -> None:
        self.chance = Random(f"contracts {seed}")
        self.lines = random_open(seed).splitlines()
        self.timed = any(line.startswith("timer ") for line in self.lines)
        self.types = self._types()
        self.sends: list[str] = []
        """What the environment sends and writes, as statements of the second text."""
        self.protocol: list[str] = []

    def texts(self) -> tuple[str, str]:
        opened: list[str] = []
        closed: list[str] = []
        number = self._with_protocol()
        for line in self.lines:
            words = line.replace(";", "").split()
            if line.startswith("env ") and words[1] != "chan":
                opened.append(f"skip_line_{words[1]}" if words[1] == number else self._contract(words[1], line))
                closed.append("")
            elif line.startswith("env chan"):
                opened.append(line)
                closed.append(line.removeprefix("env ") + line[8:].replace(" out", " chan in_out", 1).strip())
                self._anything("out")
            elif line == "byte g;" and self.chance.random() < 0.5:
                mine, theirs = self._written()
                opened.append(mine)
                closed.append(theirs)
            else:
                opened.append(line)
                closed.append(line.replace("out?", "in_out?"))
        opened = ["" if line.startswith("skip_line_") else line for line in opened]
        return "\n".join([*opened, *self.protocol]) + "\n", "\n".join([*closed, *self._environment()]) + "\n"

    def _types(self) -> dict[str, list[str]]:
        """The fields of the messages of channels, structures unfolded."""
        pair = next((line for line in self.lines if line.startswith("typedef pair")), "")
        inner = [word for word in pair.replace(";", "").split() if word in ANY]
        found = {}
        for line in self.lines:
            if "chan " in line and " of {" in line:
                name = line.split("chan ")[1].split()[0].split("[")[0]
                fields = [one.strip() for one in line.split("{")[1].split("}")[0].split(",")]
                found[name] = [kind for one in fields for kind in (inner if one == "pair" else [one])]
        return found

    def _names(self, channel: str) -> list[str]:
        return ["lane[0]", "lane[1]"] if channel == "lane" else [channel]

    # -- messages ------------------------------------------------------------------------------

    def _contract(self, channel: str, line: str) -> str:
        signals = [one.strip() for one in line.split("?")[1].replace(";", "").split(",")]
        said = [self._message(channel, signal) for signal in signals]
        if self.chance.random() < 0.2:
            said.append(self._message(channel, self.chance.choice(signals)))
        return f"env {channel} ? {', '.join(said)};"

    def _message(self, channel: str, signal: str) -> str:
        fields: _Fields = [self._field(kind) for kind in self.types[channel][1:]]
        relation = ""
        if len(fields) == 2 and self.chance.random() < 0.5:
            operator = self.chance.choice(["<=", "==", "!=", "<"])
            compared = {"<=": int.__le__, "==": int.__eq__, "!=": int.__ne__, "<": int.__lt__}[operator]
            allowed = [values for values in product(*(values for _, values in fields)) if compared(*values)]
            if allowed and all(text != "_" for text, _ in fields):
                relation = f" where lo {operator} hi"
                fields = [
                    (f"{name} : {text}", values) for name, (text, values) in zip(("lo", "hi"), fields, strict=True)
                ]
                self._send(channel, signal, allowed)
        if not relation:
            self._send(channel, signal, list(product(*(values for _, values in fields))))
        said = ", ".join(text for text, _ in fields)
        return f"{signal}({said}){relation}" if fields else signal

    def _field(self, kind: str) -> tuple[str, list[int]]:
        """What is said about a field, and values that it may have then."""
        most = 1 if kind in ("bit", "bool") else 3
        low = self.chance.randint(0, most)
        high = self.chance.randint(low, most)
        other = self.chance.randint(0, most)
        choices = [
            ("_", ANY[kind]),
            (f"{low} .. {high}", [*range(low, high + 1)]),
            (f"{low} .. {high}", [*range(low, high + 1)]),
            (f"{low} | {other}", sorted({low, other})),
            (f"{low} .. {high} | {other}", sorted({*range(low, high + 1), other})),
            (str(low), [low]),
        ]
        if kind in ("short", "int"):
            choices.append(("-1 .. 1", [-1, 0, 1]))
        return self.chance.choice(choices)

    def _anything(self, channel: str) -> None:
        ways = product(*(ANY[kind] for kind in self.types[channel][1:]))
        self.sends += [f"in_{channel}!{signal}, {', '.join(map(str, one))}" for one in ways for signal in "abc"]

    def _send(self, channel: str, signal: str, messages: list[tuple[int, ...]]) -> None:
        for name in self._names(channel):
            self.sends += [f"{name}!{', '.join(map(str, (signal, *one)))}" for one in messages]

    # -- variables and protocols -----------------------------------------------------------------

    def _written(self) -> tuple[str, str]:
        """What is said about a variable that the environment writes, and what it is instead."""
        low = self.chance.randint(0, 2)
        high = self.chance.randint(low, 3)
        said, values = self.chance.choice(
            [("", ANY["byte"]), (f" in {low} .. {high}", [*range(low, high + 1)]), (f" in {low} | {high}", [low, high])]
        )
        self.sends += [f"g = {value}" for value in values]
        return f"env byte g{said};", f"byte g = {self.chance.choice(values)};"

    def _with_protocol(self) -> str:
        """Let a protocol say what arrives on a channel; the name of the channel."""
        opened = [line.split()[1] for line in self.lines if line.startswith("env q")]
        if not opened or self.chance.random() < 0.6:
            return ""
        channel = self.chance.choice(opened)
        values = [self._turn_or_number() for _ in self.types[channel][1:]]
        sends = [f"{channel}!{self.chance.choice('abc')}, {', '.join(values)}" for _ in range(3)]
        wait = [f"{channel}!b, {', '.join(values)};"] if self.chance.random() < 0.5 else ["turn = 1 - turn;"]
        self.protocol = [
            "env protocol environment_client {", "byte turn;", "do",
            f":: {sends[0]} ->", *wait,
            f":: turn == 0 -> {sends[1]};", "turn++;",
            f":: {sends[2]} -> break",
            *([":: else -> turn = 0;"] if self.chance.random() < 0.4 else []),
            "od", "}",
        ]  # fmt: skip
        return channel

    def _turn_or_number(self) -> str:
        return self.chance.choice(["turn", "0", "1", "2"])

    def _environment(self) -> list[str]:
        takes = f":: out?{', '.join('_' * len(self.types['out']))}"
        sends = self._some(list(dict.fromkeys(self.sends)))
        acting = self.protocol[1:]
        if not self.timed:
            found = ["active proctype environment() {", "do", *(f":: {one}" for one in sends), takes, "od", "}"]
            return found + (["active proctype environment_client() {", *acting] if acting else [])
        lazy = [f":: atomic {{ {self._when(one)} -> {one}; set(outside, 0) }}" for one in sends]
        found = ["active proctype environment() {", "timer outside;", "set(outside, 0);", "do", *lazy]
        found += [":: expire(outside) -> set(outside, 1)", "od", "}"]
        found += ["active proctype environment_takes() {", "do", takes, "od", "}"]
        return found + (_in_time(acting) if acting else [])

    def _some(self, sends: list[str]) -> list[str]:
        """An environment need not do all that it may."""
        return self.chance.sample(sends, min(len(sends), MOST_SENDS))

    def _when(self, step: str) -> str:
        """There is time, and room if there can be."""
        channel = step.split("!")[0] if "!" in step else ""
        declared = f"chan {channel.replace('[0]', '[2]').replace('[1]', '[2]')} = [0]"
        without = not channel or any(line.startswith(declared) for line in self.lines)
        return "expire(outside)" if without else f"expire(outside) && nfull({channel})"


def _in_time(body: list[str]) -> list[str]:
    """What a protocol does, after waiting before each step for as long as it likes."""
    found = ["active proctype environment_client() {", "timer later;"]
    for line in body:
        if line == "do":
            found += ["do", ":: set(later, 1); expire(later) -> skip"]
        elif line.startswith((":: ", "od", "}", "byte")):
            found.append(line)
        else:
            found += ["do", ":: set(later, 1); expire(later) -> skip", ":: break", "od;", line]
    return found
