"""Models of a few lines, or generated ones, that make one stage of `penstock bound` slow."""

from __future__ import annotations


def many_message_types(fields: int = 8, values: int = 7) -> str:
    """Each field is compared with constants: there are 8 to the 8th kinds of messages."""
    patterns = [
        "q?" + ",".join(["_"] * place + [str(value)] + ["_"] * (fields - 1 - place))
        for place in range(fields)
        for value in range(1, values + 1)
    ]
    names = [f"b{number}" for number in range(fields)]
    return (
        f"chan q = [4] of {{ {', '.join(['byte'] * fields)} }};\n"
        f"active proctype A() {{ byte {', '.join(names)}; do {' '.join(f':: {name}++' for name in names)} "
        f":: q!{','.join(names)} od }}\n"
        "active proctype B() { do\n" + "\n".join(f":: {pattern}" for pattern in patterns) + "\nod }\n"
    )


def long_expressions() -> str:
    """Sums with hundreds of terms, each of which may be many values."""
    terms, tests = "+".join(["a*b"] * 400), "||".join(["a*b==c"] * 300)
    return (
        "chan q[90] = [2] of { byte };\n"
        "active proctype A() { byte a, b, c; do :: a = (a+1)%90 :: b = (b+1)%90\n"
        f":: c = ({terms})%90 :: ({tests}) -> q[c]!1 od }}\n"
    )


def owners_of_channels(kinds: int = 12) -> str:
    """Processes that hand their channels to processes that they start."""
    types = []
    for k in range(kinds):
        starts = [f"P{(k + 1) % kinds}(mine, x)", f"P{(k * 3 + 1) % kinds}(up, y)", f"P{(k * 5 + 2) % kinds}(x, y)"]
        options = ["up!mine", "mine?x; y = x; x!y", *(f"run {start}" for start in starts)]
        body = "chan mine = [2] of { chan }; chan x, y; do " + " ".join(f":: {option}" for option in options) + " od"
        types.append(f"proctype P{k}(chan up; chan down) {{ {body} }}")
    return "\n".join(types) + "\ninit { chan c = [3] of { chan }; run P0(c, c) }\n"


LARGE_ARRAYS = """
typedef T { byte a[100] }
typedef U { T t[100] }
U u[200];
chan q = [2] of { byte };
active proctype A() { int i; do :: q!u[i].t[3].a[2]; i++ od }
"""

ARRAYS_OF_INDICES = """
chan q[200] = [2] of { byte };
byte a[3000];
active proctype A() { int i; do :: q[a[i]]!1; i++ :: a[i] = a[i+1]+1 od }
active proctype B() { int i; do :: q[a[i]]?_; i++ :: a[i] = a[i+1]*2 od }
"""

LONG_D_STEPS = """
chan q = [2] of { byte };
active [200] proctype A() { int i; byte x; do
  :: d_step { i = 0; do :: i < 90000 -> i++ :: else -> break od; x++ }; q!x :: q?x :: x != 7 -> q?_; q!3; q!4 od }
"""

LONG_ATOMICS = """
chan q = [2] of { byte };
active [3] proctype A() { int i, j; byte x; do
  :: atomic { i = 0; do :: i < 100000000 -> i++ :: i < 100000000 -> i = i+2; j++ :: else -> break od }; q!x
  :: q?x :: x == 9 -> q!2; q!2 od }
"""


def long_text(statements: int = 30_000) -> str:
    steps = "\n".join(f"x = x+{number % 7}; q!x; q?x;" for number in range(statements))
    return "chan q = [2] of { byte };\nactive proctype A() { byte x;\n" + steps + "\n}\n"


def doubling_macros(depth: int = 15) -> str:
    macros = [f"#define m{number} m{number - 1}; m{number - 1}" for number in range(1, depth)]
    return (
        "chan q = [2] of { byte };\n#define m0 q!1; q?_\n"
        + "\n".join(macros)
        + f"\nactive proctype A() {{ do :: m{depth - 1} :: q!1 od }}\n"
    )


def large_program(processes: int = 120, choices: int = 60) -> str:
    """Many channels, many columns: every process passes on what it gets, by many ways."""
    channels = [f"chan q{number} = [2] of {{ byte }};" for number in range(processes)]
    types = []
    for p in range(processes):
        ways = [
            f":: q{(p * 3 + c * 5) % processes}?x; q{(p + c) % processes}!x; q{(p * c + 1) % processes}!{c % 7}"
            if c % 2
            else f":: q{(p + c) % processes}?{c % 7}; q{(p * 7 + c) % processes}?x; q{(c * 3) % processes}!x"
            for c in range(choices)
        ]
        types.append(f"active proctype P{p}() {{ byte x; do\n" + "\n".join(ways) + "\nod }")
    return "\n".join([*channels, *types]) + "\n"


def many_cycles(choices: int = 15) -> str:
    ways = "\n".join(["if :: q!1 :: r!1 :: q?_ :: r?_ fi;"] * choices)
    channels = "chan q = [2] of { byte };\nchan r = [3] of { byte };\n"
    return f"{channels}active proctype A() {{ do ::\n{ways}\n:: q?_ od }}\n"


def long_paths(channels: int = 200) -> str:
    """For the published method: paths with large effects, all of which it looks at."""
    declared = "\n".join(f"chan q{number} = [2] of {{ byte }};" for number in range(channels))
    ways = "\n".join(f"if :: q{n}!1 :: q{(n * 7) % channels}?_ fi;" for n in range(channels))
    return f"{declared}\nactive proctype A() {{ do :: q0!1 :: q0?_ od }}\nactive proctype B() {{ {ways} }}\n"


LARGE_STATES = """
chan q = [2] of { byte };
byte b[20000];
active [9] proctype A() { int i; do :: b[i%20000]++; i++ :: q!b[i%20000]; q?b[0] od }
"""
