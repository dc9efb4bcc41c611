"""E3xx: what a name stands for."""

from __future__ import annotations

from penstock.diagnostics.catalogue.entry import Entry

ENTRIES = [
    Entry(
        code="E301",
        title="a variable is not declared",
        explanation="""
            Every variable must be declared before it is used, above its first use in the text and in a block
            that is still open there. Labels and macros are not variables, and the locals of another process can
            only be reached as `Name:variable`. Check the spelling, or add a declaration. In `1..N` the
            preprocessor reads all four characters as one number and does not replace the macro `N`: write `1 .. N`.
        """,
        example="""\
byte count;

init {
    cuont = 1
}
""",
        fixed="""\
byte count;

init {
    count = 1
}
""",
    ),
    Entry(
        code="E302",
        title="a name is declared twice",
        explanation="""
            A name means one thing as long as it is visible. SPIN does not let an inner block or a process redeclare a
            name that is already visible there, not even as a local variable; other languages would hide the outer
            one. Labels share the names of variables, and those that SPIN predefines, such as `_pid`, are taken as
            well. Rename one of the two, or remove the second declaration.
        """,
        example="""\
byte count;

active proctype Worker() {
    byte count;
    count = 1
}
""",
        fixed="""\
byte count;

active proctype Worker() {
    byte done;
    done = 1;
    count = done
}
""",
    ),
    Entry(
        code="E310",
        title="too many message type names",
        explanation="""
            A value of the type `mtype` is stored in one byte, and zero means that it is not set yet, so one set
            of names can have 255 members. The macros of the example make 256 names. Put names that do not belong
            together into separate sets, as in `mtype:colour = { red, green }`, or use numbers where names say
            nothing.
        """,
        example="""\
#define FOUR(n) n##1, n##2, n##3, n##4
#define MANY(n) FOUR(n##1), FOUR(n##2), FOUR(n##3), FOUR(n##4)

mtype = {
    MANY(a), MANY(b), MANY(c), MANY(d), MANY(e), MANY(f), MANY(g), MANY(h),
    MANY(i), MANY(j), MANY(k), MANY(l), MANY(m), MANY(n), MANY(o), MANY(p)
};

init {
    skip
}
""",
        fixed="""\
#define FOUR(n) n##1, n##2, n##3, n##4
#define MANY(n) FOUR(n##1), FOUR(n##2), FOUR(n##3), FOUR(n##4)

mtype:first = {
    MANY(a), MANY(b), MANY(c), MANY(d), MANY(e), MANY(f), MANY(g), MANY(h)
};
mtype:second = {
    MANY(i), MANY(j), MANY(k), MANY(l), MANY(m), MANY(n), MANY(o), MANY(p)
};

init {
    skip
}
""",
    ),
]
