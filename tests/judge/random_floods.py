"""Random systems whose loops look at channels before they fill them, by processes of different priorities.

Some tests stay as they are while a channel grows, others end the loop after a while.
"""

from __future__ import annotations

from random import Random

TESTS = (
    "len({q}) > {n}",
    "len({q}) >= {n}",
    "{n} < len({q})",
    "len({q}) != {n}",
    "len({q}) < {m}",
    "len({q}) > {n} && len({q}) < {m}",
    "nempty({q})",
    "empty({q})",
    "{q}?[{v}]",
    "!({q}?[{v}])",
    "{q}??[{v}]",
    "{q}?<{v}>",
    "timeout",
    "true",
)


def random_floods(seed: int) -> str:
    """The system that belongs to a seed."""
    chance = Random(seed)
    channels = [f"q{number}" for number in range(chance.randint(1, 2))]
    ranked = chance.random() < 0.3
    sign = "!!" if chance.random() < 0.1 else "!"
    lines = [f"chan {name} = [3] of {{ byte }};" for name in channels]
    for number in range(chance.choice([1, 1, 2, 2, 3])):
        priority = f" priority {chance.randint(1, 3)}" if ranked else ""
        lines.append(f"active proctype P{number}(){priority} {{ byte x;")
        lines += [f"  {_send(chance, channels, sign)};" for _ in range(chance.randint(0, 2))]
        lines.append("  do")
        for _ in range(chance.randint(1, 2)):
            steps = [_action(chance, channels, sign) for _ in range(chance.randint(1, 3))]
            lines.append(f"  :: {_test(chance, channels)} -> {'; '.join(steps)}")
        lines += ["  :: else -> break"] * (chance.random() < 0.2 and "timeout" not in lines[-1] + lines[-2])
        lines.append("  od }")
    return "\n".join(lines) + "\n"


def _test(chance: Random, channels: list[str]) -> str:
    few = chance.randint(0, 2)
    return chance.choice(TESTS).format(q=chance.choice(channels), n=few, m=few + 2, v=chance.randint(0, 1))


def _action(chance: Random, channels: list[str], sign: str) -> str:
    kind = chance.random()
    if kind < 0.6:
        return _send(chance, channels, sign)
    if kind < 0.9:
        return f"{chance.choice(channels)}?{chance.choice(['x', 'x', '0', '1'])}"
    return _test(chance, channels)


def _send(chance: Random, channels: list[str], sign: str) -> str:
    return f"{chance.choice(channels)}{sign}{chance.randint(0, 1)}"
