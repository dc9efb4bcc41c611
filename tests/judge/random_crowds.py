"""Random systems that start processes again and again: these wait, send, start others, hand over channels of their own.

Some statements depend on how many processes there are, on their numbers, or on which channel it is: a round with these
is not the same for others.
"""

from __future__ import annotations

from random import Random

STEPS = (
    *("q0!1",) * 4,
    *("q1!{n}", "q1!1") * 2,
    *("hand!own", "hand!own", "hand!given", "hand!last"),
    "q0?_",
    "q1?1",
    "hand?given",
    "hand?eval(own)",
    "hand?[eval(last)]",
    "own!1; own?_",
    "own!1",
    "given!1",
    "last = own",
    "given = last",
    "last == own -> q0!1",
    "last != given",
    "given == 3 -> q0!1",
    "x = own; x < 9; x = 0",
    "q1!_pid",
    "_pid < 6",
    "x = _pid; x % 3 != 2; x = 0",
    "_nr_pr < 8",
    "kept = (kept + 1) % 4",
    "kept < 3 -> kept++",
    "kept == 0",
    "meet!1",
    "meet?_",
    "len(q0) > 1",
    "nempty(q0)",
    "q1?[1]",
    "timeout",
    "if :: meet!1 -> q1?_ :: else -> q0!1 fi",
    "if :: hand?given :: else -> skip fi",
    "(false)",
)
STARTS = ("run A(own)", "run B(last)", "run A(given)", "x = run B(own); x < 7; x = 0")
HEAD = """chan q0 = [2] of { byte }; chan q1 = [2] of { byte };
chan hand = [2] of { chan }; chan meet = [0] of { byte }; chan last; byte kept;
"""


def random_crowds(seed: int) -> str:
    """The system that belongs to a seed."""
    chance = Random(seed)
    lines = [HEAD]
    for name in "AB":
        lines.append(f"proctype {name}(chan given) {{ chan own = [1] of {{ byte }}; byte x;")
        lines += [f"  {step};" for step in _steps(chance, chance.randint(1, 3))]
        lines += [f"  {chance.choice(STARTS)};"] * (chance.random() < 0.4)
        lines.append("}")
    if chance.random() < 0.4:
        lines.append(_loop("active proctype Server()", chance, chance.choice(["q0?_", "hand?given", "q1?x", "true"])))
    lines.append(_loop("init", chance, chance.choice(STARTS)))
    return "\n".join(lines) + "\n"


def _loop(head: str, chance: Random, first: str) -> str:
    """A process that does something again and again; another option of its loop may end it."""
    again = "; ".join([first, *_steps(chance, chance.randint(0, 1))])
    other = chance.choice(["", "", "  :: break\n", f"  :: {_steps(chance, 1)[0]}\n"])
    own = "chan given; chan own = [1] of { byte }; byte x;"
    return f"{head} {{ {own}\n  do\n  :: {again}\n{other}  od\n}}"


def _steps(chance: Random, count: int) -> list[str]:
    return [chance.choice(STEPS).format(n=chance.randint(0, 1)) for _ in range(count)]
