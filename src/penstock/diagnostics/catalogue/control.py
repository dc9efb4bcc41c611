"""E5xx: where control goes, and what may stand where."""

from __future__ import annotations

from penstock.diagnostics.catalogue.entry import Entry

ENTRIES = [
    Entry(
        code="E501",
        title="a label does not exist",
        explanation="""
            `goto` needs a label of the same process, and `Name@label` needs one of the process that it names. The
            label may stand before or after the jump. Check the spelling, or add `label:` before the statement where
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
            A jump must know where to go, so a label stands at one place of a process. Different processes may use the
            same label. SPIN treats labels that begin with `end`, `accept` or `progress` in a special way, whatever
            follows, so several of them can be told apart by a number: `end1`, `end2`.
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
        title="`break` outside of a loop",
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
            two, each would have to wait for the other. Join the two options, or give one of them a condition.
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
        title="a label stands before a declaration",
        explanation="""
            A label names a place where control can be, and a declaration is no such place. SPIN therefore allows
            labels before statements only. Put the label after the declaration.
        """,
        example="""\
init {
    byte x;
start:
    byte y;
    x = 1
}
""",
        fixed="""\
init {
    byte x;
    byte y;
start:
    x = 1
}
""",
    ),
    Entry(
        code="E506",
        title="`return` where no value is wanted",
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
            replacement never ends. Promela has no procedures that recur: use a `do` loop, or a process that runs
            another one and waits for its answer on a channel.
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
            SPIN puts the arguments of an inline in as text, one parameter after the other. An argument that looks
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
        title="jumps that only lead to each other",
        explanation="""
            `goto` is not a step of its own: it says which statement comes after the one before it. If a jump leads to
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
    Entry(
        code="E511",
        title="a label stands inside a block before its first statement",
        explanation="""
            The start of an `atomic`, of a `d_step`, of a plain block and of `unless` is the same place as the start of
            the statement around it. SPIN wants the name of this place outside, because a jump to the inner label
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
            A `d_step` is one single step: SPIN makes it a piece of C code that runs from its start to its end. So
            control cannot enter it in the middle, and cannot leave it by `goto` or `break` to a place outside. Jumps
            within it are fine. Use `atomic`, or let the `d_step` note in a variable what should happen next.
        """,
        example="""\
byte x;

init {
    d_step {
        x = 1;
        goto finished
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
        x = 1;
        goto finished
    };
    x = 2;
finished:
    skip
}
""",
    ),
    Entry(
        code="E513",
        title="a `d_step` contains what cannot be a part of one step",
        explanation="""
            The inside of a `d_step` is carried out without looking around: it cannot be interrupted by `unless`, it
            cannot start a process by `run`, and it cannot ask where another process is. SPIN compiles it to C code
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
            A never claim watches the model: it makes a step beside each step of the model and must not change
            anything. A send or a receive would. To see whether a message is there, look at it by a poll such as
            `q?[m]`, or use `len(q)`.
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
        title="a trace contains something that is no event",
        explanation="""
            `trace` and `notrace` describe in which order messages are sent and received. Each step of them is such an
            event, and SPIN moves the trace along when the model makes one. Assignments, conditions, `printf`
            and `assert` are no events. Remove them; what must hold of variables belongs into an `assert` in a
            process or into an `ltl` formula.
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
        title="`np_` is used outside of a never claim",
        explanation="""
            `np_` is true while no process stands at a progress label. Whether this is so can change with each step of
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
        title="a `provided` condition looks at something local",
        explanation="""
            The condition after `provided` is checked before each step of a process, from outside of it. There the
            parameters and local variables of the process cannot be seen; neither can other processes, and `run` makes
            no sense. Use global variables, `_pid` and `_priority`.
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
        code="E518",
        title="a body without a statement",
        explanation="""
            A process, a block and each option of `if` and `do` contain at least one statement; declarations do not
            count, because nothing happens there. Write `skip` where nothing should be done.
        """,
        example="""\
init {
    byte x;
}
""",
        fixed="""\
init {
    byte x;
    skip
}
""",
        spin_accepts=True,
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
]
