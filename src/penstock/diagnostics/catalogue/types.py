"""E401 to E415: variables, their types and their first values."""

from __future__ import annotations

from penstock.diagnostics.catalogue.entry import Entry

ENTRIES = [
    Entry(
        code="E401",
        title="an array is used without an index",
        explanation="""
            An array is a row of variables, and a statement works on one of them, so its index must be given. SPIN
            has no assignment or comparison of whole arrays. Write `name[index]`; to do something with every
            element, use `for (i in name)`.
        """,
        example="""\
byte seats[4];

init {
    seats = 1
}
""",
        fixed="""\
byte seats[4];

init {
    seats[0] = 1
}
""",
    ),
    Entry(
        code="E402",
        title="something that is not an array has an index",
        explanation="""
            Only a variable that was declared with a size, as in `byte name[4]`, has elements to choose from. SPIN
            reads a plain variable as an array of one element, so only the index 0 could be meant. Drop the
            index, or give the declaration a size.
        """,
        example="""\
byte seats;

init {
    seats[2] = 1
}
""",
        fixed="""\
byte seats[4];

init {
    seats[2] = 1
}
""",
    ),
    Entry(
        code="E403",
        title="an inline is called with the wrong number of arguments",
        explanation="""
            An inline is replaced by its text, with each parameter replaced by the argument in the same position. There
            must be as many arguments as parameters, or part of the text would have no meaning. Compare the call
            with the line that begins with `inline`.
        """,
        example="""\
byte x;

inline add(target, amount) {
    target = target + amount
}

init {
    add(x)
}
""",
        fixed="""\
byte x;

inline add(target, amount) {
    target = target + amount
}

init {
    add(x, 2)
}
""",
    ),
    Entry(
        code="E404",
        title="a variable has no such field",
        explanation="""
            `variable.field` needs a variable of a user-defined type that has a field of this name. A variable of a
            basic type such as `byte` has no fields at all. Check the spelling against the `typedef`, or add the
            field to it.
        """,
        example="""\
typedef Point { byte x; byte y };

Point p;

init {
    p.z = 1
}
""",
        fixed="""\
typedef Point { byte x; byte y };

Point p;

init {
    p.y = 1
}
""",
    ),
    Entry(
        code="E405",
        title="a whole structure is used where one value is needed",
        explanation="""
            A variable of a user-defined type holds several values at once, and an assignment or an expression works
            on one. SPIN copies a whole structure only through a channel, where it stands for all of its fields.
            Name a field, and copy field by field where all are wanted.
        """,
        example="""\
typedef Point { byte x; byte y };

Point p, start;

init {
    p = start
}
""",
        fixed="""\
typedef Point { byte x; byte y };

Point p, start;

init {
    p.x = start.x;
    p.y = start.y
}
""",
    ),
    Entry(
        code="E406",
        title="the value of `_` is read",
        explanation="""
            `_` is a place to put values that nobody needs, as in `q?_` for a message to be dropped. What was put
            there is gone: SPIN does not keep it in the state. Use a variable of your own if the value matters.
        """,
        example="""\
chan q = [1] of { byte };
byte x;

init {
    q!3;
    q?_;
    x = _
}
""",
        fixed="""\
chan q = [1] of { byte };
byte x;

init {
    q!3;
    q?x
}
""",
    ),
    Entry(
        code="E407",
        title="a channel is needed",
        explanation="""
            Sends, receives, the tests `full`, `nfull`, `empty` and `nempty`, and the claims `xr` and `xs` work on
            channels. The name here is a variable of another type. Perhaps it is the wrong name; otherwise
            declare the variable as a `chan`.
        """,
        example="""\
byte x;

init {
    x!1
}
""",
        fixed="""\
chan x = [1] of { byte };

init {
    x!1;
    x?_
}
""",
    ),
    Entry(
        code="E408",
        title="a channel is not a number",
        explanation="""
            A `chan` variable holds the identity of a channel. It may be copied, sent and compared with another
            channel, but numbers cannot be assigned to it and it cannot be used in arithmetic: the number that SPIN
            gives a channel has no meaning. To create a channel, write `= [2] of { byte }`; to count its messages,
            write `len(q)`.
        """,
        example="""\
chan q = [1] of { byte };

init {
    q = 0;
    q!1
}
""",
        fixed="""\
chan spare = [1] of { byte };
chan q = [1] of { byte };

init {
    q = spare;
    q!1
}
""",
    ),
    Entry(
        code="E409",
        title="the width of a variable is missing or does not fit",
        explanation="""
            An `unsigned` variable is declared with its number of bits, from 1 to 31, as in `unsigned n : 4`. SPIN
            packs these bits into the state, so it must know how many. The other types have a fixed width and take
            none. Add the width, remove it, or change the type.
        """,
        example="""\
unsigned n;

init {
    n = 5
}
""",
        fixed="""\
unsigned n : 3;

init {
    n = 5
}
""",
    ),
    Entry(
        code="E410",
        title="the size of an array is not a positive number",
        explanation="""
            An array has at least one element, and SPIN must know how many when it reads the model. The size here is
            zero, negative or not a number. Macros are a good way to keep such numbers together: check their
            values.
        """,
        example="""\
#define CLIENTS 1

byte others[CLIENTS - 1];

init {
    others[0] = 1
}
""",
        fixed="""\
#define CLIENTS 2

byte others[CLIENTS - 1];

init {
    others[0] = 1
}
""",
    ),
    Entry(
        code="E411",
        title="the initial value does not fit the variable",
        explanation="""
            A channel begins as `= [capacity] of { types }`, an array may begin with a list in braces, and any other
            variable with one value. A variable of a user-defined type has no initial value of its own: its fields
            get theirs in the `typedef`, or by assignments. Change the type or the value so that they
            match.
        """,
        example="""\
byte q = [2] of { byte };

init {
    q = 1
}
""",
        fixed="""\
chan q = [2] of { byte };

init {
    q!1;
    q?_
}
""",
    ),
    Entry(
        code="E412",
        title="the capacity of a channel is negative",
        explanation="""
            The capacity says how many messages can wait in a channel. Zero is allowed and means a rendezvous, where
            a send happens together with the receive; less than zero has no meaning. Check the constant, or
            the macro that it comes from.
        """,
        example="""\
#define SLACK 1

chan q = [SLACK - 2] of { byte };

active proctype Sender() { q!1 }
active proctype Receiver() { q?_ }
""",
        fixed="""\
#define SLACK 2

chan q = [SLACK - 2] of { byte };

active proctype Sender() { q!1 }
active proctype Receiver() { q?_ }
""",
        spin_accepts=True,
    ),
    Entry(
        code="E413",
        title="this variable cannot be hidden",
        explanation="""
            `hidden` keeps a global variable out of the state, for values that do not influence what happens next.
            Locals, parameters and fields are stored together with what they belong to and cannot be left out. SPIN
            packs `bit` and `bool` variables with others, and it must track channels, so these cannot be hidden
            either. Remove `hidden`, or use a global `byte`.
        """,
        example="""\
hidden bit scratch;

init {
    scratch = 1
}
""",
        fixed="""\
hidden byte scratch;

init {
    scratch = 1
}
""",
    ),
    Entry(
        code="E414",
        title="a parameter cannot have an initial value or be an array",
        explanation="""
            Each parameter of a process type gets its one value from `run`, so a value in the declaration would never
            be used, and there is no way to pass a whole array. Give the value in the `run`, or declare a local
            variable; for an array, pass an index into a global one.
        """,
        example="""\
proctype Worker(byte id = 1) {
    printf("%d\\n", id)
}

init {
    run Worker(1)
}
""",
        fixed="""\
proctype Worker(byte id) {
    printf("%d\\n", id)
}

init {
    run Worker(1)
}
""",
    ),
    Entry(
        code="E415",
        title="a channel or a filled array is declared after the first statement",
        explanation="""
            SPIN creates the channels of a process, and fills its arrays, when the process starts. A declaration
            further down is executed as an assignment when control gets there, and neither a channel nor a list of
            values can be assigned. Move the declaration to the start of the process. A plain variable may be
            declared anywhere.
        """,
        example="""\
init {
    byte x;
    x = 1;
    chan q = [1] of { byte };
    q!x;
    q?x
}
""",
        fixed="""\
init {
    byte x;
    chan q = [1] of { byte };
    x = 1;
    q!x;
    q?x
}
""",
    ),
]
