"""E416 to E429: messages, `run`, assignments and loops, whose parts must fit together."""

from __future__ import annotations

from penstock.diagnostics.catalogue.entry import Entry

ENTRIES = [
    Entry(
        code="E416",
        title="a message has the wrong number of fields",
        explanation="""
            The declaration of a channel lists the fields of its messages, and every send and receive must give as
            many. SPIN accepts the text, but its verifier stops with an error as soon as the statement is executed. Give
            one value or variable per field: use `_` for a field that is not needed. A variable of a user-defined type
            counts for all of its fields.
        """,
        example="""\
chan q = [1] of { byte, byte };

active proctype Sender() { q!1 }
active proctype Receiver() { q?_, _ }
""",
        fixed="""\
chan q = [1] of { byte, byte };

active proctype Sender() { q!1, 0 }
active proctype Receiver() { q?_, _ }
""",
        spin_accepts=True,
    ),
    Entry(
        code="E417",
        title="a variable is in two fields of one receive",
        explanation="""
            A receive puts each field of the message into the variable in its position. With the same variable twice,
            one value would be lost. SPIN refuses it because its verifier could not undo such a step. Use two
            variables, `_` for the field that is not needed, or `eval(x)` to accept only messages whose field equals
            `x`.
        """,
        example="""\
chan q = [1] of { byte, byte };

init {
    byte x;
    q!1, 2;
    q?x, x
}
""",
        fixed="""\
chan q = [1] of { byte, byte };

init {
    byte x, y;
    q!1, 2;
    q?x, y
}
""",
    ),
    Entry(
        code="E418",
        title="there is no process type of this name",
        explanation="""
            `run` starts a new instance of a process type, which must be defined by a `proctype` somewhere in the
            model, before or after the `run`. An inline or a label cannot be run. Check the spelling, or add the
            process type.
        """,
        example="""\
proctype Worker() {
    skip
}

init {
    run Wroker()
}
""",
        fixed="""\
proctype Worker() {
    skip
}

init {
    run Worker()
}
""",
    ),
    Entry(
        code="E419",
        title="a process is started with the wrong number of arguments",
        explanation="""
            `run` gives each parameter of the process type its value, so there must be one argument for each
            parameter. A variable of a user-defined type counts for all of its fields. Compare the `run` with the
            line that begins with `proctype`.
        """,
        example="""\
proctype Worker(byte id; byte rounds) {
    printf("%d %d\\n", id, rounds)
}

init {
    run Worker(1, 10, 3)
}
""",
        fixed="""\
proctype Worker(byte id; byte rounds) {
    printf("%d %d\\n", id, rounds)
}

init {
    run Worker(1, 10)
}
""",
    ),
    Entry(
        code="E420",
        title="`run` is used where it cannot have an effect",
        explanation="""
            An expression in Promela only reads the state; `run` is the one exception, because it starts a process and
            returns its number. So it may be a statement of its own or the whole right side of an assignment, but not
            part of a larger condition, a field of a message, an initial value or an argument: a verifier evaluates
            these without executing them. Write `p = run P()` first, then use `p`.
        """,
        example="""\
proctype Worker() {
    skip
}

init {
    run Worker() > 0 -> printf("started\\n")
}
""",
        fixed="""\
proctype Worker() {
    skip
}

init {
    pid p;
    p = run Worker();
    p > 0 -> printf("started\\n")
}
""",
    ),
    Entry(
        code="E421",
        title="a message type name belongs to another set",
        explanation="""
            `mtype:colour = { ... }` declares a set of names, and a variable of the type `mtype:colour` holds members
            of that set only. Each set is numbered separately, so a name of another set would be mistaken for a member
            of this one. Use a name of the right set, or declare the variable with the other set.
        """,
        example="""\
mtype:colour = { red, green };
mtype:fruit = { apple, pear };

mtype:colour light;

init {
    light = apple
}
""",
        fixed="""\
mtype:colour = { red, green };
mtype:fruit = { apple, pear };

mtype:colour light;

init {
    light = green
}
""",
    ),
    Entry(
        code="E422",
        title="a predefined variable is assigned",
        explanation="""
            SPIN itself keeps `_pid` (the number of the process), `_nr_pr` (how many processes there are) and `_last`
            (which process moved last). They can be read but not changed, because the verifier relies on them. Use a
            variable of your own.
        """,
        example="""\
init {
    _pid = 3
}
""",
        fixed="""\
init {
    byte id;
    id = 3
}
""",
    ),
    Entry(
        code="E423",
        title="a loop or `select` has a range or a variable that does not fit",
        explanation="""
            `for (i : 1 .. n)` and `select (i : 1 .. n)` count with a plain variable, from the first value up to the
            second, which must not be smaller. `for (i in a)` goes through the indices of an array, or, with a
            variable of a user-defined type, through the messages of a channel of that type. SPIN writes all of them
            out as `do` loops and needs to know the limits. Change the range, the variable or the collection.
        """,
        example="""\
init {
    byte i;
    for (i : 9 .. 1) {
        printf("%d\\n", i)
    }
}
""",
        fixed="""\
init {
    byte i;
    for (i : 1 .. 9) {
        printf("%d\\n", i)
    }
}
""",
    ),
    Entry(
        code="E424",
        title="an array is indexed by itself in an assignment",
        explanation="""
            In `a[a[i]] = 1` the assignment may change the very element that its own index was read from. To undo the
            step, SPIN's verifier would have to find the element again and could find another one, so SPIN refuses
            this. Copy the inner element into a variable first; inside `atomic` the result is the same.
        """,
        example="""\
byte a[4];
byte i;

init {
    a[a[i]] = 1
}
""",
        fixed="""\
byte a[4];
byte i, j;

init {
    atomic {
        j = a[i];
        a[j] = 1
    }
}
""",
    ),
    Entry(
        code="E425",
        title="a priority or a number of processes is out of range",
        explanation="""
            The priority of a process is a number from 1 to 255, and a higher one runs first. SPIN numbers processes
            by one byte, so at most 255 can run at a time, which also limits the number after `active`. Choose a
            number in the range.
        """,
        example="""\
active proctype Worker() priority 300 {
    skip
}
""",
        fixed="""\
active proctype Worker() priority 200 {
    skip
}
""",
    ),
    Entry(
        code="E426",
        title="more than 255 channels",
        explanation="""
            A channel is one byte in SPIN's verifier, so a model can have at most 255 of them; each element of an
            array of channels counts. Use fewer channels, or put a number into the message that says who it is for.
        """,
        example="""\
chan lines[256] = [1] of { byte };

init {
    byte x;
    lines[0]!1;
    lines[0]?x
}
""",
        fixed="""\
chan lines[16] = [1] of { byte };

init {
    byte x;
    lines[0]!1;
    lines[0]?x
}
""",
    ),
    Entry(
        code="E427",
        title="a constant is assigned",
        explanation="""
            Numbers, `true`, `false`, `skip` and the names of message types never change. To compare, write `==`; to
            remember a message type, declare a variable of type `mtype`.
        """,
        example="""\
mtype = { idle, busy };

init {
    idle = busy
}
""",
        fixed="""\
mtype = { idle, busy };
mtype state = idle;

init {
    state = busy
}
""",
    ),
    Entry(
        code="E428",
        title="a message with an array of structures",
        explanation="""
            A message is a flat list of fields; SPIN unfolds a user-defined type into its fields, and an array of
            numbers into its elements, but not an array of structures. Use one array for each field instead.
        """,
        example="""\
typedef Point { byte x; byte y }
typedef Shape { Point corners[3] }
chan line = [1] of { Shape };

init {
    Shape s;
    line!s;
    line?s
}
""",
        fixed="""\
typedef Shape { byte x[3]; byte y[3] }
chan line = [1] of { Shape };

init {
    Shape s;
    line!s;
    line?s
}
""",
    ),
    Entry(
        code="E429",
        title="a parameter of type mtype is given something that is not a message name",
        explanation="""
            For a parameter of type `mtype` SPIN requires a message name declared for exactly this type. It refuses a
            variable, an array element, a field or `len(q)`, whatever its type, and the names of other sets. Numbers
            and expressions are accepted: `v + 0` has the value of `v`. A parameter of type `byte` takes all of them.
        """,
        example="""\
mtype = { start, stop };
mtype order = start;

proctype Worker(mtype first) {
    printm(first)
}

init {
    run Worker(order)
}
""",
        fixed="""\
mtype = { start, stop };
mtype order = start;

proctype Worker(mtype first) {
    printm(first)
}

init {
    run Worker(order + 0)
}
""",
    ),
]
