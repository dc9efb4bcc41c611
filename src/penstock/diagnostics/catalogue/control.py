"""E501 to E510: labels, jumps, loops, options, and the calls of inlines."""

from __future__ import annotations

from penstock.diagnostics.catalogue.entry import Entry

ENTRIES = [
    Entry(
        code="E501",
        title="a label does not exist",
        explanation="""
            `goto` needs a label of the same process, and `Name@label` needs one of the process that it names. The
            label may come before or after the jump. Check the spelling, or add `label:` before the statement where
            control should go.
        """,
        example="""\
byte x;

init {
again:
    x++;
    goto agian
}
""",
        fixed="""\
byte x;

init {
again:
    x++;
    goto again
}
""",
    ),
    Entry(
        code="E502",
        title="a label is declared twice in one process",
        explanation="""
            A jump must have one target, so a label is used only once in a process. Different processes may use the
            same label. SPIN treats labels that begin with `end`, `accept` or `progress` in a special way, whatever
            follows, so number them if you need several: `end1`, `end2`.
        """,
        example="""\
chan q = [1] of { byte };

init {
end:
    q!1;
end:
    q?_
}
""",
        fixed="""\
chan q = [1] of { byte };

init {
end1:
    q!1;
end2:
    q?_
}
""",
    ),
    Entry(
        code="E503",
        title="`break` outside a loop",
        explanation="""
            `break` ends the innermost `do` or `for` around it. Here there is none, so there is nothing to leave; an
            `if` is not a loop. Use `goto` to get to another place, or `skip` to do nothing.
        """,
        example="""\
byte x;

init {
    if
    :: x > 0 -> break
    :: else -> x = 1
    fi
}
""",
        fixed="""\
byte x;

init {
    if
    :: x > 0 -> skip
    :: else -> x = 1
    fi
}
""",
    ),
    Entry(
        code="E504",
        title="a second `else` in one selection",
        explanation="""
            `else` is the option to take if no other one can be taken, so an `if` or `do` has room for one. With
            two, each would have to wait for the other. Merge the two options, or give one of them a condition.
        """,
        example="""\
byte x;

init {
    if
    :: x > 0 -> x = 0
    :: else -> x = 1
    :: else -> x = 2
    fi
}
""",
        fixed="""\
byte x;

init {
    if
    :: x > 0 -> x = 0
    :: else ->
        if
        :: x = 1
        :: x = 2
        fi
    fi
}
""",
    ),
    Entry(
        code="E505",
        title="a label is before a declaration",
        explanation="""
            A label names a place where control can be, and a declaration is not one. SPIN therefore allows labels
            before statements only. Put the label after the declaration.
        """,
        example="""\
init {
start:
    byte x;
    x = 1;
    goto start
}
""",
        fixed="""\
init {
    byte x;
start:
    x = 1;
    goto start
}
""",
    ),
    Entry(
        code="E506",
        title="`return` where no value is used",
        explanation="""
            `return` gives an inline a value: in `x = twice(3)` it becomes an assignment to `x`. Elsewhere there is
            nothing to assign to, and it does not end a process or an inline either. Call the inline on the
            right side of an assignment, or use `goto` to leave early.
        """,
        example="""\
inline twice(n) {
    printf("twice %d\\n", n);
    return n + n
}

init {
    twice(3)
}
""",
        fixed="""\
byte x;

inline twice(n) {
    printf("twice %d\\n", n);
    return n + n
}

init {
    x = twice(3)
}
""",
    ),
    Entry(
        code="E507",
        title="an inline calls itself",
        explanation="""
            The call of an inline is replaced by the text of the inline. If that text contains the call again, the
            replacement never ends. Promela has no recursion: use a `do` loop, or a process that runs another one
            and waits for its answer on a channel.
        """,
        example="""\
byte n = 5;

inline countdown() {
    if
    :: n > 0 -> n--; countdown()
    :: else
    fi
}

init {
    countdown()
}
""",
        fixed="""\
byte n = 5;

inline countdown() {
    do
    :: n > 0 -> n--
    :: else -> break
    od
}

init {
    countdown()
}
""",
    ),
    Entry(
        code="E508",
        title="an argument of an inline has the name of a parameter",
        explanation="""
            SPIN inserts the arguments of an inline as text, one parameter after the other. An argument that looks
            like another parameter of the same inline would be replaced again, and the text would come out wrong.
            Give the parameters names that no variable has.
        """,
        example="""\
byte a, b;

inline swap(b, a) {
    byte old = b;
    b = a;
    a = old
}

init {
    a = 1;
    swap(a, b)
}
""",
        fixed="""\
byte a, b;

inline swap(left, right) {
    byte old = left;
    left = right;
    right = old
}

init {
    a = 1;
    swap(a, b)
}
""",
    ),
    Entry(
        code="E509",
        title="a variable and a label have the same name",
        explanation="""
            Labels and variables share one set of names in SPIN, so a name that is visible as a variable cannot be
            a label there. Choose another name for the label.
        """,
        example="""\
byte done;

init {
    goto done;
done:
    skip
}
""",
        fixed="""\
byte done;

init {
    goto finished;
finished:
    done = 1
}
""",
    ),
    Entry(
        code="E510",
        title="jumps only lead to each other",
        explanation="""
            `goto` is not a step of its own: it only says which statement comes next. If a jump leads to
            a jump that leads back to the first, there is no statement at the end of the chain, and SPIN cannot say
            where the process is. Put a statement between them, such as `skip`.
        """,
        example="""\
init {
    goto one;
one:
    goto two;
two:
    goto one
}
""",
        fixed="""\
init {
    goto one;
one:
    skip;
two:
    goto one
}
""",
    ),
]
