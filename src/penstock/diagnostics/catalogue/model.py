"""E6xx: the model as a whole."""

from __future__ import annotations

from penstock.diagnostics.catalogue.entry import Entry

ENTRIES = [
    Entry(
        code="E601",
        title="no process is ever started",
        explanation="""
            A model needs a process that runs from the beginning: `init`, or a process type that is declared
            `active`. A plain `proctype` is only a template until it is run. Add `init { run ... }`, or write
            `active` before `proctype`.
        """,
        example="""\
byte x;

proctype Worker() {
    x = 1
}
""",
        fixed="""\
byte x;

active proctype Worker() {
    x = 1
}
""",
    ),
    Entry(
        code="E602",
        title="something that may appear only once appears twice",
        explanation="""
            A model has at most one `trace` or `notrace`, and each claim and formula needs its own name. SPIN
            would not know which of two was meant. Merge them into one, or give the second claim another name.
        """,
        example="""\
byte x;

init {
    x = 1
}

never limit {
    do
    :: x < 2
    od
}

never limit {
    do
    :: x < 3
    od
}
""",
        fixed="""\
byte x;

init {
    x = 1
}

never below_two {
    do
    :: x < 2
    od
}

never below_three {
    do
    :: x < 3
    od
}
""",
    ),
    Entry(
        code="E603",
        title="a formula that SPIN does not accept",
        explanation="""
            Two things are fine in theory but refused by SPIN. The operator `next` (or `X`) is not built in, because
            partial order reduction does not preserve properties that count steps. And `x < -1` is read as the start
            of `x <-> 1`; write `-1 > x` instead, which means the same and is accepted.
        """,
        example="""\
byte x;

ltl soon { [] (x == 0 -> X (x == 1)) }

init {
    x = 1
}
""",
        fixed="""\
byte x;

ltl soon { [] (x == 0 -> <> (x == 1)) }

init {
    x = 1
}
""",
    ),
]
