"""E511 to E519: what may stand inside a block, a claim, a trace or a condition of its own."""

from __future__ import annotations

from penstock.diagnostics.catalogue.entry import Entry

ENTRIES = [
    Entry(
        code="E511",
        title="a label is inside a block, before its first statement",
        explanation="""
            The start of an `atomic`, of a `d_step`, of a plain block and of `unless` is the same place as the start
            of the statement around it. SPIN wants the label outside, because a jump to the inner label
            would seem to enter the block from the side. Put the label before the block.
        """,
        example="""\
byte x;

init {
    atomic {
again:
        x++;
        goto again
    }
}
""",
        fixed="""\
byte x;

init {
again:
    atomic {
        x++;
        goto again
    }
}
""",
    ),
    Entry(
        code="E512",
        title="a jump into or out of a `d_step`",
        explanation="""
            A `d_step` is a single step: SPIN turns it into C code that runs from start to end. So control cannot
            enter it in the middle, and cannot leave it by `goto` or `break`. Jumps within it are fine. Use `atomic`,
            or let the `d_step` record in a variable what should happen next.
        """,
        example="""\
byte x;

init {
    d_step {
        x++;
        if
        :: x > 3 -> goto finished
        :: else
        fi
    };
    x = 2;
finished:
    skip
}
""",
        fixed="""\
byte x;

init {
    atomic {
        x++;
        if
        :: x > 3 -> goto finished
        :: else
        fi
    };
    x = 2;
finished:
    skip
}
""",
    ),
    Entry(
        code="E513",
        title="a `d_step` contains something that cannot be part of one step",
        explanation="""
            The inside of a `d_step` runs on its own: it cannot be interrupted by `unless`, cannot start a
            process by `run`, and cannot ask where another process is. SPIN compiles it to C code
            that works on variables and channels only. Use `atomic`, which is slower to verify but has
            no such limits.
        """,
        example="""\
byte x;

proctype Worker() {
    x = 2
}

init {
    d_step {
        x = 1;
        run Worker()
    }
}
""",
        fixed="""\
byte x;

proctype Worker() {
    x = 2
}

init {
    atomic {
        x = 1;
        run Worker()
    }
}
""",
    ),
    Entry(
        code="E514",
        title="a never claim sends or receives",
        explanation="""
            A never claim watches the model: it makes a step along with each step of the model and must not change
            anything. A send or a receive would. To see whether a message is there, use a poll such as `q?[m]`, or
            `len(q)`.
        """,
        example="""\
chan q = [1] of { byte };

active proctype Sender() {
    q!1
}

never {
    q?1
}
""",
        fixed="""\
chan q = [1] of { byte };

active proctype Sender() {
    q!1
}

never {
    q?[1]
}
""",
    ),
    Entry(
        code="E515",
        title="a trace contains something that is not an event",
        explanation="""
            `trace` and `notrace` describe in which order messages are sent and received. Each step of them is such an
            event, and SPIN moves the trace along when the model makes one. Assignments, conditions, `printf` and
            `assert` are not events. Remove them; what must hold for variables belongs in an `assert` in a process or
            in an `ltl` formula.
        """,
        example="""\
chan q = [1] of { byte };
byte x;

active proctype Sender() {
    q!1;
    q?x
}

trace {
    q!1;
    x = 1;
    q?1
}
""",
        fixed="""\
chan q = [1] of { byte };
byte x;

active proctype Sender() {
    q!1;
    q?x
}

trace {
    q!1;
    q?1
}
""",
    ),
    Entry(
        code="E516",
        title="`np_` is used outside a never claim",
        explanation="""
            `np_` is true while no process is at a progress label. Whether this is so can change with each step of
            any process, and SPIN computes it only for the claim that watches them all. Use it in `never`. In a
            process, keep a variable that says what you need to know.
        """,
        example="""\
init {
    np_ -> printf("no progress\\n")
}
""",
        fixed="""\
init {
    printf("started\\n")
}

never {
    do
    :: true
    :: np_ -> break
    od;
accept:
    do
    :: np_
    od
}
""",
    ),
    Entry(
        code="E517",
        title="a `provided` condition uses something local",
        explanation="""
            The condition after `provided` is checked before each step of a process, from outside the process. Its
            parameters and local variables cannot be seen there; neither can other processes, and `run` makes no
            sense. Use global variables, `_pid` and `_priority`.
        """,
        example="""\
byte x;

proctype Worker(byte turn) provided (turn == 1) {
    x = 1
}

init {
    run Worker(1)
}
""",
        fixed="""\
byte x;
byte turn = 1;

proctype Worker() provided (turn == 1) {
    x = 1
}

init {
    run Worker()
}
""",
    ),
    Entry(
        code="E519",
        title="`else` beside a channel operation in a model with `xr` or `xs`",
        explanation="""
            `xr` and `xs` promise that only one process receives from, or sends to, a channel, so that SPIN can
            leave out orders of steps that make no difference. An `else` beside a send, a receive or a channel test
            asks whether the operation is blocked at this moment, and the answer depends on the very steps that were
            left out. Remove the claims, or test the channel explicitly, as in `empty(q) -> ...`.
        """,
        example="""\
chan q = [1] of { byte };

active proctype Reader() {
    xr q;
    do
    :: q?_
    :: else -> break
    od
}

active proctype Writer() {
    q!1
}
""",
        fixed="""\
chan q = [1] of { byte };

active proctype Reader() {
    xr q;
    do
    :: q?_
    :: empty(q) -> break
    od
}

active proctype Writer() {
    q!1
}
""",
    ),
    Entry(
        code="E520",
        title="a never claim has variables of its own",
        explanation="""
            A never claim only watches: it follows each step of the model and has no state except its place. SPIN does
            not give it local variables. Use global ones, which only the claim should touch.
        """,
        example="""\
byte x;

init {
    x = 1
}

never {
    bool seen;
    do
    :: seen || x == 1
    od
}
""",
        fixed="""\
byte x;

init {
    x = 1
}

never {
    do
    :: x == 1
    od
}
""",
    ),
    Entry(
        code="E521",
        title="enabled() beside rendezvous channels",
        explanation="""
            `enabled(p)` asks whether process p could make a step. With a rendezvous channel that would depend on
            whether a partner is ready at the same moment, which SPIN does not check. Give the channel a capacity, or
            test a variable that the process sets.
        """,
        example="""\
chan meet = [0] of { byte };

active proctype Giver() {
    meet!1
}

active proctype Taker() {
    byte x;
    enabled(0);
    meet?x
}
""",
        fixed="""\
chan meet = [1] of { byte };

active proctype Giver() {
    meet!1
}

active proctype Taker() {
    byte x;
    enabled(0);
    meet?x
}
""",
    ),
    Entry(
        code="E523",
        title="a c_expr changes something",
        explanation="""
            A `c_expr` is a condition: SPIN evaluates it as often as it likes, even for steps that are never taken. It
            must not assign, increment, decrement or call a function. Put code that changes something into `c_code`.
        """,
        example="""\
c_decl { int n; }

init {
    c_expr { n++ > 3 }
}
""",
        fixed="""\
c_decl { int n; }

init {
    c_expr { n > 3 }
}
""",
    ),
]
