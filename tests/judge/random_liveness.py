"""Small random models with formulas about what happens in the end, for judges of runs that repeat themselves."""

from __future__ import annotations

from random import Random

NAMES = ("a", "b", "c")
LARGEST = 2
_FORMULAS = (
    "<> {p}",
    "[] <> {p}",
    "<> [] {p}",
    "[] ({p} -> <> {q})",
    "{p} U {q}",
    "([] <> {p}) -> ([] <> {q})",
    "[] <> {p} || <> [] {q}",
)


def random_liveness(seed: int, atomic: bool = True) -> str:
    """The model that belongs to a seed, with a formula called `wanted`."""
    return _Model(Random(seed), atomic).text()


class _Model:
    def __init__(self, chance: Random, atomic: bool) -> None:
        self.chance = chance
        self.atomic = atomic
        self.capacity = chance.choice([0, 1, 1])
        self.sends = chance.random() < 0.5

    def text(self) -> str:
        lines = [f"byte {', '.join(NAMES)};", f"chan line = [{self.capacity}] of {{ byte }};"]
        for number in range(self.chance.randint(2, 3)):
            copies = "[2] " if self.chance.random() < 0.2 else ""
            lines += [f"active {copies}proctype P{number}() {{", *self._body(number), "}"]
        lines.append(f"ltl wanted {{ {self._formula()} }}")
        return "\n".join(lines) + "\n"

    def _body(self, number: int) -> list[str]:
        if self.chance.random() < 0.2:
            return [f"  {self._statement(number)}" for _ in range(self.chance.randint(1, 2))]
        options = [f"  :: {self._option(number)}" for _ in range(self.chance.randint(1, 2))]
        return ["  do", *options, "  od"]

    def _option(self, number: int) -> str:
        statements = "; ".join(self._statement(number).rstrip(";") for _ in range(self.chance.randint(1, 2)))
        guarded = f"{self._condition()} -> {statements}" if self.chance.random() < 0.6 else statements
        return f"atomic {{ {guarded} }}" if self.atomic and self.chance.random() < 0.25 else guarded

    def _statement(self, number: int) -> str:
        if self.sends and self.chance.random() < 0.3:
            return f"line!{self.chance.randint(0, 1)};" if number % 2 else f"line?{self.chance.choice(NAMES)};"
        name = self.chance.choice(NAMES)
        value = self.chance.choice([str(self.chance.randint(0, LARGEST)), f"({name} + 1) % {LARGEST + 1}"])
        return f"{name} = {value};"

    def _condition(self) -> str:
        return (
            f"({self.chance.choice(NAMES)} {self.chance.choice(['==', '!=', '<'])} {self.chance.randint(0, LARGEST)})"
        )

    def _formula(self) -> str:
        p, q = (f"({self.chance.choice(NAMES)} == {self.chance.randint(0, LARGEST)})" for _ in range(2))
        return self.chance.choice(_FORMULAS).format(p=p, q=q)
