"""Random systems whose processes go from loop to loop: what one loop adds, a later one may turn into something else.

Loops of different phases cannot alternate, which weights do not see.
"""

from __future__ import annotations

from random import Random


def random_phases(seed: int) -> str:
    """The system that belongs to a seed."""
    chance = Random(seed)
    channels = [f"q{number}" for number in range(chance.randint(1, 3))]
    lines = [f"chan {name} = [2] of {{ byte }};" for name in channels]
    lines += ["bool gate;"]
    for number in range(chance.choice([1, 1, 2])):
        lines += [f"active proctype P{number}() {{", "  byte v;"]
        lines += [f"  {_send(chance, channels)};" for _ in range(chance.randint(0, 2))]
        for _ in range(chance.randint(2, 3)):
            lines += _loop(chance, channels)
        lines += ["}"]
    return "\n".join(lines) + "\n"


def _loop(chance: Random, channels: list[str]) -> list[str]:
    """A loop that mostly takes before it gives, and may be left."""
    lines = ["  do"]
    for _ in range(chance.choice([1, 1, 2])):
        steps = [f"{chance.choice(channels)}?v"] if chance.random() < 0.85 else ["gate = 1 - gate"]
        steps += [_send(chance, channels) for _ in range(chance.choice([0, 1, 1, 2]))]
        if chance.random() < 0.15:
            steps.insert(0, chance.choice(["gate", "!gate"]))
        lines.append(f"  :: {'; '.join(steps)}")
    return [*lines, *(["  :: break"] if chance.random() < 0.85 else []), "  od;"]


def _send(chance: Random, channels: list[str]) -> str:
    return f"{chance.choice(channels)}!{chance.randint(0, 1)}"
