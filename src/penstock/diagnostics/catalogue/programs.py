"""E901 to E913, W901 to W905: what stands in the way of a program in C, or looks doubtful in one."""

from __future__ import annotations

from penstock.diagnostics.catalogue.entry import Entry

ENTRIES = [
    Entry(
        code="E901",
        title="a process of a program cannot look into another one",
        explanation="""
            `p:x` and `p@label` read a variable or the place of another process. For a verifier that is easy, because
            it sees the whole state. A process of a generated program keeps its variables to itself. Share what others
            need to know in a global variable.
        """,
        example="""\
active proctype Worker() {
    byte done;
    done = 1
}

active proctype Observer() {
    Worker:done == 1
}
""",
        fixed="""\
byte done;

active proctype Worker() {
    done = 1
}

active proctype Observer() {
    done == 1
}
""",
        spin_accepts=True,
        verb="generate",
    ),
    Entry(
        code="E902",
        title="a process of a program asks about the state of another one",
        explanation="""
            `enabled`, `pc_value`, `get_priority` and `set_priority` ask what another process could do, where it stands
            or how urgent it is. A generated program has no such knowledge about its processes. Let the other process
            say what matters in a global variable.
        """,
        example="""\
byte x;

active proctype Worker() {
    x = 1
}

active proctype Observer() {
    if
    :: enabled(0) -> skip
    :: else
    fi
}
""",
        fixed="""\
byte x;
bool ready = true;

active proctype Worker() {
    x = 1;
    ready = false
}

active proctype Observer() {
    if
    :: ready -> skip
    :: else
    fi
}
""",
        spin_accepts=True,
        verb="generate",
    ),
    Entry(
        code="E903",
        title="priorities have no counterpart in a program",
        explanation="""
            With priorities, a process of the model waits as long as a more urgent one can go on. The processes of a
            generated program take turns, and none comes before the others. Leave the priority out if it is only there
            to make verification smaller; where the order matters, say so with `provided` or with a message.
        """,
        example="""\
byte x;

active proctype Urgent() priority 5 {
    x = 1
}

active proctype Other() {
    x = 2
}
""",
        fixed="""\
byte x;

active proctype Urgent() {
    x = 1
}

active proctype Other() provided (x != 0) {
    x = 2
}
""",
        spin_accepts=True,
        verb="generate",
    ),
    Entry(
        code="E904",
        title="`c_state` and `c_track` belong to SPIN's verifier",
        explanation="""
            `c_state` and `c_track` tell SPIN's verifier which variables of C are part of a state. A program has no
            states that are stored and compared. Declare the variable in `c_decl`, where both the verifier and the
            program find it.
        """,
        example="""\
c_state "int count" "Global"

active proctype Worker() {
    c_code { now.count++; }
}
""",
        fixed="""\
c_decl {
    int count;
}

active proctype Worker() {
    c_code { count++; }
}
""",
        spin_accepts=True,
        verb="generate",
    ),
    Entry(
        code="E905",
        title="a predefined variable has no counterpart in a program",
        explanation="""
            `_last` is the process that took the last step, `_priority` and `_p` are what SPIN knows about a process.
            The runtime of a program does not keep this. Keep what you need in a global variable of your own.
        """,
        example="""\
byte x;

active proctype Worker() {
    if
    :: _last == 0 -> x = 1
    :: else
    fi
}
""",
        fixed="""\
byte x;
byte last;

active proctype Worker() {
    last = _pid;
    if
    :: last == 0 -> x = 1
    :: else
    fi
}
""",
        spin_accepts=True,
        verb="generate",
    ),
    Entry(
        code="E906",
        title="this escape of an `unless` cannot be written in C",
        explanation="""
            At each statement before `unless` the program looks whether the first statement of the escape can be
            executed, and goes there. A jump, or another `unless`, cannot be looked at that way. Begin the escape with
            a condition.
        """,
        example="""\
byte x;

active proctype Worker() {
    {
        x = 1
    } unless {
        goto done
    };
done:
    x = 2
}
""",
        fixed="""\
byte x;

active proctype Worker() {
    {
        x = 1
    } unless {
        x > 0 -> goto done
    };
done:
    x = 2
}
""",
        spin_accepts=True,
        verb="generate",
    ),
    Entry(
        code="E907",
        title="a specification with timers cannot become a program",
        explanation="""
            In a model time passes only when nothing else can happen. The C of a specification takes time of its own
            and may wait for the world, and no tick would pass meanwhile. Timers in .pch files are for verification
            only. Where the program has to wait, let C wait in its own way, as with `ps_sleep`.
        """,
        example="""\
timer t;

active proctype Sender() {
    set(t, 5);
    expire(t);
    c_code_IS { puts("late"); }
}
""",
        fixed="""\
byte x;

active proctype Sender() {
    c_code_IS { ps_sleep(5); };
    x = 1
}
""",
        file="model.pch",
        verb="generate",
    ),
    Entry(
        code="E911",
        title="a piece of C is not C",
        explanation="""
            The pieces of C in a specification are read before anything is written, so that mistakes are found where
            they stand and not in generated files. This piece is not what C allows there: statements in `c_code_IS`, an
            expression in `c_expr_IS`, declarations in `c_decl_IS`. The mark is at the place where something else was
            expected.
        """,
        example="""\
active proctype Worker() {
    c_code_IS { int y = ; }
}
""",
        fixed="""\
active proctype Worker() {
    c_code_IS { int y = 1; (void)y; }
}
""",
        file="model.pch",
        verb="generate",
    ),
    Entry(
        code="E912",
        title="C code jumps out of its block",
        explanation="""
            A block of C is one step of a process and ends at its closing brace. With `return`, `break`, `continue` or
            `goto` to a place outside, the rest of the process and the runtime would not hear of its end. Set a
            variable in C, and let Promela decide where to go on.
        """,
        example="""\
active proctype Worker() {
    c_code_IS {
        if (getchar() < 0)
            return;
        puts("more");
    }
}
""",
        fixed="""\
active proctype Worker() {
    c_code_IS {
        if (getchar() >= 0)
            puts("more");
    }
}
""",
        file="model.pch",
        verb="generate",
    ),
    Entry(
        code="E913",
        title="the other end of a channel is not in the program",
        explanation="""
            Processes marked with `env` stand for the world and are left out of the program. If nobody else is at the
            other end of a channel, a message would never be received, or never come. Put the statement into
            `promela_MS`, and write C beside it that speaks to the world.
        """,
        example="""\
chan line = [1] of { byte };

env active proctype Network() {
    line?_
}

active proctype Sender() {
    line!1
}
""",
        fixed="""\
promela_MS { chan line = [1] of { byte }; };

env active proctype Network() {
    line?_
}

active proctype Sender() {
    promela_MS { line!1 };
    c_code_IS { puts("1"); }
}
""",
        file="model.pch",
        verb="generate",
    ),
]

