"""E2xx: the text is not Promela."""

from __future__ import annotations

from penstock.diagnostics.catalogue.entry import Entry

ENTRIES = [
    Entry(
        code="E201",
        title="something else was expected here",
        explanation="""
            Promela allows only what the message names here. The usual causes are a missing `;` or `->`
            between two statements on one line, a missing closing brace, `od` or `fi`, or an `=` where `==` was
            meant. SPIN separates statements by `;` or `->` and treats the end of a line as a separator too, but between
            two statements on one line it must be written. The real mistake is often just before the place
            shown.
        """,
        example="""\
byte x;

init {
    x = 1 x = 2
}
""",
        fixed="""\
byte x;

init {
    x = 1; x = 2
}
""",
    ),
    Entry(
        code="E202",
        title="a character has no meaning in Promela",
        explanation="""
            Outside strings and comments a model consists of letters, digits, `_` and the operators of C. Other
            characters often come from copying out of a document: curly quotes, long dashes, non-breaking
            spaces. A lone quote also gets this code: its partner is missing on the same line. Type the character
            again, or close the string.
        """,
        example="""\
int x;

init {
    x = 1;
    x = \u2212x
}
""",
        fixed="""\
int x;

init {
    x = 1;
    x = -x
}
""",
    ),
    Entry(
        code="E203",
        title="the body of an inline or of C code is never closed",
        explanation="""
            The body of an `inline`, and the C text after `c_code`, `c_decl` and `c_expr`, continue to the `}` that
            matches their first `{`. Both are kept as plain text at first, so a missing `}` is only noticed at the end
            of the file. Count the braces from the place that is shown.
        """,
        example="""\
byte x;

init {
    x = 1
}

inline reset() {
    if
    :: x > 0 -> { x = 0
    :: else
    fi
}
""",
        fixed="""\
byte x;

init {
    x = 1
}

inline reset() {
    if
    :: x > 0 -> { x = 0 }
    :: else
    fi
}
""",
    ),
    Entry(
        code="E204",
        title="C code needs braces",
        explanation="""
            `c_code`, `c_decl` and `c_expr` are followed by C text in braces, which SPIN copies into the verifier as
            it is. A condition that must hold for the C text to be safe may stand in brackets before it. Put
            the C text between `{` and `}`.
        """,
        example="""\
init {
    printf("before\\n");
    c_code;
    printf("after\\n")
}
""",
        fixed="""\
init {
    printf("before\\n");
    c_code { Printf("between\\n"); };
    printf("after\\n")
}
""",
    ),
    Entry(
        code="E205",
        title="a name is already taken by a type, a process type, an inline or a message type",
        explanation="""
            The names of message types, user-defined types, process types and inlines change how SPIN reads the text
            after them. From then on such a name means nothing else: it cannot be given to a variable, a
            parameter or a label, nor to a second type, process type or message type. Choose another name for
            one of the two.
        """,
        example="""\
mtype = { request, reply };

byte request;

init {
    skip
}
""",
        fixed="""\
mtype = { request, reply };

byte requests;

init {
    requests = 1
}
""",
    ),
    Entry(
        code="E206",
        title="nested too deeply",
        explanation="""
            Parentheses, blocks and calls of inlines are nested more than a thousand deep, or thousands of operators
            follow each other in one expression. No model written by hand comes near, so this
            usually comes from a generator or from macros that call each other. SPIN may read such a text, but neither
            it nor a reader gains from it: build the value in several steps.
        """,
        example="""\
#define TEN(n) ((((((((((n))))))))))
#define HUNDRED(n) TEN(TEN(TEN(TEN(TEN(TEN(TEN(TEN(TEN(TEN(n))))))))))
#define THOUSAND(n) HUNDRED(HUNDRED(HUNDRED(HUNDRED(HUNDRED(HUNDRED(HUNDRED(HUNDRED(HUNDRED(HUNDRED(n))))))))))

byte x;

init {
    x = 1;
    x = TEN(THOUSAND(x))
}
""",
        fixed="""\
#define TEN(n) ((((((((((n))))))))))

byte x;

init {
    x = 1;
    x = TEN(x)
}
""",
        spin_accepts=True,
    ),
    Entry(
        code="E207",
        title="a channel test is negated, compared or used as a value",
        explanation="""
            `full`, `nfull`, `empty` and `nempty` are conditions that may stand alone or be joined by `&&` and `||`,
            but they are not numbers. SPIN's partial order reduction relies on knowing which of the four is used,
            and a negation would hide it; this is why each has its opposite. Instead of `!empty(q)` write
            `nempty(q)`, instead of `!full(q)` write `nfull(q)`. Where a number is needed, use `len(q)`.
        """,
        example="""\
chan q = [2] of { byte };

active proctype Reader() {
    do
    :: !empty(q) -> q?_
    :: q!1
    od
}
""",
        fixed="""\
chan q = [2] of { byte };

active proctype Reader() {
    do
    :: nempty(q) -> q?_
    :: q!1
    od
}
""",
    ),
    Entry(
        code="E208",
        title="only message types have a list of names",
        explanation="""
            `mtype = { ... }` declares symbolic names, and `mtype:colour = { ... }` declares a set of them with a
            name of its own. No other type has either: a `byte` or `int` holds numbers. Write `mtype`, or name the
            numbers with `#define`.
        """,
        example="""\
byte = { red, green };

init {
    skip
}
""",
        fixed="""\
mtype = { red, green };

init {
    skip
}
""",
    ),
    Entry(
        code="E209",
        title="`unsigned` cannot be the type of a message field",
        explanation="""
            An `unsigned` variable is declared with a number of bits, which cannot be given in the message fields of a
            channel, or in a structure that is sent. SPIN stores each field in
            one of the other types. Use the smallest of `bit`, `byte`, `short` and `int` that holds the values.
        """,
        example="""\
chan q = [1] of { unsigned };

init {
    q!5;
    q?_
}
""",
        fixed="""\
chan q = [1] of { byte };

init {
    q!5;
    q?_
}
""",
    ),
    Entry(
        code="E210",
        title="a constant was expected",
        explanation="""
            The capacity of a channel, the size of an array and the number of instances must be known when the model
            is read, because SPIN lays out the memory of a state once. Numbers, macros and sums, differences,
            products and quotients of them will do; variables and other operators will not (but see
            W704). Name the number with `#define`.
        """,
        example="""\
byte size = 2;
chan q = [size] of { byte };

init {
    q!5;
    q?_
}
""",
        fixed="""\
#define SIZE 2

chan q = [SIZE] of { byte };

init {
    q!5;
    q?_
}
""",
    ),
    Entry(
        code="E211",
        title="message type names are declared outside processes",
        explanation="""
            `mtype = { ... }` gives names to numbers for the whole model, so SPIN wants it at the top level: not in
            a process, not among parameters, not in a `typedef`. A variable of the type `mtype` may be declared
            anywhere. Move the list to the start of the model.
        """,
        example="""\
init {
    mtype = { red, green };
    mtype colour;
    colour = 1
}
""",
        fixed="""\
mtype = { red, green };

init {
    mtype colour;
    colour = red
}
""",
    ),
    Entry(
        code="E212",
        title="there are too many unreadable places",
        explanation="""
            After many unreadable places the rest of the text is skipped, because more messages would not help.
            Either the text is not Promela at all, or one early mistake, such as a missing brace or quote, makes
            everything after it look wrong. Repair the first errors and look again.
        """,
        example="""\
init {
    if (x > 0) { x = 0; } else { x = 1; }
    while (x < 9) { x += 1; }
    /* ... and so on: this is C, not Promela ... */
}
""",
        fixed=None,
        runnable=False,
    ),
    Entry(
        code="E213",
        title="inlines expand to more text than can be read",
        explanation="""
            The call of an inline is replaced by its text. Each inline below calls the one before it twice, so each
            doubles the length: thirty of them turn one statement into a billion. No verifier could work
            on that, so reading stops at a limit. Replace the last inlines with a loop or a process.
        """,
        example="""\
byte x;

inline step1() { x++; x++ }
inline step2() { step1(); step1() }
inline step3() { step2(); step2() }
/* ... and so on, up to ... */
inline step30() { step29(); step29() }

init {
    step30()
}
""",
        fixed=None,
        runnable=False,
    ),
    Entry(
        code="E214",
        title="a call of something that is not an inline",
        explanation="""
            A name followed by arguments calls an inline, and the inline must be defined before the call. Promela
            has no functions: to start a process write `run`, to print write `printf`.
        """,
        example="""\
byte x;

init {
    bump(x)
}
""",
        fixed="""\
byte x;

inline bump(v) {
    v = v + 1
}

init {
    bump(x)
}
""",
    ),
]
