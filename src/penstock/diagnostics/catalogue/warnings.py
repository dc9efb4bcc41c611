"""W7xx: the model can be read, but may not mean what its author thinks."""

from __future__ import annotations

from penstock.diagnostics.catalogue.entry import Entry

ENTRIES = [
    Entry(
        code="W701",
        title="a number is too large for an `int`",
        explanation="""
            The largest type of Promela, `int`, has 32 bits and ends at 2147483647. SPIN accepts a larger number
            silently and keeps the bits that fit, which make a different number. Use a smaller one: a model rarely
            needs the real size of things.
        """,
        example="""\
int budget = 3000000000;

init {
    budget--
}
""",
        fixed="""\
int budget = 2000000000;

init {
    budget--
}
""",
    ),
    Entry(
        code="W702",
        title="`else` beside a channel operation",
        explanation="""
            Such an `else` is taken if no message can be received, or sent, at this very moment, so what happens
            depends on which process is faster. SPIN calls it dubious, and refuses it in a model with `xr` or `xs`,
            where it would upset the partial order reduction. With a rendezvous channel it is rarely what you want.
            Test the channel explicitly: `nempty(q) -> q?x` beside `empty(q) -> ...`.
        """,
        example="""\
chan q = [1] of { byte };

active proctype Reader() {
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
        code="W703",
        title="an index is outside its array",
        explanation="""
            The elements of `byte a[3]` are `a[0]`, `a[1]` and `a[2]`. SPIN notices any other index only while the
            model runs, and then reports an error. Change the index, or make the array larger.
        """,
        example="""\
byte a[3];

init {
    a[3] = 1
}
""",
        fixed="""\
byte a[3];

init {
    a[2] = 1
}
""",
    ),
    Entry(
        code="W704",
        title="the size of an array is a variable",
        explanation="""
            SPIN lays out the memory of a state when it reads the model, so it uses the initial value of the variable
            as the size, or 8 if it has none. What the variable holds later makes no difference, although the text
            suggests that it does. Use a number or a macro.
        """,
        example="""\
byte clients = 3;
byte seats[clients];

init {
    seats[0] = clients
}
""",
        fixed="""\
#define CLIENTS 3

byte seats[CLIENTS];

init {
    seats[0] = CLIENTS
}
""",
    ),
    Entry(
        code="W705",
        title="more initial values than elements",
        explanation="""
            The list in braces has more values than the array has elements. SPIN takes as many as it needs and
            ignores the rest. Make the array larger or the list shorter.
        """,
        example="""\
byte a[2] = { 1, 2, 3 };

init {
    a[0] = a[1]
}
""",
        fixed="""\
byte a[3] = { 1, 2, 3 };

init {
    a[0] = a[1]
}
""",
    ),
    Entry(
        code="W706",
        title="a statement is never reached",
        explanation="""
            No path through the process leads to this statement: it comes after a `goto`, or after a loop that no
            option leaves. SPIN's verifier would list it as unreached after a run; here it is found without one. Perhaps
            a `break` or a label is missing. Otherwise remove the statement.
        """,
        example="""\
byte x;

init {
    do
    :: x < 3 -> x++
    :: else -> x = 0
    od;
    x = 7
}
""",
        fixed="""\
byte x;

init {
    do
    :: x < 3 -> x++
    :: else -> break
    od;
    x = 7
}
""",
    ),
    Entry(
        code="W707",
        title="nothing is ever received from a channel",
        explanation="""
            Messages are sent to this channel, but no process receives or reads any. As soon as the channel is full,
            its senders wait forever; with a rendezvous channel they wait at the first message. Perhaps a
            receive is missing, or it names another channel.
        """,
        example="""\
chan q = [1] of { byte };

init {
    q!1
}
""",
        fixed="""\
chan q = [1] of { byte };

init {
    q!1;
    q?_
}
""",
    ),
    Entry(
        code="W708",
        title="nothing is ever sent to a channel",
        explanation="""
            Some process receives from this channel, but none sends to it, so the receive waits forever. Perhaps a
            send is missing, or it names another channel.
        """,
        example="""\
chan q = [1] of { byte };

init {
    q?_
}
""",
        fixed="""\
chan q = [1] of { byte };

init {
    q!1;
    q?_
}
""",
    ),
    Entry(
        code="W709",
        title="a variable is never used",
        explanation="""
            The variable is declared and then appears nowhere else. It costs memory in every state that the verifier
            keeps, and may be the sign of a misspelt name. Remove it, or use it.
        """,
        example="""\
byte used, unused;

init {
    used = 1
}
""",
        fixed="""\
byte used;

init {
    used = 1
}
""",
    ),
    Entry(
        code="W710",
        title="channels and numbers, or two sets of message types, are mixed",
        explanation="""
            A channel is given where a number is declared, a number where a channel is, or a message type name of one
            set where another set is expected. SPIN stores all of them in bytes, prints at most a warning, and goes on,
            but the receiver will misread what it gets. Change the declaration or the value.
        """,
        example="""\
chan reply = [1] of { byte };
chan request = [1] of { byte };

active proctype Client() {
    request!reply;
    reply?_
}

active proctype Server() {
    chan back;
    request?back;
    back!1
}
""",
        fixed="""\
chan reply = [1] of { byte };
chan request = [1] of { chan };

active proctype Client() {
    request!reply;
    reply?_
}

active proctype Server() {
    chan back;
    request?back;
    back!1
}
""",
    ),
    Entry(
        code="W712",
        title="a never claim changes a variable",
        explanation="""
            A never claim is there to watch the model. If it assigns to a variable, the model that is verified is
            not the model that was written, and SPIN's reductions may no longer be sound. Let a process do the
            assignment, or express what should be watched by conditions.
        """,
        example="""\
byte x;
bool seen;

active proctype Worker() {
    x = 1
}

never {
    do
    :: x == 1 -> seen = true; break
    :: else
    od
}
""",
        fixed="""\
byte x;

active proctype Worker() {
    x = 1
}

never {
    do
    :: x == 1 -> break
    :: else
    od
}
""",
    ),
    Entry(
        code="W713",
        title="a second init",
        explanation="""
            SPIN accepts several `init` processes and runs all of them. That is rarely intended: often two files were
            joined. Merge them, or make the second one an `active proctype`.
        """,
        example="""\
byte x;

init {
    x = 1
}

init {
    x = 2
}
""",
        fixed="""\
byte x;

init {
    x = 1
}

active proctype Second() {
    x = 2
}
""",
    ),
    Entry(
        code="W714",
        title="an initial value for a structure",
        explanation="""
            A variable of a user-defined type has fields, so one number is not a value for it. SPIN's verifier
            ignores such an initial value, and its simulator stops. Assign the fields in the first statements instead.
        """,
        example="""\
typedef Point { byte x; byte y }
Point origin = 1;

init {
    origin.x = 1
}
""",
        fixed="""\
typedef Point { byte x; byte y }
Point origin;

init {
    origin.x = 1
}
""",
    ),
    Entry(
        code="W715",
        title="an unless inside a d_step",
        explanation="""
            A `d_step` is one step that nothing interrupts, so there is no moment at which an escape could be taken.
            SPIN ignores the escape (and refuses it at the very beginning of a d_step). Use `atomic`, or test the
            condition in an `if`.
        """,
        example="""\
byte x;

init {
    d_step {
        x = 1;
        {
            x = 2
        } unless {
            x == 1
        }
    }
}
""",
        fixed="""\
byte x;

init {
    atomic {
        x = 1;
        {
            x = 2
        } unless {
            x == 1
        }
    }
}
""",
    ),
    Entry(
        code="W716",
        title="a temporal operator binds too tightly",
        explanation="""
            The operators `[]` and `<>` bind more tightly than any comparison, so `[] x == 0` means `([] x) == 0`.
            SPIN accepts that and turns the formula into a number, which is never what was meant. Put the comparison
            in parentheses.
        """,
        example="""\
byte x;

ltl calm { [] x == 0 }

init {
    x = 0
}
""",
        fixed="""\
byte x;

ltl calm { [] (x == 0) }

init {
    x = 0
}
""",
    ),
    Entry(
        code="W730",
        title="more becomes unknown than you may expect",
        explanation="""
            When an open model is closed, some statements make many values unknown at once: an array whose index comes
            from outside may have changed anywhere, and a loop whose bound comes from outside may start any number of
            processes. The closed model is still correct, but it can do much more than the original. Use constants
            where that matters, such as a selection over the values instead of an index.
        """,
        example="""\
mtype = { a };
chan q = [1] of { mtype, byte };
env q ? a;
byte row[3];

init {
    byte x;
    q ? a(x);
    row[x] = 1
}
""",
        fixed="""\
mtype = { a };
chan q = [1] of { mtype, byte };
env q ? a;
byte row[3];

init {
    byte x;
    q ? a(x);
    if
    :: x == 0 -> row[0] = 1
    :: else -> row[1] = 1
    fi
}
""",
        runnable=False,
    ),
]
