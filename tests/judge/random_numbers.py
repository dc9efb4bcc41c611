"""Random systems whose processes use their own numbers: as indices of channels, in messages, in conditions."""

from __future__ import annotations

from random import Random

STEPS = (
    *("box[_pid]?x", "box[_pid % 4]?x", "box[_pid - {n}]?x") * 2,
    *("box[(_pid + 1) % 4]!{n}", "box[(_pid + {n}) % 4]!_pid", "box[3 - _pid]!1") * 2,
    "box[me]?eval(_pid)",
    "box[me]!me",
    "box[x % 4]!_pid",
    "box[{n}]??eval(_pid)",
    "(_pid > {n})",
    "_pid != {n} -> box[{n}]!_pid",
    "me = (me + _pid) % 4",
    "kept = _pid",
    "kept == _pid",
    "x = (_pid == {n} -> 1 : 2)",
    "done[_pid] = true",
    "done[(_pid + 1) % 4]",
)


def random_numbers(seed: int) -> str:
    """The system that belongs to a seed."""
    chance = Random(seed)
    lines = ["chan box[4] = [2] of { byte }; byte kept; bool done[6];"]
    if chance.random() < 0.2:
        lines.append("never { do :: true od }")
    for name in "PQ"[: chance.randint(1, 2)]:
        lines.append(
            f"active [{chance.randint(1, 3)}] proctype {name}() {{ byte me{chance.choice(['', ' = _pid'])}, x;"
        )
        lines += [f"  {step};" for step in _steps(chance, chance.randint(0, 2))]
        if chance.random() < 0.7:
            options = ["; ".join(_steps(chance, chance.randint(1, 3))) for _ in range(chance.randint(1, 2))]
            lines += ["  do", *(f"  :: {option}" for option in options), "  :: break" * (chance.random() < 0.3), "  od"]
        lines.append("}")
    if chance.random() < 0.4:
        again = "do :: run P() :: break od" if chance.random() < 0.3 else "run P()"
        lines.insert(chance.choice([1, len(lines)]), f"init {{ {again} }}")
    return "\n".join(lines) + "\n"


def _steps(chance: Random, count: int) -> list[str]:
    return [chance.choice(STEPS).format(n=chance.randint(0, 2)) for _ in range(count)]