WARNINGS = [
    Entry(
        code="W901",
        title="one of the two sides takes this option at any time",
        explanation="""
            An option begins with a condition for the model only, or for the program only. What is left for the other
            side has no condition, so it may take this option at any time. Put a `promela_MS` and a `c_expr_IS` side by
            side, so that both know when the option is open.
        """,
        example="""\
byte x;

active proctype Worker() {
    if
    :: promela_MS { x > 0 } -> skip
    :: else
    fi
}
""",
        fixed="""\
c_decl_IS { int more; };
byte x;

active proctype Worker() {
    if
    :: promela_MS { x > 0 } c_expr_IS { more } -> skip
    :: else
    fi
}
""",
        file="model.pch",
        verb="generate",
    ),
    Entry(
        code="W902",
        title="C changes a variable of the model",
        explanation="""
            C gives a variable of the model a value, and nothing tells the model so: what was verified is not what the
            program does. Put a `promela_MS` beside the C that gives the variable all values that C may leave there.
        """,
        example="""\
byte x;

active proctype Worker() {
    c_code_IS { x = 3; };
    x > 0
}
""",
        fixed="""\
byte x;

active proctype Worker() {
    promela_MS { x = 3 };
    c_code_IS { x = 3; };
    x > 0
}
""",
        file="model.pch",
        verb="generate",
    ),
    Entry(
        code="W903",
        title="the program reads a variable that only the model writes",
        explanation="""
            All statements that give this variable a value are for the model only, so in the program it is always 0.
            Write C beside them that gives it its value in the program, or move the statement that reads it into
            `promela_MS`.
        """,
        example="""\
byte x;

active proctype Worker() {
    promela_MS { x = 3 };
    x > 0
}
""",
        fixed="""\
byte x;

active proctype Worker() {
    promela_MS { x = 3 };
    c_code_IS { x = 3; };
    x > 0
}
""",
        file="model.pch",
        verb="generate",
    ),
    Entry(
        code="W904",
        title="processes are numbered differently in the program",
        explanation="""
            `_pid` and `_nr_pr` count processes. Those of the environment are not in the program, so the numbers there
            are smaller than in the model. Start what is outside last, so that the others have the same numbers, or do
            without the numbers.
        """,
        example="""\
byte x;

env active proctype Outside() {
    skip
}

active proctype Worker() {
    x = _pid;
    x > 0
}
""",
        fixed="""\
byte x;

env active proctype Outside() {
    skip
}

active proctype Worker() {
    x = 1;
    x > 0
}
""",
        file="model.pch",
        verb="generate",
    ),
    Entry(
        code="W905",
        title="programs of their own do not share this variable of C",
        explanation="""
            With `--runtime processes` each process is a program. Variables of C are shared between them unless they
            contain pointers, which mean nothing in another program, or live inside a function. Here several processes
            use such a variable, and each program has its own. Use a number or an array in its place, or run the
            processes as threads.
        """,
        example="""\
c_decl_IS { const char *said; };

active proctype First() {
    c_code_IS { said = "x"; }
}

active proctype Second() {
    c_code_IS { said = "y"; }
}
""",
        fixed="""\
c_decl_IS { char said; };

active proctype First() {
    c_code_IS { said = 'x'; }
}

active proctype Second() {
    c_code_IS { said = 'y'; }
}
""",
        file="model.pch",
        verb="generate",
    ),
]
